import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** The login of a service, a member of `rialto_service`, that scripts/test-database.mjs makes. */
export const LOGIN = { role: 'rialto_login', password: 'of-the-tests' };

/** The URL of the service's login at a database of `cloneDatabase`, whose own is the superuser's. */
export function asService({ url }: { url: string }): string {
  const login = new URL(url);
  login.username = LOGIN.role;
  login.password = LOGIN.password;
  return login.href;
}

/** A migrated database of the caller's own, copied from the template that scripts/test.mjs made or from another of the caller's. */
export async function cloneDatabase(template = 'rialto_template'): Promise<TestDatabase> {
  const cluster = process.env.RIALTO_TEST_DATABASE;
  if (!cluster) throw new Error('there is no database to test on: run `npm test -- path/to/one.test.ts`');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // 40 ms; the default, wal_log, takes 400.
  await query(cluster, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(cluster, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/**
 * What waits for a lock in this database: the others of the cluster, of tests beside this one, have waits of their own. Who
 * waits for a row names no database, but has locks on its tables. Not by pg_stat_activity, which within a transaction stays
 * as it was first seen.
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
