import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after as atEnd, before, beforeEach, test } from 'node:test';
import type { CallbackRequest, ReadCallback, StatementRow } from '../../src/rails/rail.ts';
import { after, ask, startWave, verdict, type WaveTest } from './wave-rail.ts';

let wave: WaveTest;
let address: string;
const arrived: CallbackRequest[] = [];
const PHONE = '+221770001234';

/** Keeps what the counterpart sends, as the service's callback address does. */
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    arrived.push({
      method: request.method!,
      path: request.url!,
      query: {},
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks),
      authority: 'localhost',
      about: null,
    });
    response.writeHead(200).end();
  });
});

before(async () => {
  wave = await startWave();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/rails/a/b`;
});
beforeEach(async () => {
  arrived.length = 0;
  await wave.counterpart.ask('DELETE', '/callbacks');
  await wave.counterpart.ask('POST', '/webhooks', { url: address });
});
atEnd(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await wave.stop();
});

/** Waits for the webhooks, and reads them. */
async function received(count = 1, rail = wave.rail): Promise<ReadCallback[]> {
  await ask('all', async () => ({ state: arrived.length >= count ? 'all' : 'fewer' }));
  return Promise.all(arrived.map((request) => rail.receive(request)));
}

async function pay(phone = PHONE) {
  const sent = wave.collection(phone);
  return after(sent, await wave.rail.collect(sent));
}

test('a signed webhook names the payment, and a second one is the same', async () => {
  await wave.counterpart.ask('POST', '/callbacks', { mode: 'twice' });
  const collection = await pay();
  const expected = { answer: { status: 200 }, about: collection.id, handle: collection.handle };
  assert.deepEqual(await received(2), [expected, expected]);
});

test('a webhook may come before the answer of the request', async () => {
  await wave.counterpart.ask('POST', '/callbacks', { mode: 'early' });
  const collection = await pay();
  assert.equal(arrived.length, 1);
  const [event] = await received();
  assert.equal((event as { about: string }).about, collection.id);
});

test('a wrong signature is refused', async () => {
  await wave.counterpart.ask('POST', '/callbacks', { mode: 'wrong_signature' });
  await pay();
  assert.deepEqual(await received(), [{ refused: 'signature' }]);
});

test('a webhook with another amount or the opposite verdict changes no answer', async () => {
  for (const mode of ['other_amount', 'opposite', 'forged'] as const) {
    arrived.length = 0;
    await wave.counterpart.ask('POST', '/callbacks', { mode });
    const collection = await pay();
    const [event] = await received();
    assert.equal((event as { about: string }).about, mode === 'forged' ? 'pay_unknown' : collection.id);
    assert.ok(!('result' in event!));
    const answer = await ask('succeeded', () => wave.rail.check(collection));
    assert.equal((answer as { received?: { amount: bigint } }).received?.amount, 1_000n);
  }
});

test('a webhook with a shared secret is read by a rail that expects one', async () => {
  await wave.counterpart.ask('POST', '/webhooks', { url: address, strategy: 'shared_secret' });
  const rail = wave.connect({ ...wave.counterpart.credentials, webhook_strategy: 'shared_secret' });
  const { id } = await pay();
  const [event] = await received(1, rail);
  assert.equal((event as { about: string }).about, id);
  assert.deepEqual(await received(1), [{ refused: 'signature' }]);
});

test('a rail without a webhook secret refuses every webhook', async () => {
  const { api_key } = wave.counterpart.credentials;
  await pay();
  const rail = wave.connect({ api_key });
  assert.deepEqual(await received(1, rail), [{ refused: 'signature' }]);
});

test('a direct payment is incoming money, and the statement confirms it', async () => {
  const fields = { amount: '1000', phone: PHONE, account: 'abc-123' };
  const { operation } = await wave.counterpart.ask('POST', '/incoming', fields);
  const [event] = await received();
  const incoming = 'incoming' in event! ? event.incoming?.[0] : undefined;
  assert.deepEqual([incoming?.receipt, incoming?.amount, incoming?.accountText], [operation, 990n, 'abc-123']);
  const row = (await statement()).find((one) => one.operation === operation);
  assert.deepEqual([row?.kind, row?.amount, row?.accountText], ['incoming', 990n, 'abc-123']);
});

/** All rows of today and tomorrow, page by page. */
async function statement(): Promise<StatementRow[]> {
  const rows: StatementRow[] = [];
  let cursor: string | null = null;
  do {
    const from = new Date(Date.now() - 24 * 3_600_000);
    const page = await wave.rail.statement(from, new Date(Date.now() + 24 * 3_600_000), cursor);
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows;
}

test('the statement and the balance agree with the books of Wave, over several pages', async () => {
  const items = Array.from({ length: 60 }, () => wave.item(PHONE));
  await wave.rail.payOutMany(items);
  await wave.advance(1_000);
  await Promise.all(Array.from({ length: 60 }, () => wave.rail.payOut(wave.item(PHONE))));
  const collection = await pay();
  await ask('succeeded', () => wave.rail.check(collection));
  const rows = await statement();
  const { entries, balances } = await wave.counterpart.ask('GET', '/ledger');
  const moved = entries.filter(({ kind }: { kind: string }) => kind !== 'topup');
  assert.ok(rows.length > 200);
  const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const booked = moved.map(({ amount }: { amount: string }) => BigInt(amount));
  assert.equal(sum(rows.map(({ amount }) => amount)), sum(booked));
  assert.ok(rows.some(({ record, kind }) => record === collection.id && kind === 'collection'));
  assert.deepEqual(await wave.rail.balance(), [{ currency: 'XOF', available: BigInt(balances.XOF) }]);
});

test('a recipient is verified by name and limit', async () => {
  await wave.counterpart.ask('POST', '/recipients', { mobile: PHONE, name: 'Fatou Ndiaye' });
  const verify = (phone: string, name: string | null, amount: bigint | null = 1_000n) =>
    wave.rail.lookUp({ phone, currency: 'XOF', name, amount });
  assert.deepEqual(await verify(PHONE, 'NDIAYE Fatou'), {
    exists: true,
    canReceive: true,
    name: null,
    nameMatch: 'full',
  });
  assert.equal((await verify(PHONE, 'Amadou Ba')).nameMatch, 'none');
  assert.equal((await verify(PHONE, null, null)).nameMatch, 'unknown');
  assert.equal((await verify('+221770000011', 'Amadou Ba')).exists, null);
  assert.equal((await verify('+221770000012', 'Amadou Ba')).canReceive, false);
  assert.equal((await verify('770001234', 'Amadou Ba')).exists, false);
});

test('a number that is verified too often is blocked for an hour', async () => {
  const question = { phone: '+221770007777', currency: 'XOF', name: null, amount: null };
  for (let i = 0; i < 30; i++) await wave.rail.lookUp(question);
  await assert.rejects(wave.rail.lookUp(question), /429/);
  await wave.advance(59 * 60_000);
  await assert.rejects(wave.rail.lookUp(question), /429/);
  await wave.advance(60_000);
  assert.equal((await wave.rail.lookUp(question)).canReceive, true);
});

test('a wallet that wants signed requests gets them', async () => {
  await wave.counterpart.ask('POST', '/settings', { signed_requests: true });
  assert.equal((await wave.rail.payOut(wave.item(PHONE))).state, 'succeeded');
  assert.equal((await wave.rail.balance()).length, 1);
  const { api_key } = wave.counterpart.credentials;
  const unsigned = wave.connect({ api_key });
  assert.deepEqual(verdict(await unsigned.payOut(wave.item(PHONE))), ['not_taken', 'credentials']);
  const wrong = wave.connect({ api_key, signing_secret: 'wave_sn_AKS_wrong' });
  assert.deepEqual(verdict(await wrong.payOut(wave.item(PHONE))), ['not_taken', 'credentials']);
  await wave.counterpart.ask('POST', '/settings', { signed_requests: false });
});
