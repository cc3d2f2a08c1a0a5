import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openLocalQueue } from '../../src/payments/local-queue.ts';
import { createPaymentsWorker } from '../../src/payments/worker.ts';
import { fixedRails, type Rail } from '../../src/rails/rail.ts';
import { sandboxRail } from '../../src/rails/sandbox.ts';
import { openPayment, payment, phone } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';

/** Creates payments and has no workers of its own. */
let front: TestService;
/** Another node on the same database, with workers. */
let back: TestService | undefined;
before(async () => {
  front = await startTestService({ ROLE: 'api' });
});
after(async () => {
  await back?.stop();
  await front.stop();
});

/** A worker whose sandbox rail answers the first status request like this. */
const workerOn = (collect: NonNullable<Rail['collect']>) =>
  createPaymentsWorker({
    db: front.db,
    rails: fixedRails({ sandbox: { ...sandboxRail(front.db), collect } }),
    onError: assert.ifError,
    onFinal: () => {},
  });
/** A worker that never gets to its local queue. */
const workless = () => workerOn(() => assert.fail('the worker ran'));

const jobOf = async (id: string) => {
  const text = 'SELECT due_at > now() AS leased, asked FROM payments WHERE id = $1';
  return (await front.db.query<{ leased: boolean; asked: number }>({ name: 'job_of', text }, [id]))[0]!;
};
const postingsOf = async (id: string) => {
  const text = 'SELECT count(*)::int AS count FROM postings WHERE source = $1';
  return (await front.db.query<{ count: number }>({ name: 'postings_of', text }, [id]))[0]!.count;
};

it('a payment whose process stops can be claimed by any node at once', async () => {
  const worker = workless();
  const shop = await front.merchant();
  const { id } = await openPayment(shop, { customer: phone('1234') });
  // The control: a claim skips it while it is in the local queue.
  assert.deepEqual(await jobOf(id), { leased: true, asked: 1 });
  await worker.releaseClaims();
  assert.deepEqual(await jobOf(id), { leased: false, asked: 0 });
});

it('a process shuts down in order where the database can no longer release its local queue', async (t) => {
  const errors: unknown[] = [];
  const worker = createPaymentsWorker({
    db: front.db,
    rails: fixedRails({ sandbox: sandboxRail(front.db) }),
    onError: (error) => errors.push(error),
    onFinal: () => {},
  });
  const { id } = await openPayment(await front.merchant(), { customer: phone('1234') });
  const readOnly = new Error('cannot execute UPDATE in a read-only transaction');
  const query = t.mock.method(front.db, 'query', () => Promise.reject(readOnly));
  await worker.releaseClaims();
  query.mock.restore();
  assert.deepEqual(errors, [readOnly]);
  // Its lease expires by itself.
  assert.deepEqual(await jobOf(id), { leased: true, asked: 1 });
});

it('a payment that a process has no room for can be claimed by any node at once', async () => {
  const queue = openLocalQueue();
  const filled = queue.room() - 1;
  front.db.node.localQueue = { ...queue, room: () => queue.room() - filled };
  const shop = await front.merchant();
  const { id } = await openPayment(shop, { customer: phone('1234') });
  const beyond = await openPayment(shop, { customer: phone('1234') });
  front.db.node.localQueue = undefined;
  // The control: the first payment found room.
  assert.deepEqual(await jobOf(id), { leased: true, asked: 1 });
  assert.deepEqual(await jobOf(beyond.id), { leased: false, asked: 0 });
});

it('a payment whose process dies is settled once, by another node after its lease has expired', async () => {
  workless();
  const shop = await front.merchant();
  const { id } = await openPayment(shop, { customer: phone('1234') });
  back = await startTestService({}, { url: front.url });
  // The control: the working node has polled and paid a due payment; it leaves this one to the holder of its lease.
  const free = createPaymentsWorker({
    db: front.db,
    rails: fixedRails({}),
    onError: assert.ifError,
    onFinal: () => {},
  });
  await free.releaseClaims();
  const other = await openPayment(shop, { customer: phone('1234') });
  await payment(shop, other.id, 'succeeded');
  assert.deepEqual(await jobOf(id), { leased: true, asked: 1 });

  const text = 'UPDATE payments SET due_at = now() WHERE id = $1';
  await front.db.query({ name: 'expire', text }, [id]);
  back.db.node.wakeHere('payments');
  await payment(shop, id, 'succeeded');
  await until(async () => (await postingsOf(id)) === 1);
});

it('a payment that is both in a local queue and claimed, as after a long pause, is settled once', async () => {
  await back?.stop();
  back = undefined;
  const worker = workerOn(async ({ id }) => ({ state: 'succeeded', railReference: `at-once-${id}` }));
  const shop = await front.merchant();
  const { id } = await openPayment(shop, { customer: phone('1234') });
  const text = `UPDATE payments SET due_at = now() - interval '1 s' WHERE id = $1`;
  await front.db.query({ name: 'expire_past', text }, [id]);
  await worker.round();
  assert.equal(await postingsOf(id), 1);
  await worker.releaseClaims();
});

it('a payment in the local queue is processed in the next round when the claim beside it fails', async (t) => {
  const worker = workerOn(async ({ id }) => ({ state: 'succeeded', railReference: `next-${id}` }));
  const shop = await front.merchant();
  const { id } = await openPayment(shop, { customer: phone('1234') });
  const broken = t.mock.method(front.db, 'query', () => Promise.reject(new Error('the database is gone')));
  await assert.rejects(worker.round(), /the database is gone/);
  assert.equal(broken.mock.callCount(), 1);
  broken.mock.restore();
  await worker.round();
  assert.equal(await postingsOf(id), 1);
  await worker.releaseClaims();
});

it('a payment whose second poll finds no room is written as due, for a claim', async () => {
  const worker = workerOn(async () => ({ state: 'processing' }));
  const shop = await front.merchant();
  const dueIn = async (id: string) => {
    const text = 'SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM payments WHERE id = $1';
    return (await front.db.query<{ seconds: number }>({ name: 'due_of', text }, [id]))[0]!.seconds;
  };
  const first = await openPayment(shop, { customer: phone('1234') });
  await worker.round();
  // The control: with room it keeps its lease, and no claim takes it.
  assert.ok((await dueIn(first.id)) > 30);
  assert.equal((await jobOf(first.id)).asked, 2);
  const second = await openPayment(shop, { customer: phone('1234') });
  front.db.node.localQueue = { ...openLocalQueue(), room: () => 0 };
  await worker.round();
  front.db.node.localQueue = undefined;
  assert.ok((await dueIn(second.id)) < 5);
  await worker.releaseClaims();
});
