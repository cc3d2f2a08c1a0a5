import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { derivedUuid } from '../../src/rails/derived-uuid.ts';
import type { CallbackRequest } from '../../src/rails/rail.ts';
import {
  collection,
  disbursement,
  openPawapayAccount,
  type PawapayAccount,
  repayment,
  until,
} from './pawapay-account.ts';

let account: PawapayAccount;
let server: Server;
let port: number;
const arrived: CallbackRequest[] = [];
/** The status that the receiver answers with. */
let status = 200;

before(async () => {
  account = await openPawapayAccount();
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    arrived.push({
      method: request.method!,
      path: request.url!,
      query: {},
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks),
      authority: `localhost:${port}`,
      about: null,
    });
    response.writeHead(status).end();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  await account.counterpart.ask('POST', '/settings', { callback_url: `http://localhost:${port}/rails/7f3a/0c1d` });
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await account.stop();
});

/** The callbacks about one of our ids that arrived; waits for `count` of them. */
async function callbacksAbout(reference: string, count = 1): Promise<CallbackRequest[]> {
  for (let times = 0; times < 400; times++) {
    const found = arrived.filter(({ body }) => body.includes(reference));
    if (found.length >= count) return found;
    await sleep(25);
  }
  throw new Error(`no callback about ${reference}`);
}
const callback = async (reference: string) => (await callbacksAbout(reference))[0]!;
const mode = (fields: object) => account.counterpart.ask('POST', '/callbacks', fields);

describe('a callback of pawaPay', () => {
  it('names our id, of deposits, payouts and refunds', async () => {
    const payment = collection('+260971000000');
    await account.rail.collect(payment);
    const item = disbursement('+260971000000');
    await account.rail.payOut(item);
    await until(() => account.rail.check(payment), 'succeeded');
    const refund = repayment(payment, 500n);
    await account.rail.refund(refund);
    for (const { id } of [payment, item, refund]) {
      const received = await account.rail.receive(await callback(id));
      assert.deepEqual(received, { answer: { status: 200 }, about: id, handle: derivedUuid(id) });
    }
  });

  it('is refused if its signature is not that of pawaPay, this address and this body', async () => {
    const payment = collection('+260971000000');
    await account.rail.collect(payment);
    const good = await callback(payment.id);
    const refused = { refused: 'signature' };
    const receive = (change: Partial<CallbackRequest>) => account.rail.receive({ ...good, ...change });
    assert.deepEqual(
      await receive({ body: Buffer.from(good.body.toString().replace('COMPLETED', 'FAILED')) }),
      refused,
    );
    assert.deepEqual(await receive({ authority: `127.0.0.1:${port}` }), refused);
    assert.deepEqual(await receive({ path: '/rails/7f3a/0c1e' }), refused);
    const { signature: _signature, ...half } = good.headers;
    assert.deepEqual(await receive({ headers: half }), refused);
    assert.deepEqual(await receive({ headers: { 'content-type': 'application/json' } }), refused);
    assert.notDeepEqual(await receive({}), refused);
  });

  it('may be unsigned only where the account does not sign', async () => {
    const { api_token } = account.counterpart.credentials;
    const plain = account.connect({ api_token });
    const payment = collection('+260971000000');
    await account.rail.collect(payment);
    const { body, headers, ...rest } = await callback(payment.id);
    const unsigned = { ...rest, body, headers: { 'content-type': 'application/json' } };
    const received = await plain.receive(unsigned);
    assert.equal('about' in received && received.about, payment.id);
    // A signature that is there must be right all the same.
    const forged = { ...rest, headers, body: Buffer.from('{}') };
    assert.deepEqual(await plain.receive(forged), { refused: 'signature' });
  });

  it('with a wrong signature is refused', async () => {
    const payment = collection('+260971000000');
    await mode({ mode: 'wrong_signature', reference: payment.id });
    await account.rail.collect(payment);
    assert.deepEqual(await account.rail.receive(await callback(payment.id)), { refused: 'signature' });
  });

  it('about a payment that nobody made names no id of ours', async () => {
    const payment = collection('+260971000000', { amount: 777n });
    await mode({ mode: 'forged', reference: payment.id });
    const before = arrived.length;
    await account.rail.collect(payment);
    while (arrived.length === before) await sleep(25);
    const received = await account.rail.receive(arrived.at(-1)!);
    assert.ok('about' in received && received.about === null);
    assert.notEqual(received.handle, derivedUuid(payment.id));
  });

  it('that names an id of another record names none', async () => {
    const { api_token } = account.counterpart.credentials;
    const plain = account.connect({ api_token });
    const other = collection('+260971000000');
    const body = { depositId: derivedUuid(other.id), clientReferenceId: 'pay_somebody', status: 'COMPLETED' };
    const request = { ...arrived[0]!, headers: {}, body: Buffer.from(JSON.stringify(body)) };
    const received = await plain.receive(request);
    assert.deepEqual(received, { answer: { status: 200 }, about: null, handle: derivedUuid(other.id) });
    await assert.rejects(plain.receive({ ...request, body: Buffer.from('<html>') }));
    await assert.rejects(plain.receive({ ...request, body: Buffer.from('{"status":"COMPLETED"}') }));
  });

  it('about another country or operator of the account is noted, and names no record', async () => {
    const { api_token } = account.counterpart.credentials;
    const plain = account.connect({ api_token });
    const pinned = account.connect({ api_token, operator: 'MTN_MOMO_ZMB' });
    const payment = collection('+260971000000');
    const body = {
      depositId: derivedUuid(payment.id),
      clientReferenceId: payment.id,
      country: 'ZMB',
      currency: 'ZMW',
      payer: { type: 'MMO', accountDetails: { provider: 'AIRTEL_OAPI_ZMB' } },
    };
    const receive = (rail: typeof plain, change: object) =>
      rail.receive({ ...arrived[0]!, headers: {}, body: Buffer.from(JSON.stringify({ ...body, ...change })) });
    const noted = { answer: { status: 200 }, about: null };
    assert.equal(((await receive(plain, {})) as { about: string }).about, payment.id);
    assert.deepEqual(await receive(plain, { country: 'RWA' }), noted);
    assert.deepEqual(await receive(plain, { currency: 'USD' }), noted);
    assert.deepEqual(await receive(pinned, {}), noted);
  });

  it('may lie: the state that pawaPay answers counts', async () => {
    const payment = collection('+260971000000');
    await mode({ mode: 'opposite', reference: payment.id });
    await account.rail.collect(payment);
    const lie = await callback(payment.id);
    assert.equal(JSON.parse(lie.body.toString()).status, 'FAILED');
    assert.deepEqual(await account.rail.receive(lie), {
      answer: { status: 200 },
      about: payment.id,
      handle: derivedUuid(payment.id),
    });
    assert.equal((await account.rail.check(payment)).state, 'succeeded');
  });

  it('is repeated until it is answered, and sent again on request', async () => {
    const payment = collection('+260971000000');
    status = 503;
    await account.rail.collect(payment);
    await callback(payment.id);
    status = 200;
    await account.counterpart.ask('POST', '/clock', { advance_ms: 11_000 });
    await callbacksAbout(payment.id, 2);
    const { api_token: token } = account.counterpart.credentials;
    const again = await fetch(`${account.counterpart.url}/v2/deposits/resend-callback/${derivedUuid(payment.id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(((await again.json()) as { status: string }).status, 'ACCEPTED');
    await callbacksAbout(payment.id, 3);
  });

  it('is verified in both encodings, and with a new key after a rotation', async () => {
    await account.counterpart.ask('POST', '/settings', { signature_encoding: 'ieee-p1363' });
    const raw = collection('+260971000000');
    await account.rail.collect(raw);
    assert.ok('about' in (await account.rail.receive(await callback(raw.id))));
    await account.counterpart.ask('POST', '/settings', { signature_encoding: 'der' });
    let passed = 0;
    const rail = account.connect(account.counterpart.credentials, {}, () => Date.now() + passed);
    assert.ok('about' in (await rail.receive(await callback(raw.id))));
    await account.counterpart.ask('POST', '/rotate-key');
    const rotated = collection('+260971000000');
    await rail.collect(rotated);
    const signed = await callback(rotated.id);
    // A key that is not known is looked for once in ten seconds: anybody can name one.
    assert.deepEqual(await rail.receive(signed), { refused: 'signature' });
    passed = 11_000;
    assert.ok('about' in (await rail.receive(signed)));
  });
});
