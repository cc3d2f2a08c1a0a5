import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { cloneDatabase, selectWaiting, type TestDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/harness.ts';
import { migrate } from './migrate.ts';

const migrations = new URL('../../migrations/', import.meta.url);
const FILE = '9999_index.sql';
const concurrent =
  '-- Who reads merchants by name.\nCREATE INDEX CONCURRENTLY merchants_by_name ON merchants (name);\n';

let database: TestDatabase;
let directory: string;
/** Has an uncommitted merchant, so that an index waits for it. */
let writer: pg.Client;
let watcher: pg.Client;

const connect = async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
};
const write = (sql: string) => writeFileSync(join(directory, FILE), sql);
const migrateNow = () => migrate(database.url, { folder: pathToFileURL(`${directory}/`) });
const untilItWaits = () => until(async () => (await watcher.query(selectWaiting)).rowCount);
const insert = (id: string) => `INSERT INTO merchants (id, name) VALUES ('${id}', 'one')`;
const begin = () => writer.query(`BEGIN; ${insert('a')}`);
const isRecorded = async () => (await watcher.query('SELECT FROM migrations WHERE name = $1', [FILE])).rowCount === 1;
const readIndex = async () =>
  (
    await watcher.query(
      `SELECT indexrelid AS id, indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('merchants_by_name')`,
    )
  ).rows[0];

describe('a migration that creates an index concurrently', () => {
  beforeEach(async () => {
    database = await cloneDatabase();
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const file of readdirSync(migrations)) copyFileSync(new URL(file, migrations), join(directory, file));
    write(concurrent);
    [writer, watcher] = [await connect(), await connect()];
  });
  afterEach(async () => {
    await Promise.all([writer.end(), watcher.end()]);
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  it('does not block writers, also when several nodes start at once', async () => {
    await begin();
    const nodes = [migrateNow(), migrateNow(), migrateNow()];
    await untilItWaits();
    await watcher.query(`SET lock_timeout = '1ms'; ${insert('b')}`);
    assert.equal(await isRecorded(), false);
    await writer.query('COMMIT');
    await Promise.all(nodes);
    assert.deepEqual([(await readIndex()).valid, await isRecorded()], [true, true]);
  });

  it('control: an index that is created in a transaction blocks writers', async () => {
    write(concurrent.replace('CONCURRENTLY', ''));
    await begin();
    const migrated = migrateNow();
    await untilItWaits();
    await assert.rejects(watcher.query(`SET lock_timeout = '1ms'; ${insert('b')}`), /lock timeout/);
    await writer.query('COMMIT');
    await migrated;
  });

  it('is repeated after an interruption, because the unfinished index serves no query', async () => {
    await begin();
    const cut = assert.rejects(migrateNow(), /terminat/);
    await untilItWaits();
    const { rows } = await watcher.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%INDEX CONCURRENTLY merchants%' AND pid <> pg_backend_pid()`,
    );
    assert.equal(rows.length, 1);
    await cut;
    await writer.query('COMMIT');
    assert.deepEqual([(await readIndex()).valid, await isRecorded()], [false, false]);
    await migrateNow();
    assert.deepEqual([(await readIndex()).valid, await isRecorded()], [true, true]);
  });

  it('keeps an index that PostgreSQL finished after the node was gone', async () => {
    await migrateNow();
    const made = await readIndex();
    await watcher.query('DELETE FROM migrations WHERE name = $1', [FILE]);
    await migrateNow();
    assert.deepEqual([await readIndex(), await isRecorded()], [made, true]);
  });

  it('is named if it fails, and leaves no index that would refuse writes', async () => {
    write(concurrent.replace('INDEX', 'UNIQUE INDEX'));
    await writer.query(`${insert('a')}; ${insert('b')}`);
    await assert.rejects(migrateNow(), {
      name: 'StartupError',
      message: /refused the migration 9999_index\.sql: could not create unique index/,
    });
    assert.equal(await readIndex(), undefined);
    await writer.query(insert('c'));
  });
});
