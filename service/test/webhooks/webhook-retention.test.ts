import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { createSweep } from '../../src/retention/sweep.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { notingQueue } from '../support/message-queue.ts';
import {
  advance,
  attempted,
  closeReceivers,
  deliveryWith,
  emit,
  failAllAttempts,
  nthDelivery,
  subscribe,
} from '../support/webhook-flows.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;

let service: TestService;
let owner: pg.Client;
before(async () => {
  service = await startTestService();
  owner = new pg.Client({ connectionString: service.url });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await service.stop();
  closeReceivers();
});

/** No notifications here. */
const telling = { queue: notingQueue([]), brand: 'Rialto' };
/** Runs now the sweep that a node makes each minute. */
const sweep = () =>
  createSweep({ db: service.db, documents: service.documents, telling, log: pino({ level: 'silent' }), steadyMs: 0 })(
    () => false,
  );

const partitions = async () => {
  const text = `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deliveries'::regclass`;
  return (await owner.query(text)).rows.map(({ name }) => String(name));
};
/** The numbers of deliveries and attempts that the service can show. */
const rowsOf = async (id: string) => {
  const text = `SELECT count(*)::int AS deliveries, coalesce(sum(cardinality(attempts)), 0)::int AS attempts FROM deliveries WHERE id = $1`;
  return Object.values((await owner.query(text, [id])).rows[0]);
};
const statusOf = async (shop: TestMerchant, id: string) => (await shop.call('GET', `/deliveries/${id}`)).status;

async function deadLetter(shop: TestMerchant): Promise<string> {
  const { receiver } = await subscribe(shop);
  receiver.answer = { status: 500 };
  await emit(shop, 'payment.failed');
  const id = await nthDelivery(receiver, 1);
  await attempted(shop, id, 1);
  await failAllAttempts(shop, id);
  return id;
}

/**
 * Makes the database look as if the last sweep had been `weeks` ago: one partition for each week since, and no more.
 */
async function lastSweptAgo(weeks: number): Promise<string[]> {
  const { rows } = await owner.query(
    `SELECT date_trunc('week', now(), 'UTC') - $1 * interval '7 days' AS first,
            ARRAY(SELECT date_trunc('week', now(), 'UTC') - n * interval '7 days' FROM generate_series($1::int, 0, -1) n) AS bounds`,
    [weeks],
  );
  const bounds: Date[] = rows[0].bounds;
  const names: string[] = [];
  await owner.query('DROP TABLE deliveries_past');
  await owner.query(
    `CREATE TABLE deliveries_past PARTITION OF deliveries FOR VALUES FROM (MINVALUE) TO ('${bounds[0]!.toISOString()}')`,
  );
  for (const [i, from] of bounds.slice(0, -1).entries()) {
    const to = bounds[i + 1]!.toISOString();
    const name = `deliveries_until_${to.slice(0, 10).replaceAll('-', '')}`;
    await owner.query(
      `CREATE TABLE ${name} PARTITION OF deliveries FOR VALUES FROM ('${from.toISOString()}') TO ('${to}')`,
    );
    names.push(name);
  }
  return names;
}

/**
 * The service sweeps when it starts and each minute. Until the returned function is called its sweeps leave the
 * partitions alone.
 */
async function pauseSweeps(): Promise<() => Promise<void>> {
  await owner.query(`SELECT pg_advisory_lock(hashtext('rotate_deliveries'))`);
  return async () => {
    await owner.query(`SELECT pg_advisory_unlock(hashtext('rotate_deliveries'))`);
  };
}

describe('a dead letter', () => {
  it('is visible for 30 days, then hidden, then removed with its partition', async () => {
    const resumeSweeps = await pauseSweeps();
    const weeksAgo = await lastSweptAgo(3);
    assert.equal(weeksAgo.length, 3);
    const shop = await service.merchant();
    const id = await deadLetter(shop);
    await advance(shop, 29 * DAY);
    assert.equal(await statusOf(shop, id), 200);
    await advance(shop, DAY);
    assert.deepEqual(refusal(await shop.call('GET', `/deliveries/${id}`)), [404, 'not_found']);
    // The row stays for the rest of its week: its own time hides it.
    assert.deepEqual(await rowsOf(id), [1, 7]);

    await advance(shop, WEEK);
    const there = await partitions();
    assert.ok(weeksAgo.every((name) => there.includes(name)));
    await resumeSweeps();
    await sweep();
    assert.deepEqual(await rowsOf(id), [0, 0]);
    const left = await partitions();
    assert.ok(weeksAgo.every((name) => !left.includes(name)));
    assert.ok(left.includes('deliveries_open') && left.includes('deliveries_past'));
    assert.equal(left.length, 2 + 8);
  });

  it('control: a sweep removes none that has not expired', async () => {
    const shop = await service.merchant();
    const id = await deadLetter(shop);
    await advance(shop, 29 * DAY);
    const before = await partitions();
    await sweep();
    assert.equal(await statusOf(shop, id), 200);
    assert.deepEqual(await rowsOf(id), [1, 7]);
    assert.deepEqual(await partitions(), before);
  });

  it('that is sent again becomes open again with its attempts, and is kept for another 30 days', async () => {
    const shop = await service.merchant();
    const id = await deadLetter(shop);
    await advance(shop, 29 * DAY);
    assert.equal((await shop.call('POST', `/deliveries/${id}/resend`)).status, 202);
    await attempted(shop, id, 8);
    const where = async () =>
      (await owner.query('SELECT tableoid::regclass::text AS name FROM deliveries WHERE id = $1', [id])).rows[0].name;
    assert.equal(await where(), 'deliveries_open');
    await advance(shop, WEEK);
    // Otherwise the sweep would disable the endpoint and hold its waiting deliveries.
    await owner.query('UPDATE webhook_endpoints SET failing_since = now() WHERE world = $1', [shop.world]);
    await sweep();
    assert.equal(await statusOf(shop, id), 200);
    await failAllAttempts(shop, id);
    assert.match(await where(), /^deliveries_until_\d{8}$/);
    assert.deepEqual(await rowsOf(id), [1, 14]);
  });
});

describe('the partitions', () => {
  it('of the coming weeks are made when they are missing, also by several nodes at once', async () => {
    const before = (await partitions()).sort();
    const last = before.filter((name) => name.includes('_until_')).at(-1)!;
    await owner.query(`DROP TABLE ${last}`);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    assert.deepEqual((await partitions()).sort(), before);
  });

  it('can be made and dropped by their owner only, and the service requests it by the clock', async () => {
    const drop = service.db.pool.query('DROP TABLE deliveries_past');
    await assert.rejects(drop, /must be owner/);
    const { rows } = await owner.query(
      `SELECT has_function_privilege('public', 'rotate_deliveries(boolean)', 'execute') AS anyone`,
    );
    assert.deepEqual(rows, [{ anyone: false }]);
  });

  it('are left for the next sweep when a lock is not free at once: nobody waits long behind it', async () => {
    const resumeSweeps = await pauseSweeps();
    const [name] = await lastSweptAgo(1);
    await owner.query('BEGIN; LOCK TABLE deliveries IN ACCESS SHARE MODE');
    await resumeSweeps();
    await assert.rejects(sweep(), /lock timeout/);
    await owner.query('ROLLBACK');
    await sweep();
    assert.ok(!(await partitions()).includes(name!));
  });
});

it('succeeded deliveries are kept for 30 days too', async () => {
  const shop = await service.merchant();
  const { receiver } = await subscribe(shop);
  await emit(shop, 'payment.failed');
  const id = await nthDelivery(receiver, 1);
  await deliveryWith(shop, id, 'succeeded');
  const text = `SELECT extract(day FROM kept_until - updated_at)::int AS days FROM deliveries WHERE id = $1`;
  await until(async () => (await owner.query(text, [id])).rows[0].days === 30);
});

it('a service that starts after weeks of downtime makes the needed partitions before a delivery ends', async () => {
  const weeks = (await partitions()).filter((name) => name.includes('_until_'));
  for (const week of weeks) await owner.query(`DROP TABLE ${week}`);
  const second = await startTestService({}, service);
  try {
    await until(async () => (await partitions()).length === weeks.length + 2);
  } finally {
    await second.stop();
  }
});

it('partitions are made and dropped while the document store is unavailable', async () => {
  const { id } = await service.person('customer');
  await owner.query(
    `INSERT INTO kyc_documents (id, user_id, content_type, size, sha256, created_at)
     VALUES ('doc_unused', $1, 'image/png', 1, '', now() - interval '25 hours')`,
    [id],
  );
  const last = (await partitions()).sort().at(-1)!;
  await owner.query(`DROP TABLE ${last}`);
  const away = { ...service.documents, delete: () => Promise.reject(new Error('away')) };
  const options = { db: service.db, documents: away, telling, log: pino({ level: 'silent' }), steadyMs: 0 };
  await assert.rejects(
    createSweep(options)(() => false),
    /away/,
  );
  assert.equal((await partitions()).sort().at(-1), last);
});
