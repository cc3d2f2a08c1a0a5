import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { StartupError } from '../startup-error.ts';

const folder = new URL('../../migrations/', import.meta.url);
/** Any constant will do, as long as every node asks for the same: 'RLTO' in ASCII. */
const ADVISORY_LOCK = 0x524c544f;
const OLDEST_POSTGRES = 150_000;

/**
 * Brings the database up to date: plain SQL files, forward only, each in its own transaction, one node at a time.
 * @throws StartupError when the database is older than PostgreSQL 15, or newer than this program knows.
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const version = await client.query("SELECT current_setting('server_version_num')::int AS number");
    if (version.rows[0].number < OLDEST_POSTGRES) {
      throw new StartupError(
        `the database is PostgreSQL ${Math.floor(version.rows[0].number / 10_000)}; Rialto needs 15 or newer`,
      );
    }
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const applied = new Set((await client.query('SELECT name FROM migrations')).rows.map((row) => row.name as string));
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    const unknown = [...applied].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new StartupError(`the database was migrated by a newer Rialto (${unknown.join(', ')}); run that version`);
    }
    for (const file of files.filter((name) => !applied.has(name))) {
      await apply(client, file);
    }
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, file: string): Promise<void> {
  const sql = await readFile(new URL(file, folder), 'utf8');
  await client.query('BEGIN');
  await client.query(sql);
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [file]);
  await client.query('COMMIT');
}
