import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { cloneDatabase, type TestDatabase } from './database.ts';

const migrations = new URL('../../migrations/', import.meta.url);

export type OldDatabase = TestDatabase & { readonly client: pg.Client };

/** A database at the version that had the migrations below this number, with these rows. */
export async function oldDatabase(before: string, rows = ''): Promise<OldDatabase> {
  const { url, drop } = await cloneDatabase('template0');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
  for (const file of readdirSync(migrations).sort()) {
    if (file >= before) break;
    await client.query(readFileSync(new URL(file, migrations), 'utf8'));
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [file]);
  }
  await client.query(rows);
  const end = async () => {
    await client.end();
    await drop();
  };
  return { url, client, drop: end };
}
