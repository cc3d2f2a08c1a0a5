import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** The service's database login, a member of `rialto_service`. scripts/test-database.mjs creates it. */
export const LOGIN = { role: 'rialto_login', password: 'of-the-tests' };

/** The URL of a `cloneDatabase` database for the service's login. The database's own URL is the superuser's. */
export function asService({ url }: { url: string }): string {
  const login = new URL(url);
  login.username = LOGIN.role;
  login.password = LOGIN.password;
  return login.href;
}

/**
 * A migrated database of the caller's own. It is copied from the template that scripts/test.mjs made, or from the
 * caller's own database.
 */
export async function cloneDatabase(template = 'rialto_template'): Promise<TestDatabase> {
  const cluster = process.env.RIALTO_TEST_DATABASE;
  if (!cluster) throw new Error('no test database: run `npm test -- path/to/one.test.ts`');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // file_copy takes 40 ms; the default, wal_log, takes 400.
  await query(cluster, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(cluster, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/**
 * Backends of this database that wait for a lock. Other tests run on the same cluster and have waits of their own. A
 * wait for a row lock names no database, but its backend holds locks on this database's tables. pg_stat_activity does
 * not work here: within a transaction it stays as it was first read.
 */
export const selectWaiting = `
  SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pid IN (
    SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
