import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { checkUpgrade, type UpgradeReport } from '../../src/upgrade/check-upgrade.ts';
import { estimate, type MigrationStep } from '../../src/upgrade/estimate.ts';
import type { TableSize } from '../../src/upgrade/read-database.ts';
import { cloneDatabase } from '../support/database.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { oldDatabase } from '../support/old-database.ts';
import { dumpSchema } from '../support/schema.ts';

const migrations = new URL('../../migrations/', import.meta.url);
/** The first migration that the release lacks. */
const RELEASES = { '0.1.0': '0008', '0.2.0': '0057' };

/** Rows that migrations of both versions find and change. */
const rowsOf = (version: string) => `
  INSERT INTO merchants (id, name) VALUES ('m', 'm');
  INSERT INTO integrations (id, merchant_id, name${version === '0.1.0' ? '' : ', slug'})
    VALUES ('i', 'm', 'i'${version === '0.1.0' ? '' : ", 'i'"});
  INSERT INTO worlds (id, integration_id, livemode) OVERRIDING SYSTEM VALUE VALUES (9, 'i', false);
  INSERT INTO events (world, id, type, payload, created_at) VALUES (9, 'evt', 'payment.failed', '{}', now());`;

/**
 * A migration records itself last, in its own transaction. This trigger then writes down the locks that the migration
 * really holds, the files of the tables that it had found, and the rows that it wrote.
 */
const watch = `
  CREATE SCHEMA watch;
  CREATE TABLE watch.seen (migration text, tab text, mode text, rewritten boolean, wrote boolean);
  CREATE TABLE watch.files AS
    SELECT c.oid, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS tab, relfilenode
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p');
  CREATE FUNCTION watch.look() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO watch.seen
    SELECT NEW.name, f.tab, l.mode,
           c.relfilenode <> f.relfilenode,
           pg_stat_get_xact_tuples_updated(f.oid) + pg_stat_get_xact_tuples_deleted(f.oid) > 0
    FROM watch.files f LEFT JOIN pg_class c ON c.oid = f.oid
    JOIN pg_locks l ON l.relation = f.oid AND l.pid = pg_backend_pid() AND l.locktype = 'relation';
    DELETE FROM watch.files;
    INSERT INTO watch.files SELECT c.oid, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text, relfilenode
      FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p');
    -- The counts of a transaction include those of earlier ones until they are flushed, usually once a second.
    PERFORM pg_stat_force_next_flush();
    RETURN NULL;
  END $$;
  CREATE TRIGGER watch AFTER INSERT ON migrations FOR EACH ROW EXECUTE FUNCTION watch.look();`;

type Seen = { migration: string; tab: string; mode: string; rewritten: boolean | null; wrote: boolean };

const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};

/** The report of a check that can only read, with the rehearsal in an empty database of the same server. */
async function checkNow(url: string, folder?: URL) {
  const empty = await cloneDatabase('template0');
  const [database, scratch] = [await connect(url), await connect(empty.url)];
  try {
    await database.query('SET default_transaction_read_only = on');
    return await checkUpgrade(database, (use) => use(scratch), folder);
  } finally {
    await Promise.all([database.end(), scratch.end()]);
    await empty.drop();
  }
}

/** The same by the command. */
async function commandNow(url: string): Promise<{ report: UpgradeReport; code: number }> {
  const empty = await cloneDatabase('template0');
  const args = ['upgrade', 'check', '--json', '--scratch', empty.url];
  const child = spawn(process.execPath, [new URL('../../src/admin.ts', import.meta.url).pathname, ...args], {
    env: { ...process.env, DATABASE_URL: url },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  await empty.drop();
  assert.equal(err, '');
  return { report: JSON.parse(out), code };
}

/** `SHARE ROW EXCLUSIVE` of the report is PostgreSQL's ShareRowExclusiveLock. */
const modeOf = (lock: string): string =>
  `${lock.replaceAll(/\w+/g, (word) => word[0] + word.slice(1).toLowerCase())}Lock`;
const strengths = ['ShareUpdateExclusive', 'Share', 'ShareRowExclusive', 'Exclusive', 'AccessExclusive'];
const strength = (mode: string): number => strengths.indexOf(mode.replaceAll(/ |Lock$/g, ''));

/** Compares the report with what a real migration was seen doing. @returns the number of locks compared */
function compare(steps: readonly MigrationStep[], seen: readonly Seen[]): number {
  let compared = 0;
  for (const { migration, tables, concurrently } of steps.filter((step) => !step.concurrently)) {
    assert.ok(!concurrently);
    const mine = seen.filter((one) => one.migration === migration && one.tab !== 'migrations');
    const held = new Map<string, number>();
    for (const { tab, mode } of mine) held.set(tab, Math.max(held.get(tab) ?? -1, strength(mode)));
    for (const { table, lock, rewrites } of tables) {
      assert.equal(strength(modeOf(lock ?? 'NONE')), held.get(table) ?? -1, `${migration} ${table}: ${lock}`);
      const really = mine.some(({ tab, rewritten }) => tab === table && rewritten);
      assert.equal(rewrites, really, `${migration} rewrites ${table}`);
      compared++;
    }
    const reported = new Set(tables.map(({ table }) => table));
    for (const { tab, mode, wrote } of mine) {
      if (wrote) assert.ok(tables.find(({ table }) => table === tab)?.writes, `${migration} writes ${tab}`);
      assert.ok(reported.has(tab) || strength(mode) < 0 || isNew(tab), `${migration} ${tab} ${mode}`);
    }
  }
  return compared;

  /** A table that an earlier pending migration made. */
  function isNew(table: string): boolean {
    return !steps.some(({ tables }) => tables.some((one) => one.table === table));
  }
}

describe('upgrade check', () => {
  for (const [version, before] of Object.entries(RELEASES)) {
    const when = version === '0.2.0' ? it : inLongSuite;
    when(`names what the migrations from ${version} really lock, rewrite and change, and writes nothing`, async (t) => {
      const old = await oldDatabase(before, rowsOf(version));
      try {
        const schema = await dumpSchema(old.client);
        const { report, code } = await commandNow(old.url);
        assert.equal(code, version === '0.1.0' ? 2 : 0);
        assert.equal(await dumpSchema(old.client), schema);
        assert.equal(report.from, version);
        assert.deepEqual([report.foreign, report.missing], [[], []]);
        const pending = readdirSync(migrations).filter((file) => file >= before);
        assert.deepEqual(
          report.migrations.map(({ migration }) => migration),
          pending.sort(),
        );
        await old.client.query(watch);
        await migrate(old.url);
        const seen = (await old.client.query<Seen>('SELECT * FROM watch.seen')).rows;
        const compared = compare(report.migrations, seen);
        t.diagnostic(`${compared} tables of ${pending.length} migrations as reported`);
        assert.ok(compared > 30);
        const [first] = report.migrations;
        const again = await checkNow(old.url);
        assert.deepEqual([again.safeWhileRunning, again.migrations, again.acts], [true, [], []]);
        // 0.1.0 fails beside a new node, and 0008 copies its deliveries.
        assert.equal(report.safeWhileRunning, version !== '0.1.0');
        assert.equal(report.order.includes('Stop every node.'), version === '0.1.0');
        if (version === '0.1.0') assert.equal(first!.tables[0]!.lock, 'ACCESS EXCLUSIVE');
        assert.equal(
          report.acts.some((line) => line.startsWith('Stop every 0.1.0 node')),
          version === '0.1.0',
        );
        assert.ok(report.acts.some((line) => line.includes('`checkout:read`')));
      } finally {
        await old.drop();
      }
    });
  }

  it('offers a way back by nodes only to the versions that each migration declares', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    const old = await oldDatabase(RELEASES['0.2.0']);
    try {
      for (const file of readdirSync(migrations).filter((name) => name < RELEASES['0.2.0']))
        copyFileSync(new URL(file, migrations), join(directory, file));
      const rollbackWith = async (oldest: string) => {
        writeFileSync(
          join(directory, '9990_plain.sql'),
          `-- Works with ${oldest}\nALTER TABLE payments ADD newer text;`,
        );
        return (await checkNow(old.url, pathToFileURL(`${directory}/`))).rollback;
      };
      assert.deepEqual([await rollbackWith('0.2.0'), await rollbackWith('0.2.1')], ['nodes', 'backup']);
    } finally {
      await old.drop();
      rmSync(directory, { recursive: true });
    }
  });

  it('reports a rewrite, a scan, an index and objects of others, each as it happens', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const file of readdirSync(migrations)) copyFileSync(new URL(file, migrations), join(directory, file));
    const sql = {
      '9990_plain.sql': '-- Works with 9.9.9\nALTER TABLE payments ADD COLUMN newer text;',
      '9991_rewrite.sql':
        'ALTER TABLE wallets ALTER COLUMN currency TYPE varchar(40); ALTER TABLE fees ADD at float DEFAULT random();',
      '9992_scan.sql': 'ALTER TABLE payments ADD CONSTRAINT newer CHECK (amount <> 7);',
      '9993_index.sql': 'CREATE INDEX newer_index ON payments (amount);',
      '9994_concurrent.sql': 'CREATE INDEX CONCURRENTLY newer_too ON payments (amount);',
      '9995_rows.sql': "UPDATE payments SET newer = '' WHERE amount = 7;",
    };
    for (const [name, lines] of Object.entries(sql)) writeFileSync(join(directory, name), lines);
    const folder = pathToFileURL(`${directory}/`);
    const database = await cloneDatabase();
    const client = await connect(database.url);
    try {
      await client.query(`CREATE TABLE theirs (); ${watch}`);
      const { migrations: steps, foreign, rollback } = await checkNow(database.url, folder);
      const facts = steps.map(({ tables, concurrently }) => [
        concurrently,
        ...tables.map(({ table, lock, reads, writes, rewrites, indexes }) =>
          [table, lock, reads && 'read', writes && 'written', rewrites && 'rewritten', ...indexes]
            .filter(Boolean)
            .join(),
        ),
      ]);
      assert.deepEqual(facts, [
        [false, 'payments,ACCESS EXCLUSIVE'],
        [false, 'fees,ACCESS EXCLUSIVE,read,rewritten', 'wallets,ACCESS EXCLUSIVE,read,rewritten,wallets_default'],
        [false, 'payments,ACCESS EXCLUSIVE,read'],
        [false, 'payments,SHARE,read,newer_index'],
        [true, 'payments,SHARE UPDATE EXCLUSIVE,read,newer_too'],
        [false, 'payments,ROW EXCLUSIVE,read,written'],
      ]);
      assert.deepEqual([foreign, rollback, steps[0]!.worksWith], [['theirs'], 'backup', '9.9.9']);
      await migrate(database.url, { folder });
      compare(steps, (await client.query<Seen>('SELECT * FROM watch.seen')).rows);
    } finally {
      await client.end();
      await database.drop();
      rmSync(directory, { recursive: true });
    }
  });
});

describe('the estimate of a migration', () => {
  const file = { sql: '', index: undefined, slices: false, worksWith: undefined };
  const large: TableSize = { rows: 10e6, bytes: 4e9, indexBytes: 2e9, largestIndex: 1e9 };
  const plain = { table: 'payments', locks: ['AccessExclusiveLock'], reads: false, writes: false, rewrites: false };
  const judge = (effect: object, more: object = {}, size = large) => {
    const effects = [{ ...plain, indexes: [], ...effect }];
    const { safeWhileRunning, diskBytes, seconds } = estimate(
      { name: '1_x.sql', file: { ...file, ...more }, effects, fills: false },
      new Map([['payments', size]]),
    );
    return { safeWhileRunning, diskBytes, seconds };
  };

  it('is a window for a large table that others need meanwhile, and none for a short lock or a small table', () => {
    assert.deepEqual(judge({}), { safeWhileRunning: true, diskBytes: 0, seconds: 0 });
    const rewrite = { rewrites: true, reads: true };
    assert.deepEqual(judge(rewrite), { safeWhileRunning: false, diskBytes: 6e9, seconds: 280 });
    assert.equal(
      judge(rewrite, {}, { rows: 10, bytes: 1e4, indexBytes: 1e4, largestIndex: 1e4 }).safeWhileRunning,
      true,
    );
    const index = { locks: ['ShareLock'], reads: true, indexes: ['newer'] };
    assert.deepEqual(judge(index), { safeWhileRunning: false, diskBytes: 1e9, seconds: 80 });
    const beside = { ...index, locks: ['ShareUpdateExclusiveLock'] };
    assert.deepEqual(judge(beside, { index: 'newer' }), { safeWhileRunning: true, diskBytes: 1e9, seconds: 120 });
    assert.equal(judge({ locks: ['RowExclusiveLock'], reads: true, writes: true }).safeWhileRunning, false);
    assert.equal(judge({ locks: [], reads: true }).safeWhileRunning, true);
  });
});
