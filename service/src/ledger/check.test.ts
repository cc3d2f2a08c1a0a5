import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { finishedBusiness, openBusiness } from '../../test/support/business.ts';
import { cloneDatabase, selectWaiting, type TestDatabase } from '../../test/support/database.ts';
import { moreFeeReturnDamages } from '../../test/support/fee-return-damages.ts';
import { startTestService, type TestService, until } from '../../test/support/harness.ts';
import { damages } from '../../test/support/ledger-damages.ts';
import { taxDamages } from '../../test/support/tax-damages.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { brokenInvariants, checkLedger, invariants } from './check.ts';

let original: TestDatabase;
/** A copy without constraints, so that it can be damaged. */
let defenceless: TestDatabase;
let owner: Database;
let damagesDone = 0;

before(async () => {
  original = await cloneDatabase();
  await makeTraffic(original);
  defenceless = await cloneDatabase(nameOf(original));
  const client = new pg.Client({ connectionString: defenceless.url });
  await client.connect();
  for (const drop of await constraints(client)) await client.query(drop);
  await client.end();
  owner = openDatabase(defenceless.url, { max: 1 });
});
after(async () => {
  await owner.close();
  await original.drop();
  await defenceless.drop();
});

describe('checkLedger', () => {
  it('finds nothing after real traffic that fills every table', async () => {
    await onCopy(original, async (db, owner) => {
      assert.deepEqual(await checkLedger(db), []);
      const empty = [];
      for (const table of [
        'transfers',
        'movements',
        'payments',
        'refunds',
        'holds',
        'wallet_holds',
        'payouts',
        'payout_items',
        'opening_balances',
        'events',
        'deliveries',
      ]) {
        if ((await owner.query(`SELECT FROM ${table} LIMIT 1`)).rowCount === 0) empty.push(table);
      }
      assert.deepEqual(empty, []);
    });
  });

  it('reads one snapshot, without changes committed while it runs', async () => {
    await onCopy(original, async (db, owner) => {
      // The lock stops the check at the first invariant that reads transfers, and lets it continue after the damage.
      await owner.query('BEGIN; LOCK TABLE transfers IN ACCESS EXCLUSIVE MODE');
      const checking = checkLedger(db);
      await until(async () => ((await owner.query(selectWaiting)).rowCount ?? 0) > 0);
      await owner.query('DELETE FROM transfers; COMMIT');
      assert.deepEqual(await checking, []);
      const next = names(await checkLedger(db));
      const missed = ['transfer_is_posted_once', 'transfer_counts_its_reversals', 'bulk_result_has_its_record'];
      assert.deepEqual(next, missed, 'the next snapshot has it');
    });
  });

  it('names at most twenty of possibly thousands of rows', async () => {
    await onCopy(original, async (db, owner) => {
      await owner.query(`INSERT INTO holds (wallet_id, source, amount, remaining)
                         SELECT min(wallet_id), 'rfd_' || n, 1, 1 FROM balances, generate_series(1, 1000) n GROUP BY n`);
      const stray = (await checkLedger(db)).find((finding) => finding.invariant === 'open_hold_has_its_cause');
      assert.equal(stray?.rows.length, 20);
    });
  });
});

describe('damage that checkLedger must find', () => {
  it('covers every invariant', () => {
    assert.deepEqual(Object.keys(damages).sort(), invariants.map((one) => one.name).sort());
  });

  for (const [invariant, kinds] of [
    ...Object.entries(damages),
    ...Object.entries(taxDamages),
    ...Object.entries(moreFeeReturnDamages),
  ]) {
    for (const [damage, sql] of Object.entries(kinds)) {
      it(`${invariant}: ${damage}`, async () => {
        assert.equal(await isFound(sql, invariant), true);
      });
    }
  }
});

/** @returns whether the invariant is broken after the damage, which is then undone */
async function isFound(damage: string, invariant: string): Promise<boolean> {
  const undone = new Error('undone');
  // All invariants would take half a second for each of some 350 damages.
  const checked = invariants.filter(({ name }) => name === invariant);
  let found = false;
  await assert.rejects(
    transaction(owner, async (tx) => {
      await tx.query({ name: 'no_triggers', text: 'SET LOCAL session_replication_role = replica' });
      const rows = await tx.query({ name: `damage_${++damagesDone}`, text: `${damage} RETURNING 1` });
      assert.ok(rows.length > 0, 'the damage was done');
      found = (await brokenInvariants(tx, checked)).length > 0;
      throw undone;
    }),
    undone,
  );
  return found;
}

const names = (findings: readonly { invariant: string }[]) => findings.map((finding) => finding.invariant);

async function constraints(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', conrelid::regclass, conname) AS sql
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p', 'u') AND coninhcount = 0
    ORDER BY contype = 'f' DESC`);
  return rows.map((row) => row.sql);
}

const nameOf = (database: TestDatabase) => new URL(database.url).pathname.slice(1);

/** Runs on a separate database that begins as a copy of this one. */
async function onCopy(begin: TestDatabase, run: (db: Database, owner: pg.Client) => Promise<void>): Promise<void> {
  const copy = await cloneDatabase(nameOf(begin));
  const owner = new pg.Client({ connectionString: copy.url });
  const db = openDatabase(copy.url, { max: 2 });
  try {
    await owner.connect();
    await run(db, owner);
  } finally {
    await Promise.all([owner.end(), db.close()]);
    await copy.drop();
  }
}

/** A shop's day: every state of a payment and a refund, and both successful and failed deliveries. */
async function makeTraffic(database: TestDatabase): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url === '/broken' ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const key = await withService(database, {}, (service) => finishedBusiness(service, receiver));
    // Without workers, work that has begun stays under way.
    await withService(database, { ROLE: 'api' }, (service) => openBusiness(service, key));
  } finally {
    receiver.close();
  }
}

async function withService<T>(
  database: TestDatabase,
  env: Record<string, string>,
  run: (service: TestService) => Promise<T>,
) {
  const service = await startTestService(env, database);
  try {
    return await run(service);
  } finally {
    await service.stop();
  }
}
