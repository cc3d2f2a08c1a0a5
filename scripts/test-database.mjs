import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../service/src/db/migrate.ts';
import { startEmbedded } from '../service/src/postgres/start.ts';
import { LOGIN } from '../service/test/support/database.ts';

/** The data is deleted after the run, so nothing waits for the disk. */
const settings = {
  // A transaction that a failed test leaves open would block every event stream in the cluster forever.
  idle_in_transaction_session_timeout: '60s',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
  // The databases may be in memory, so WAL that was written is not kept for later.
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  log_min_messages: 'fatal',
};

/**
 * Starts a PostgreSQL for a test run, with the migrated template that tests clone (service/test/support/database.ts).
 * Tests that need a server of their own copy `cluster` (service/test/support/data-dir.ts).
 */
export async function startTestDatabase(directory) {
  const dataDir = join(directory, 'data');
  await (await startEmbedded({ dataDir, settings })).stop();
  const cluster = join(directory, 'cluster');
  execFileSync('cp', ['-a', dataDir, cluster]);
  const embedded = await startEmbedded({ dataDir, settings });
  await query(embedded.url, 'CREATE DATABASE rialto_template');
  const template = new URL(embedded.url);
  template.pathname = '/rialto_template';
  await migrate(template.href);
  await query(embedded.url, `CREATE ROLE ${LOGIN.role} LOGIN PASSWORD '${LOGIN.password}' IN ROLE rialto_service`);
  return { ...embedded, cluster };
}

async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
