import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { verify } from '../../src/core/signature.ts';
import { sendHead } from '../../src/seal/send-head.ts';
import { directoryWitness, urlWitness } from '../../src/seal/witness.ts';
import { openSender } from '../../src/webhooks/send.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import type { TestPerson } from '../support/person.ts';
import { sealAll } from '../support/sealed-ledger.ts';

const secret = `whsec_${'a'.repeat(48)}`;
let service: TestService;
let shop: TestMerchant;
let operator: TestPerson;
let directory: string;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'witness-'));
  service = await startTestService({ SEAL_SECONDS: '1', SEAL_WITNESS: directory, SEAL_WITNESS_MINUTES: '1' });
  shop = await service.merchant();
  operator = await service.person('operator', { role: 'finance' });
});
after(() => service.stop());

const read = async (path: string) => (await operator.call('GET', path)).body;

describe('the head of the sealed ledger', () => {
  it('is empty before the first posting', async () => {
    const { number, hash, sealed_at, count, lag_seconds } = await read('/operator/ledger/seal');
    assert.deepEqual([number, hash, sealed_at, count, lag_seconds], [0, '0'.repeat(64), null, 0, 0]);
  });

  it('follows the postings, is listed, reported in the metrics, and sent to the witness', async () => {
    const from = await shop.wallet('XOF', 1_000n);
    const { body: to } = await shop.call('POST', '/wallets', { currency: 'XOF' });
    for (let i = 0; i < 3; i++)
      await shop.call('POST', '/wallets/transfer', { from, to: to.id, amount: 1, currency: 'XOF' });
    const head = await until(async () => {
      const found = await read('/operator/ledger/seal');
      return found.count === 4 && found.lag_seconds === 0 && found;
    });
    const { data, has_more } = await read('/operator/ledger/seals?limit=100');
    assert.deepEqual(
      [data[0].number, data[0].hash, data[0].sealed_count, has_more],
      [head.number, head.hash, 4, false],
    );
    const oldest = await read('/operator/ledger/seals?limit=1&order=asc');
    assert.equal(oldest.data[0].previous, '0'.repeat(64));
    const next = await read(`/operator/ledger/seals?order=asc&starting_after=${oldest.data[0].id}`);
    assert.equal(next.data.length, head.number - 1);
    const metrics = await (await fetch(`${service.base}/metrics`)).text();
    assert.match(metrics, /^rialto_seal_number \d+$/m);
    assert.match(metrics, /^rialto_seal_lag_seconds \d/m);
    const witness = await until(async () => {
      const found = (await read('/operator/ledger/seal')).witness;
      return found.sent_at !== null && found;
    });
    const [line] = readFileSync(join(directory, 'seal-heads.jsonl'), 'utf8').split('\n');
    const kept = JSON.parse(line!);
    assert.deepEqual([kept.number, witness.error], [witness.number, null]);
    const sealed = (await read('/operator/ledger/seals?limit=100')).data.find((s: any) => s.number === kept.number);
    assert.equal(kept.hash, sealed.hash);
  });

  it('is for operators with the right to the ledger', async () => {
    const support = await service.person('operator', { role: 'support' });
    for (const path of ['/operator/ledger/seal', '/operator/ledger/seals'])
      assert.equal((await support.call('GET', path)).status, 403);
  });
});

describe('a witness', () => {
  /** It has no witness of its own, which could take the head first. */
  let quiet: TestService;
  before(async () => {
    quiet = await startTestService({ SEAL_SECONDS: '86400' });
    shop = await quiet.merchant();
    operator = await quiet.person('operator', { role: 'finance' });
  });
  after(() => quiet.stop());
  /** Makes the next head due, as if the interval had passed. */
  const due = async () => {
    await shop.wallet('USD', 5n);
    await sealAll(quiet.db);
    const text = `UPDATE seal_witness SET claimed_at = '-infinity'`;
    await quiet.db.query({ name: 'test_due', text });
  };

  it('gets a signed POST', async () => {
    const got: { headers: Record<string, unknown>; body: string }[] = [];
    const server = createServer(async (request, response) => {
      got.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
      response.end();
    }).listen(0, '127.0.0.1');
    await until(async () => server.listening);
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/heads`;
    const sender = openSender({ policy: { allowLoopback: true, allowedCidrs: [] } });
    await due();
    const witness = urlWitness({ url, secret, sender, headerPrefix: 'Service', userAgent: 'test' });
    await sendHead(quiet.db, witness, 60_000);
    await sendHead(quiet.db, witness, 60_000);
    server.close();
    await sender.close();
    assert.equal(got.length, 1, 'each head is sent once');
    const { headers, body } = got[0]!;
    assert.ok(verify(String(headers['service-signature']), body, secret, Date.now() / 1_000));
    assert.equal(JSON.parse(body).object, 'seal_head');
  });

  it('that fails is reported, and gets a head again after the interval', async () => {
    const sender = openSender({ policy: { allowLoopback: false, allowedCidrs: [] } });
    const refused = { url: 'https://127.0.0.1:9/', secret, sender, headerPrefix: 'Service', userAgent: 'test' };
    await due();
    await assert.rejects(sendHead(quiet.db, urlWitness(refused), 60_000), /could not be sent/);
    assert.match((await read('/operator/ledger/seal')).witness.error, /not public/);
    await sendHead(quiet.db, directoryWitness('/nonexistent'), 60_000);
    await due();
    await assert.rejects(sendHead(quiet.db, directoryWitness('/nonexistent'), 60_000));
    await sender.close();
  });

  it('that is a URL needs a secret', () => {
    const env = { SEAL_WITNESS: 'https://witness.example/heads' };
    assert.throws(() => readConfig(env), /needs SEAL_WITNESS_SECRET/);
    assert.throws(() => readConfig({ SEAL_WITNESS: 'heads' }), /absolute path/);
    assert.ok(readConfig({ ...env, SEAL_WITNESS_SECRET: secret }));
  });
});
