import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { scopes } from '../../contract/src/route.ts';
import { createKey } from '../../service/src/access/create-key.ts';
import { type Database, openDatabase } from '../../service/src/db/database.ts';
import { migrate } from '../../service/src/db/migrate.ts';
import { transaction } from '../../service/src/db/transaction.ts';
import { createIntegration } from '../../service/src/integrations/create-integration.ts';
import { selectWorld, type WorldRow } from '../../service/src/integrations/store.ts';
import { newId } from '../../service/src/kernel/new-id.ts';
import { createMerchant } from '../../service/src/merchants/create-merchant.ts';
import { openSecrets } from '../../service/src/secrets/open.ts';
import { secretKeysOf } from '../../service/src/secrets/secret-keys.ts';
import { fundWallets } from '../../service/src/wallets/fund.ts';
import { insertWallets } from '../../service/src/wallets/store.ts';
import { CURRENCY, FUNDS, WALLETS } from './transfers.ts';

export const SECRET_KEY = 'a fixed secret for the benchmark only';

/** A database with the service's tables, and a merchant with a key and funded wallets. */
export type World = {
  readonly url: string;
  readonly world: number;
  readonly key: string;
  readonly wallets: readonly string[];
};

/**
 * @param script SQL to run after the migrations
 * @param folder other migrations than the service's own
 */
export async function makeWorld(cluster: string, name: string, script?: URL, folder?: URL): Promise<World> {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  await query(cluster, `CREATE DATABASE ${name}`);
  await migrate(url.href, folder ? { folder } : {});
  if (script) await query(url.href, await readFile(script, 'utf8'));
  const db = openDatabase(url.href, { max: 1 });
  try {
    return { url: url.href, ...(await fill(db, 'bench')) };
  } finally {
    await db.close();
    await vacuumFilled(url.href);
  }
}

/**
 * Autovacuum would do this within a minute. Doing it now keeps every run independent of its timing. Empty tables are
 * left, as autovacuum leaves them: PostgreSQL assumes ten pages for a table that was never analyzed, and none for an
 * empty one. A foreign key's check that is planned then reads the whole table for each row, until its next analysis.
 */
async function vacuumFilled(url: string): Promise<void> {
  const filled = await query<{ name: string }>(
    url,
    'SELECT relid::regclass::text AS name FROM pg_stat_user_tables WHERE n_tup_ins > 0',
  );
  await query(url, `VACUUM ANALYZE ${filled.map(({ name }) => name).join(', ')}`);
}

/** Adds a merchant with a key and funded wallets to a database that `makeWorld` filled. */
export async function addMerchant(url: string, name: string): Promise<World> {
  const db = openDatabase(url, { max: 1 });
  try {
    return { url, ...(await fill(db, name)) };
  } finally {
    await db.close();
  }
}

async function fill(db: Database, name: string): Promise<Omit<World, 'url'>> {
  const ownerId = await createMerchant(db, name);
  await createIntegration(db, { merchantId: ownerId, name });
  const [row] = await db.query<WorldRow>(selectWorld, [name, false]);
  const { world, livemode } = row!;
  const { pepper } = await openSecrets(db, secretKeysOf([SECRET_KEY]));
  const { key } = await createKey(db, { world, livemode, scopes }, pepper);
  const wallets = Array.from({ length: WALLETS }, () => newId('wal'));
  const owner = { ownerType: 'merchant' as const, ownerId, livemode, currency: CURRENCY };
  await transaction(db, async (tx) => {
    await insertWallets(
      tx,
      wallets.map((id) => ({ ...owner, id, label: null, isDefault: false, metadata: {} })),
    );
    await fundWallets(
      tx,
      wallets.map((wallet) => ({ wallet, amount: FUNDS, source: newId('req') })),
    );
  });
  return { world, key, wallets };
}

export async function query<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
