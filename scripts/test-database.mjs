import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../service/src/db/migrate.ts';
import { startEmbedded } from '../service/src/postgres/start.ts';
import { LOGIN } from '../service/test/support/database.ts';

/** Nothing here outlives the run, so nothing is worth waiting for the disk. */
const settings = {
  // What a failed test leaves open would hold up every stream of events in the cluster, for ever.
  idle_in_transaction_session_timeout: '60s',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
  log_min_messages: 'fatal',
};

/** A PostgreSQL for a run of tests, with the migrated template that they clone (service/test/support/database.ts). */
export async function startTestDatabase(directory) {
  const embedded = await startEmbedded({ dataDir: join(directory, 'data'), settings });
  await query(embedded.url, 'CREATE DATABASE rialto_template');
  const template = new URL(embedded.url);
  template.pathname = '/rialto_template';
  await migrate(template.href);
  await query(embedded.url, `CREATE ROLE ${LOGIN.role} LOGIN PASSWORD '${LOGIN.password}' IN ROLE rialto_service`);
  return embedded;
}

async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
