import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rollKey } from '../../src/access/roll-key.ts';
import { transaction } from '../../src/db/transaction.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { attempted, closeReceivers, emit, nthDelivery, subscribe } from '../support/webhook-flows.ts';
import { wrongClock } from './wrong-clock.ts';

const HOUR_MS = 3_600_000;
const body = { amount: 1_000, currency: 'XOF', customer: '+50937001234' };
const setClock = wrongClock();

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
afterEach(() => setClock(0));
after(() => {
  closeReceivers();
  return service.stop();
});

// As NTP does with a machine that started with another zone's hour.
describe('a clock that is set back by an hour', () => {
  it('causes no rate-limit refusals', async () => {
    const limited = await startTestService({ RATE_LIMIT: 'on', RATE_LIMIT_TEST: '5' }, service);
    const ask = async () => (await limited.request('GET', '/api/v1/wallets', { key: shop.key })).status;
    await ask();
    setClock(-HOUR_MS);
    const answers: number[] = [];
    for (let i = 0; i < 8; i++) {
      await sleep(250);
      answers.push(await ask());
    }
    await limited.stop();
    assert.deepEqual(answers, Array(8).fill(200));
  });

  it('leaves the records made then in the lists of their time', async () => {
    await shop.call('POST', '/payments', body);
    setClock(-HOUR_MS);
    const { id, created_at } = (await shop.call('POST', '/payments', body)).body;
    const around = (ms: number) => new Date(Date.parse(created_at) + ms).toISOString();
    const { data } = (
      await shop.call('GET', `/payments?created_at[gte]=${around(-1_000)}&created_at[lt]=${around(30_000)}`)
    ).body;
    assert.deepEqual(
      data.map((payment: { id: string }) => payment.id),
      [id],
    );
  });
});

it('a node whose clock is minutes off says so in its log, in any role', async () => {
  const lines: string[] = [];
  const start = () =>
    startTestService({ ROLE: 'api', LOG_LEVEL: 'error' }, service, { write: (line) => lines.push(line) });
  const right = await start();
  await shop.call('GET', '/wallets');
  await right.stop();
  assert.deepEqual(lines, []);
  setClock(-600_000);
  const behind = await start();
  try {
    await until(async () => lines.length > 0);
    const { msg, ahead_ms } = JSON.parse(lines[0]!);
    assert.match(msg, /clock differs from the database's clock/);
    assert.ok(Math.abs(ahead_ms + 600_000) < 5_000, `${ahead_ms}`);
  } finally {
    await behind.stop();
  }
});

it('a node whose clock is minutes behind refuses a key that was rolled without an overlap', async () => {
  const old = await shop.newKey({});
  await transaction(service.db, (tx) => rollKey(tx, { id: old.id, overlapSeconds: 0 }, testSecrets.pepper));
  setClock(-600_000);
  assert.equal((await service.request('GET', '/api/v1/wallets', { key: old.key })).status, 401);
});

it('a node whose clock is minutes behind retries a webhook on time, not at once', async () => {
  setClock(-600_000);
  const { receiver } = await subscribe(shop, ['payment.succeeded']);
  receiver.answer = { status: 500 };
  await emit(shop, 'payment.succeeded');
  const delivery = await attempted(shop, await nthDelivery(receiver, 1), 1);
  const waits = Date.parse(delivery.next_attempt_at) - (Date.now() + 600_000);
  assert.ok(waits > 0, `was due ${-waits} ms ago`);
});
