import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { eventKinds } from '../../../contract/src/events.ts';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { findRecords } from '../dashboard/search.ts';
import { listOwnEvents } from '../events/read.ts';
import { listOwnHolds } from '../holds/read.ts';
import type { Caller } from '../kernel/command.ts';
import { countPayments } from '../payments/count.ts';
import { listOwnPayments, pageOfPayments } from '../payments/read.ts';
import { claimPayments, paymentsLock } from '../payments/store.ts';
import { claimItems, selectAskedItems } from '../payouts/item-store.ts';
import { listOwnPayouts } from '../payouts/read.ts';
import { payoutsLock } from '../payouts/store.ts';
import { listOwnRefunds } from '../refunds/read.ts';
import { claimRefunds, refundsLock } from '../refunds/store.ts';
import { steps } from '../test-helpers/deadlines.ts';
import { listOwnTransfers } from '../transfers/read.ts';
import { findTransferAtWallet } from '../transfers/store.ts';
import { claimOne, releaseDeliveries } from '../webhooks/delivery-store.ts';
import { type Database, openDatabase, type Statement } from './database.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.url, { max: 1, service: true });
});
after(async () => {
  await db.close();
  await database.drop();
});

/**
 * The key by which records of each table are looked up. No lookup uses the columns that partitions add to a primary
 * key.
 */
async function keys(): Promise<{ table: string; columns: string[]; types: string[] }[]> {
  const text = `
    SELECT c.relname AS table, array_agg(a.attname::text ORDER BY k.n) AS columns,
           array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY k.n) AS types
    FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    CROSS JOIN unnest(i.indkey::int[]) WITH ORDINALITY AS k (column_number, n)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.column_number
    WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND a.attname <> 'kept_until'
    GROUP BY c.oid, c.relname`;
  return (await db.pool.query(text)).rows;
}

/** The scans in the plan of a statement that is prepared now. */
async function lookUp(table: string, columns: readonly string[], types: readonly string[]): Promise<string[]> {
  const given = columns.map((column, i) => `unnest($${i + 1}::${types[i]}[]) AS ${column}`).join(', ');
  const on = columns.map((column) => `t.${column} = n.${column}`).join(' AND ');
  const text = `EXPLAIN (GENERIC_PLAN) SELECT t.* FROM (SELECT ${given}) AS n JOIN ${table} t ON ${on}`;
  const { rows } = await db.pool.query(text);
  return rows.map((row) => row['QUERY PLAN']).filter((line) => /Scan/.test(line) && !/Subquery Scan/.test(line));
}

/** Whether a lookup knows all of the index's leading columns, so that it reads one row of the index. */
async function leadsTo(line: string, columns: readonly string[]): Promise<boolean> {
  const [, index] = /using (\w+)/.exec(line) ?? [];
  if (!index) return false;
  const text = `SELECT array_agg(trim('"' FROM pg_get_indexdef(indexrelid, n, true)) ORDER BY n) AS columns
    FROM pg_index, generate_series(1, indnatts) AS n WHERE indexrelid = $1::regclass`;
  const indexed: string[] = (await db.pool.query(text, [index])).rows[0].columns;
  return columns.every((column) => indexed.slice(0, columns.length).includes(column));
}

async function misled(): Promise<string[]> {
  const found: string[] = [];
  for (const { table, columns, types } of await keys()) {
    for (const line of await lookUp(table, columns, types)) {
      if (!(await leadsTo(line, columns))) found.push(`${table} (${columns}):${line}`);
    }
  }
  return found;
}

it('a lookup prepared while its table was empty uses its key and does not scan another index', async () => {
  assert.ok((await keys()).length > 20);
  assert.deepEqual(await misled(), []);
});

it('control: an index with a column between those of the key misleads the planner', async () => {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('CREATE INDEX misleading ON payments (world, customer, id)');
  const found = await misled();
  await owner.query('DROP INDEX misleading');
  await owner.end();
  assert.match(found.join(), /using misleading on payments/);
});

/** The indexes that the queries use in a plan made now. */
async function indexesOf(ask: (watched: Database, caller: Caller) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const explain = async ({ text }: Statement) => {
    const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return [];
  };
  await ask({ ...db, query: explain } as Database, { world: 1, livemode: false, owner: { id: 'mer_1' } } as never);
  return [...new Set(plans.join('\n').match(/(?<=using )\w+/g))].sort().join(' ');
}

it('a list filtered by reference uses the index of references, though it is ordered by id', async () => {
  const query = { reference: 'order-1' };
  for (const [list, index] of [
    [listOwnPayments, 'payments_reference'],
    [listOwnRefunds, 'refunds_reference'],
    [listOwnTransfers, 'transfers_reference'],
    [listOwnPayouts, 'payouts_reference'],
    [listOwnHolds, 'wallet_holds_reference'],
  ] as const)
    assert.match(await indexesOf((watched, caller) => list(watched, caller, query, '')), new RegExp(index));
  assert.match(
    await indexesOf((watched, caller) => findRecords(watched, caller, 'order-1', '', new Map())),
    /payments_reference .*payouts_reference .*refunds_reference .*transfers_reference/,
  );
});

it('the payout of an item is found by the keys of items and payouts', async () => {
  const query = { item: 'pit_01kf0q5t7hf9max4w8c6vb3n1s' };
  const indexes = await indexesOf((watched, caller) => listOwnPayouts(watched, caller, query, ''));
  assert.equal(indexes, 'holds_pkey payout_items_pkey payouts_pkey worlds_pkey');
});

it('control: if the order is a plain id, the plan uses the index of ids', async () => {
  const inOrder = await indexesOf((watched, caller) =>
    listOwnPayments(
      {
        ...watched,
        query: ({ name, text }) => watched.query({ name, text: text.replace(/\((p\.id) \|\| ''\)/, '$1') }),
      },
      caller,
      { reference: 'order-1' },
      '',
    ),
  );
  assert.doesNotMatch(inOrder, /payments_reference/);
});

/** The index conditions on large tables. */
async function probesOf({ text }: Statement): Promise<string[]> {
  const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
  const lines = rows.map((row) => row['QUERY PLAN'] as string);
  return lines.flatMap((line, i) => (/ on (postings|transfers)\b/.test(line) ? lines[i + 1]!.trim() : [])).sort();
}

it("another account's transfer is looked for in one wallet and in the worlds of one sender", async () => {
  const around = '("position" >= $4) AND ("position" <= $5)';
  const probes = await probesOf(findTransferAtWallet);
  assert.deepEqual(probes.slice(0, 2), [
    `Index Cond: ((credit_wallet = mine.id) AND ${around})`,
    `Index Cond: ((debit_wallet = mine.id) AND ${around})`,
  ]);
  assert.match(probes[2]!, /^Index Cond: \(\(world = .+\) AND \(id >= \$3\) AND \(id <= \$3\)\)$/);
});

it("control: without an order the plan reads everybody's postings, or all worlds", async () => {
  const text = findTransferAtWallet.text.replaceAll(/ORDER BY [\w.]+/g, '');
  assert.notDeepEqual(await probesOf({ name: 'any order', text }), await probesOf(findTransferAtWallet));
});

/** The kinds that the index leaves out, as the database has them. */
async function leftOut(): Promise<string[]> {
  const { rows } = await db.pool.query(
    `SELECT pg_get_expr(indpred, indrelid) AS text FROM pg_index WHERE indexrelid = 'events_rare'::regclass`,
  );
  return [...rows[0].text.matchAll(/'([a-z_.]+)'/g)].map(([, kind]) => kind as string).sort();
}

it('events of a kind are found by the index of rare kinds, except for the kinds that it leaves out', async () => {
  const byKey: string[] = [];
  for (const { kind: type } of eventKinds)
    if (!(await indexesOf((watched, caller) => listOwnEvents(watched, caller, { type }, ''))).includes('events_rare'))
      byKey.push(type);
  assert.deepEqual(byKey.sort(), await leftOut());
  assert.equal(byKey.length, 3);
});

it('a list of payments filtered by customer or currency uses that index, though it is ordered by id', async () => {
  for (const [query, index] of [
    [{ currency: 'XOF' }, 'payments_currency'],
    [{ customer: '+221771234567' }, 'payments_of_person'],
  ] as const)
    assert.match(await indexesOf((watched, caller) => listOwnPayments(watched, caller, query, '')), new RegExp(index));
});

it('one statement reads final and open payments of an amount in order, for a list and for a count', async () => {
  for (const read of [pageOfPayments, countPayments]) {
    const asked: Statement[] = [];
    const query = async (statement: Statement) => {
      asked.push(statement);
      return [{ read: 0, fitting: 0, status: null, beyond: null }];
    };
    await read({ ...db, query } as unknown as Database, 1, { amount: 5 });
    assert.equal(asked.length, 1, read.name);
    const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${asked[0]!.text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Merge Append.+ using payments_amount.+ using payments_open/s, read.name);
    assert.doesNotMatch(plan, /Sort\b(?! Key)/, read.name);
  }
});

it('payers whose phone begins with a plus and digits are found by the key', async () => {
  const asked: Statement[] = [];
  const query = async (statement: Statement) => {
    asked.push(statement);
    return [];
  };
  await pageOfPayments({ ...db, query } as unknown as Database, 1, { phone: '+22177' });
  const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${asked[0]!.text}`);
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Cond: .*phone >= .*phone </);
});

it('a released or resent delivery is found by its key, not among all due deliveries of its world', async () => {
  assert.deepEqual(await openDeliveriesBy(releaseDeliveries), ['deliveries_open_pkey']);
  assert.deepEqual(await openDeliveriesBy(claimOne), ['deliveries_open_pkey']);
});

it('control: with the status pending the plan uses the index of due deliveries', async () => {
  const text = releaseDeliveries.text.replace("status <> 'held'", "status = 'pending'");
  assert.deepEqual(await openDeliveriesBy({ name: 'as due', text }), ['deliveries_due']);
});

async function openDeliveriesBy({ text }: Statement): Promise<string[]> {
  const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
  return rows.flatMap((row) => /using (\w+) on deliveries_open/.exec(row['QUERY PLAN'])?.[1] ?? []);
}

/** The condition of a statement on this table, in a plan made now. */
async function asksOf(table: string, { text }: Statement): Promise<string[]> {
  const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
  const lines = rows.map((row) => row['QUERY PLAN'] as string);
  return lines.flatMap((line, i) => (new RegExp(` on ${table}\\b`).test(line) ? lines[i + 1]!.trim() : []));
}

const locks = { payments: paymentsLock, payouts: payoutsLock, refunds: refundsLock };

it('payments, payouts, items and refunds that are processed are found by their keys', async () => {
  for (const [table, lock] of Object.entries(locks))
    assert.match((await asksOf(table, lock)).join(), /^Index Cond: \(\(world = [^=]+\) AND \(id = [^=]+\)\)$/);
  assert.match(
    (await asksOf('payout_items', selectAskedItems)).join(),
    /^Index Cond: \(\(world = [^=]+\) AND \(payout_id = [^=]+\) AND \(id = [^=]+\)\)$/,
  );
  const claims = { payments: claimPayments, refunds: claimRefunds };
  for (const [table, claim] of Object.entries(claims))
    assert.match(
      (await asksOf(table, claim)).join('\n'),
      /^Index Cond: \(\(rail = [^=]+\) AND \(due_at <= now\(\)\)\)$/m,
    );
  const items = await asksOf('payout_items', claimItems);
  assert.match(items.join('\n'), /^Index Cond: \(\(rail = [^=]+\) AND \(world = [^=]+\) AND \(due_at <= now\(\)\)\)$/m);
  // Goes from world to world in the index, past all rows of each.
  assert.match(items.join('\n'), /^Index Cond: \(\(rail = [^=]+\) AND \(world > [^=]+\)\)$/m);
  const [payout] = await asksOf('payouts', claimItems);
  assert.match(payout!, /^Index Cond: \(\(world = .+\) AND \(id = .+\)\)$/);
});

it('control: with a join, an item is compared with those of all payouts, and a payment with all others', async () => {
  const item = selectAskedItems.text
    .replace('CROSS JOIN LATERAL (', 'JOIN (')
    .replace('WHERE world = n.world AND payout_id = n.payout_id AND id = n.id AND', 'WHERE')
    .replace('LIMIT 1) i', ') i ON i.world = n.world AND i.payout_id = n.payout_id AND i.id = n.id');
  const joined = { name: 'joined', text: item };
  assert.deepEqual(await asksOf('payout_items', joined), [`Filter: (status = 'processing'::text)`]);
  const text = `SELECT p.* FROM payments p JOIN worlds w ON w.id = p.world
    JOIN (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id) AS n ON n.world = p.world AND n.id = p.id
    ORDER BY p.world, p.id FOR UPDATE OF p`;
  assert.doesNotMatch((await asksOf('payments', { name: 'joined', text })).join(), /Index Cond/);
});

const clockTables: Readonly<Record<string, string>> = {
  endpoints: 'webhook_endpoints',
  payments_held: 'payments',
  deliveries: 'deliveries_open',
  dead_letters: 'deliveries_past',
  // Days are found by their partners, and these by their world.
  reserve_days: 'split_partners',
};

it('the deadlines of a world are found by its keys, from the cursor on', async () => {
  for (const { name, move } of steps) {
    const asked = await asksOf(clockTables[name] ?? name, move);
    const probes = asked.filter((line) => line.startsWith('Index Cond'));
    assert.ok(probes.length > 0, `${name}: ${asked}`);
    const key = name === 'challenges' ? /\(id / : /world = /;
    for (const probe of probes) assert.match(probe, key, name);
    assert.ok(!asked.some((line) => line.startsWith('Filter')), `${name}: ${asked}`);
  }
});
