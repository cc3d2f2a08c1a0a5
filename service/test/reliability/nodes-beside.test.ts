import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { type OldDatabase, oldDatabase } from '../support/old-database.ts';

/**
 * The statements that the last version with migration 0022 sent in its own tests; for each list the one with most
 * filters.
 */
const statements = readFileSync(new URL('./asked-by-0022.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { name: string; text: string });

/** The settings of its connections: a plan without an index is still made, and reported. */
const itsSession = 'SET enable_seqscan = off; SET enable_sort = off; SET jit = off; SET ROLE rialto_service';

let database: TestDatabase;
let today: pg.Client;
let old: OldDatabase;

describe('a node of migration 0022 beside the newest', () => {
  before(async () => {
    database = await cloneDatabase();
    today = new pg.Client({ connectionString: database.url });
    await today.connect();
    old = await oldDatabase('0023');
  });
  after(async () => {
    await today.end();
    await Promise.all([database.drop(), old.drop()]);
  });

  it('gets answers to its statements, by an index where it had one, except for rail work in its order', async () => {
    const then = await plansOf(old.client);
    const now = await plansOf(today);
    assert.equal(then.size, 285);
    const worse = [...now].filter(([name, plan]) => unserved(plan) > unserved(then.get(name)!));
    assert.deepEqual(
      worse.map(([name]) => name),
      ['payments_claim', 'payout_items_claim', 'refunds_claim'],
    );
  });

  it('its writes need no column that it does not know', async () => {
    const then = await columnsOf(old.client);
    const tables = new Set(then.map(({ table }) => table));
    const known = new Set(then.map(({ column }) => column));
    const more = (await columnsOf(today)).filter(({ table, column }) => tables.has(table) && !known.has(column));
    assert.ok(more.some(({ column }) => column === 'memberships.live_since'));
    assert.deepEqual(
      more.filter(({ needed }) => needed),
      [],
    );
  });

  it('control: a removed column, and a new required one, are detected', async () => {
    await today.query('BEGIN; ALTER TABLE payments RENAME asked TO looks');
    await assert.rejects(plansOf(today), /payments_claim: column p.asked does not exist/);
    await today.query('ROLLBACK; BEGIN; ALTER TABLE payments ADD COLUMN more text NOT NULL');
    assert.ok((await columnsOf(today)).some(({ column, needed }) => column === 'payments.more' && needed));
    await today.query('ROLLBACK');
  });
});

async function plansOf(client: pg.Client): Promise<Map<string, string>> {
  const plans = new Map<string, string>();
  await client.query(itsSession);
  for (const { name, text } of statements) {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`).catch((error) => {
      throw new Error(`${name}: ${error.message}`);
    });
    plans.set(name, rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  await client.query('RESET ROLE; RESET ALL');
  return plans;
}

/** The number of plan nodes that are used only without an alternative. */
const unserved = (plan: string): number => plan.match(/Disabled: true/g)?.length ?? 0;

async function columnsOf(client: pg.Client): Promise<{ table: string; column: string; needed: boolean }[]> {
  const { rows } = await client.query(`
    SELECT table_name AS table, table_name || '.' || column_name AS column,
           is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER' AS needed
    FROM information_schema.columns WHERE table_schema = 'public'`);
  return rows;
}
