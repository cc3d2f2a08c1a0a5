import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { until } from '../../test/support/harness.ts';
import { makeDirectory } from '../../test/support/kill.ts';
import { type Embedded, startEmbedded } from '../postgres/start.ts';
import { migrate } from './migrate.ts';

let directory: string;
let database: Embedded;
let client: pg.Client;

before(async () => {
  directory = makeDirectory();
  database = await startEmbedded({
    dataDir: join(directory, 'data'),
    settings: { fsync: 'off', autovacuum_naptime: '1s' },
  });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client?.end();
  await database?.stop();
  rmSync(directory, { recursive: true, force: true });
});

it('a migration does not wait for an autovacuum of its table to end', async () => {
  const folder = mkdtempSync(join(directory, 'migrations-'));
  const migrateNow = () => migrate(database.url, { folder: pathToFileURL(`${folder}/`), patienceMs: 5_000 });
  // One page in a tenth of a second, so it takes minutes.
  const slow = 'autovacuum_vacuum_threshold = 1, autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1';
  writeFileSync(join(folder, '0001_made.sql'), `CREATE TABLE large (filler text) WITH (${slow});`);
  await migrateNow();
  await client.query("INSERT INTO large SELECT repeat('x', 1000) FROM generate_series(1, 20000)");
  await client.query('DELETE FROM large');
  const vacuums = `SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker' AND query LIKE '%large%'`;
  await until(async () => (await client.query(vacuums)).rowCount, 60);
  writeFileSync(join(folder, '0002_newer.sql'), 'ALTER TABLE large ADD COLUMN newer text;');
  await migrateNow();
});
