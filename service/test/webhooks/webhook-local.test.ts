import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown } from '../../src/db/failure.ts';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import { openEvents } from '../../src/events/emit.ts';
import type { LocalDeliveries } from '../../src/events/local-deliveries.ts';
import { createOpener } from '../../src/webhooks/secret.ts';
import type { Outcome, Sender } from '../../src/webhooks/send.ts';
import { createDeliveryWorker } from '../../src/webhooks/worker.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { emit } from '../support/webhook-flows.ts';

/** It has no worker but the one that each test makes: without rounds nothing is claimed. */
let service: TestService;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
});
after(() => service.stop());
const atTheEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of atTheEnd.splice(0).reverse()) await end();
  await service.db.query({ name: 'disable_all', text: `UPDATE webhook_endpoints SET status = 'disabled'` });
});

const good: Outcome = {
  responseStatus: 200,
  responseHeaders: {},
  responseBody: '',
  error: null,
  durationMs: 1,
  retryAfterMs: null,
};

/** A worker that takes the deliveries that this process commits, and the requests that it made. */
function workerThat(send: (url: string) => Promise<Outcome>, offer = (local: LocalDeliveries) => local) {
  const sent: string[] = [];
  const sender: Sender = {
    send: ({ url }) => {
      sent.push(url);
      return send(url);
    },
    close: async () => {},
  };
  const openSecret = createOpener(testSecrets.encryptionKey);
  const onError = (error: unknown) => {
    throw error;
  };
  const attempts = { senders: { test: sender, live: sender }, openSecret, headerPrefix: 'Service', userAgent: '' };
  const worker = createDeliveryWorker({ ...attempts, db: service.db, onError, onAttempt: () => {} });
  service.db.node.localDeliveries = offer(worker.localDeliveries);
  const withdraw = () => {
    service.db.node.localDeliveries = undefined;
  };
  atTheEnd.push(() => worker.stop(), withdraw);
  return { worker, sent, withdraw };
}

async function subscribe(shop: TestMerchant, url = 'https://93.184.216.34/well'): Promise<string> {
  return (await shop.call('POST', '/webhooks', { url, events: ['*'] })).body.id;
}

async function counted({ world }: TestMerchant): Promise<{ due: number; leased: number; succeeded: number }> {
  const text = `
    SELECT count(*) FILTER (WHERE status = 'pending' AND leased_until IS NULL AND next_attempt_at <= now())::int AS due,
           count(*) FILTER (WHERE status = 'pending' AND leased_until > now() + interval '15 s')::int AS leased,
           count(*) FILTER (WHERE status = 'succeeded' AND attempts_made = 1)::int AS succeeded
    FROM deliveries WHERE world = $1`;
  return (await service.db.query<any>({ name: 'count_by_state', text }, [world]))[0];
}

async function emitMany(tx: Tx, { world }: TestMerchant, count: number): Promise<void> {
  const draft = { world, livemode: false, type: 'kyc.updated', at: new Date(), object: '{}' } as const;
  (await openEvents(tx, [{ world }])).emit(Array(count).fill(draft));
}

it('a process sends its own committed deliveries without a claim; control: without local ones it claims', async () => {
  const shop = await service.merchant();
  await subscribe(shop);
  const { worker, sent, withdraw } = workerThat(async () => good);
  await emit(shop, 'payment.succeeded');
  await until(async () => (await counted(shop)).succeeded === 1);
  withdraw();
  await emit(shop, 'payment.succeeded');
  await sleep(200);
  assert.deepEqual(await counted(shop), { due: 1, leased: 0, succeeded: 1 });
  assert.equal(sent.length, 1);
  worker.woken(null);
  await worker.round();
  await until(async () => (await counted(shop)).succeeded === 2);
});

it('nothing is sent of a transaction that is rolled back, or whose outcome is unknown', async () => {
  const shop = await service.merchant();
  await subscribe(shop);
  const { sent } = workerThat(async () => good);
  const run = (end: (tx: Tx) => unknown) =>
    transaction(service.db, async (tx) => {
      await emitMany(tx, shop, 1);
      await end(tx);
    });
  const thrown = run(() => {
    throw new Error('no more');
  });
  await assert.rejects(thrown, /no more/);
  // A statement that fails while COMMIT is in flight.
  const failing = run((tx) => void tx.query({ name: 'fails', text: 'SELECT 1 / 0' }));
  await assert.rejects(failing, /division by zero/);
  const broken = run(async (tx) => {
    tx.query({ name: 'be_cut', text: `SET LOCAL idle_in_transaction_session_timeout = '20ms'` });
    await sleep(200);
  });
  await assert.rejects(broken, OutcomeUnknown);
  await sleep(200);
  assert.equal(sent.length, 0);
  // The control.
  await run(() => {});
  await until(async () => sent.length === 1);
});

it('an endpoint that does not answer gets at most its limit; the rest stays due, and others are served', async () => {
  const [hole, shop] = [await service.merchant(), await service.merchant()];
  await subscribe(hole, 'https://93.184.216.34/hole');
  await subscribe(shop);
  const release = Promise.withResolvers<Outcome>();
  const { sent } = workerThat((url) => (url.includes('hole') ? release.promise : Promise.resolve(good)));
  for (let i = 0; i < 10; i++) await emit(hole, 'payment.succeeded');
  assert.deepEqual(await counted(hole), { due: 8, leased: 2, succeeded: 0 });
  for (let i = 1; i <= 10; i++) {
    await emit(shop, 'payment.succeeded');
    await until(async () => (await counted(shop)).succeeded === i);
  }
  assert.equal(sent.filter((url) => url.includes('hole')).length, 2);
  release.resolve(good);
});

it('the deliveries of a failing endpoint are left to claims, with their share', async () => {
  const shop = await service.merchant();
  const endpoint = await subscribe(shop);
  const { sent } = workerThat(async () => good);
  const text = 'UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1';
  await service.db.query({ name: 'fail', text }, [endpoint, new Date()]);
  await emit(shop, 'payment.succeeded');
  assert.deepEqual(await counted(shop), { due: 1, leased: 0, succeeded: 0 });
  assert.equal(sent.length, 0);
  // The control.
  await service.db.query({ name: 'fail', text }, [endpoint, null]);
  await emit(shop, 'payment.succeeded');
  await until(async () => (await counted(shop)).succeeded === 1);
});

it('a large transaction is taken in part: deliveries without room are claimed later', async () => {
  const shop = await service.merchant();
  await subscribe(shop);
  const { worker } = workerThat(async () => good);
  await emit(shop, 'payment.succeeded');
  await until(async () => (await counted(shop)).succeeded === 1);
  await transaction(service.db, (tx) => emitMany(tx, shop, 1_500));
  const { leased, due, succeeded } = await counted(shop);
  assert.equal(leased + due + succeeded, 1_501);
  assert.ok(due > 900, `${due} due`);
  await until(async () => {
    await worker.round();
    return (await counted(shop)).succeeded === 1_501;
  });
});

/**
 * Adds more fresh events than can be sent in every round. @returns the round in which the first of 400 retries was
 * made, at most `rounds`. A claim draws its priority at random and has few chances while the local deliveries are full,
 * so the number varies.
 */
async function roundsToFirstRetry(rounds: number, offer?: (hand: LocalDeliveries) => LocalDeliveries): Promise<number> {
  const shop = await service.merchant();
  await subscribe(shop);
  await transaction(service.db, (tx) => emitMany(tx, shop, 400));
  await service.db.query({ name: 'retries', text: 'UPDATE deliveries_open SET lane = 1 WHERE world = $1' }, [
    shop.world,
  ]);
  const { worker } = workerThat(() => sleep(20, good), offer);
  const text = `
    SELECT count(*)::int AS count FROM deliveries
    WHERE world = $1 AND status = 'pending' AND lane = 1 AND leased_until IS NULL`;
  const waiting = async () =>
    (await service.db.query<{ count: number }>({ name: 'retries_left', text }, [shop.world]))[0]!.count;
  for (let round = 1; round <= rounds; round++) {
    await transaction(service.db, (tx) => emitMany(tx, shop, 200));
    worker.woken(null);
    await worker.round();
    if ((await waiting()) < 400) return round;
  }
  return Number.POSITIVE_INFINITY;
}

it("retries go on under a flood of this process's own events", async (t) => {
  const rounds = await roundsToFirstRetry(400);
  t.diagnostic(`the first after ${rounds} rounds`);
  assert.ok(rounds <= 400);
});

it('control: without a limit on local deliveries they do not', async () => {
  const greedy = (local: LocalDeliveries): LocalDeliveries => ({ ...local, open: () => () => true });
  assert.equal(await roundsToFirstRetry(100, greedy), Number.POSITIVE_INFINITY);
});
