import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { cloneDatabase, selectWaiting, type TestDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/harness.ts';
import { migrate } from './migrate.ts';

const migrations = new URL('../../migrations/', import.meta.url);

let database: TestDatabase;
let directory: string;
let other: pg.Client;
let watcher: pg.Client;

describe('a migration beside running nodes', () => {
  before(async () => {
    database = await cloneDatabase();
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const file of readdirSync(migrations)) copyFileSync(new URL(file, migrations), join(directory, file));
    writeFileSync(
      join(directory, '9999_newer.sql'),
      'ALTER TABLE wallets ADD COLUMN newer text; ALTER TABLE payments ADD COLUMN newer text;',
    );
    [other, watcher] = (await Promise.all(
      [0, 1].map(async () => {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        return client;
      }),
    )) as [pg.Client, pg.Client];
  });
  after(async () => {
    await Promise.all([other.end(), watcher.end()]);
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  it('gives way and retries if each waits for a table that the other has locked', async () => {
    // If the database detects deadlocks before a migration gives up, it aborts the migration.
    await other.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET deadlock_timeout = '200ms'`);
    await other.query('BEGIN');
    await other.query('LOCK payments IN ROW EXCLUSIVE MODE');
    const migrated = migrate(database.url, { folder: pathToFileURL(`${directory}/`) });
    await until(async () => (await watcher.query(selectWaiting)).rowCount);
    await other.query('LOCK wallets IN ROW EXCLUSIVE MODE');
    await other.query('COMMIT');
    await migrated;
    assert.equal((await watcher.query('SELECT wallets.newer, payments.newer FROM wallets, payments')).rowCount, 0);
  });

  it('reports that it is blocked, and what to do if it waits in vain', async () => {
    const heldUp: string[] = [];
    writeFileSync(join(directory, '99990_held_up.sql'), 'ALTER TABLE refunds ADD COLUMN newer text;');
    const migrateNow = () =>
      migrate(database.url, {
        folder: pathToFileURL(`${directory}/`),
        patienceMs: 0,
        onHeldUp: (name) => heldUp.push(name),
      });
    await other.query('BEGIN; SELECT FROM refunds');
    await assert.rejects(migrateNow(), {
      name: 'StartupError',
      message:
        /^the migration 99990_held_up\.sql could not lock its tables\. .+\. Start again when the reader has ended$/,
    });
    assert.deepEqual(heldUp, ['99990_held_up.sql']);
    await other.query('COMMIT');
    await migrateNow();
    assert.deepEqual(heldUp, ['99990_held_up.sql']);
  });

  it('is named if the database refuses it, and changes nothing', async () => {
    writeFileSync(join(directory, '99991_refused.sql'), 'ALTER TABLE wallets ADD COLUMN half text; SELECT 1 / 0;');
    await assert.rejects(migrate(database.url, { folder: pathToFileURL(`${directory}/`) }), {
      name: 'StartupError',
      message: /refused the migration 99991_refused\.sql: division by zero\. Earlier migrations are committed/,
    });
    await assert.rejects(watcher.query('SELECT half FROM wallets'), /does not exist/);
  });
});
