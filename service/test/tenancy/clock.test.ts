import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { continueClock } from '../../src/test-helpers/clock-slice.ts';
import { moveJob } from '../../src/test-helpers/clock-store.ts';
import { createClockWorker } from '../../src/test-helpers/clock-worker.ts';
import { steps } from '../../src/test-helpers/deadlines.ts';
import { openPayment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { withStatements } from '../support/world.ts';

/** No workers here, so only the clock moves deadlines. */
let service: TestService;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
});
after(() => service.stop());

const run = <Row>(text: string, ...values: unknown[]) => service.db.query<Row>({ name: text, text }, values);
const advance = (shop: TestMerchant, seconds = 3_600) => shop.call('POST', '/test/clock/advance', { seconds });

/** A shop with this many open payments: copies of the first under other ids, in one statement. @returns their expiry */
async function manyPayments(count: number): Promise<{ shop: TestMerchant; expires: number }> {
  const shop = await service.merchant();
  const { id, expires_at } = await openPayment(shop, { customer: phone('1234') });
  await run(
    `INSERT INTO payments SELECT (jsonb_populate_record(p, jsonb_build_object('id',
       left(p.id, 14) || lpad(n::text, 16, '0'), 'due_at', now() + interval '1 day'))).*
     FROM payments p, generate_series(1, $3::int) n WHERE p.world = $1 AND p.id = $2`,
    shop.world,
    id,
    count - 1,
  );
  return { shop, expires: Date.parse(expires_at) };
}

/** How often each payment's expiry was moved by `seconds`. */
async function movedTimes({ shop, expires }: { shop: TestMerchant; expires: number }, seconds = 3_600) {
  const rows = await run<{ times: number; count: number }>(
    `SELECT round(extract(epoch FROM $2::timestamptz - expires_at) / $3)::int AS times, count(*)::int AS count
     FROM payments WHERE world = $1 GROUP BY 1 ORDER BY 1`,
    shop.world,
    new Date(expires),
    seconds,
  );
  return rows.map(({ times, count }) => [times, count]);
}

/** An advance whose first transaction moved little, as on a slow database: the job is at its first step. */
async function leaveJob(shop: TestMerchant, seconds = 3_600) {
  await run(
    `INSERT INTO clock_advances (world, seconds, step, cursor, bounds, started_at, due_at)
     SELECT $1, $2, $3, '', $4, now(), now()`,
    shop.world,
    seconds,
    'payments',
    JSON.stringify({
      ...Object.fromEntries(steps.map(({ name }) => [name, '~'])),
      payments: (await run<{ id: string }>('SELECT max(id) AS id FROM payments WHERE world = $1', shop.world))[0]!.id,
    }),
  );
}

const finish = async (world: number) => {
  let slices = 0;
  while (await continueClock(service.db, world)) slices++;
  return slices;
};

describe('the test clock', () => {
  it('has its answer at once in a small world', async () => {
    const made = await manyPayments(3);
    const { status, body } = await advance(made.shop);
    assert.deepEqual([status, body.status, body.advanced_seconds], [200, 'ready', 3_600]);
    assert.deepEqual(await movedTimes(made), [[1, 3]]);
    const clock = (await made.shop.call('GET', '/test/clock')).body;
    assert.deepEqual([clock.status, clock.advanced_seconds], ['ready', 3_600]);
  });

  it('of a large world is a job, and every deadline has moved once when it is done', async () => {
    const made = await manyPayments(5_000);
    const key = { 'idempotency-key': 'large' };
    const first = await made.shop.call('POST', '/test/clock/advance', { seconds: 3_600 }, key);
    assert.deepEqual([first.status, first.body.status], [200, 'advancing']);
    await finish(made.shop.world);
    assert.deepEqual(await movedTimes(made), [[1, 5_000]]);
    assert.equal((await made.shop.call('GET', '/test/clock')).body.status, 'ready');
    // The same bytes, and nothing moves again.
    const again = await made.shop.call('POST', '/test/clock/advance', { seconds: 3_600 }, key);
    assert.equal(again.text, first.text);
    assert.deepEqual(await movedTimes(made), [[1, 5_000]]);
  });

  it('answers 409 to a second advance until the first is done', async () => {
    const made = await manyPayments(2);
    await leaveJob(made.shop);
    const refused = await advance(made.shop);
    assert.deepEqual(refusal(refused), [409, 'clock_advance_in_progress']);
    assert.equal((await made.shop.call('GET', '/test/clock')).body.status, 'advancing');
    await finish(made.shop.world);
    assert.deepEqual([(await advance(made.shop)).body.status, await movedTimes(made)], ['ready', [[2, 2]]]);
  });

  it('does not move payments that were made after the advance began', async () => {
    const made = await manyPayments(2);
    await leaveJob(made.shop);
    const later = await openPayment(made.shop, { customer: phone('1234') });
    await finish(made.shop.world);
    const now = (await made.shop.call('GET', `/payments/${later.id}`)).body;
    assert.deepEqual([now.expires_at, now.version], [later.expires_at, later.version]);
  });

  it('neither skips nor repeats a deadline when slices are interrupted', async () => {
    const made = await manyPayments(3_000);
    await leaveJob(made.shop);
    // As a process that is killed before its COMMIT: the database rolls the slice back.
    const dying = withStatements(service.db, (statement) =>
      statement === moveJob ? { name: 'die', text: 'SELECT $1::int, $2::text, $3::text, 1 / 0' } : statement,
    );
    let cut = 0;
    const die = () => continueClock(dying, made.shop.world).catch(() => cut++);
    await die();
    while (await continueClock(service.db, made.shop.world)) await die();
    assert.ok(cut > 0);
    assert.deepEqual(await movedTimes(made), [[1, 3_000]]);
  });

  it('control: where a slice does not move the cursor, deadlines move twice', async () => {
    const made = await manyPayments(3_000);
    await leaveJob(made.shop);
    const forgetful = withStatements(service.db, (statement) =>
      statement === moveJob ? { name: 'forget', text: 'SELECT $1::int, $2::text, $3::text' } : statement,
    );
    await continueClock(forgetful, made.shop.world);
    await finish(made.shop.world);
    assert.ok((await movedTimes(made)).some(([times]) => times! > 1));
  });

  it('is continued by a worker, which parks a failing advance until its tenant asks again', async () => {
    const made = await manyPayments(2);
    await leaveJob(made.shop);
    const parked: number[] = [];
    const errors: unknown[] = [];
    const failing = withStatements(service.db, (statement) =>
      statement.name === 'clock_payments' ? { name: 'fail', text: 'SELECT $1, $2, $3, $4, $5, $6, 1 / 0' } : statement,
    );
    const worker = (db: Database) =>
      createClockWorker({ db, onError: (error) => errors.push(error), onParked: (world) => parked.push(world) });
    const soon = () => run('UPDATE clock_advances SET due_at = now() WHERE due_at IS NOT NULL');
    for (const round = worker(failing); parked.length === 0; await soon()) await round();
    assert.deepEqual([parked, errors.length], [[made.shop.world], 10]);
    // Parked: no worker continues it.
    await worker(service.db)();
    assert.deepEqual(await movedTimes(made), [[0, 2]]);
    assert.deepEqual(refusal(await advance(made.shop)), [409, 'clock_advance_in_progress']);
    await worker(service.db)();
    assert.deepEqual(await movedTimes(made), [[1, 2]]);
  });

  it('does not block requests of the same world during an advance', async () => {
    const made = await manyPayments(3_000);
    await leaveJob(made.shop);
    const outcomes: number[] = [];
    while (await continueClock(service.db, made.shop.world))
      outcomes.push(
        (await made.shop.call('POST', '/payments', { amount: 1, currency: 'XOF', customer: phone('1234') })).status,
      );
    assert.ok(outcomes.length > 0 && outcomes.every((status) => status === 201), outcomes.join());
    assert.deepEqual(
      await movedTimes(made),
      [
        [0, outcomes.length],
        [1, 3_000],
      ].filter(([, count]) => count! > 0),
    );
  });
});
