import type pg from 'pg';
import type { Database } from '../../src/db/database.ts';
import { closeBatch } from '../../src/seal/close-batch.ts';

/** Statements as the superuser whom no trigger stops: an attacker with the whole database. */
export async function asAttacker(client: pg.Client, text: string, values: unknown[] = []): Promise<any[]> {
  await client.query("SET session_replication_role = 'replica'");
  return (await client.query(text, values)).rows;
}

/** Wallets of system accounts in one currency and mode, and postings between them, each in a transaction of its own. */
export async function fillPostings(
  client: pg.Client,
  { transactions = 20, each = 5, livemode = true, old = false } = {},
): Promise<void> {
  const mode = livemode ? 'live' : 'test';
  await client.query(
    `INSERT INTO wallets (id, livemode, owner_type, owner_id, currency, is_default)
     SELECT 'wal_' || $1 || n, $2, 'system', 'seal:' || n, 'XOF', false FROM generate_series(1, 5) n
     ON CONFLICT DO NOTHING`,
    [mode, livemode],
  );
  // The constraint is for new postings; the old ones of an upgraded database have no transaction.
  if (old) await client.query('ALTER TABLE postings DROP CONSTRAINT postings_xid_given');
  for (let n = 0; n < transactions; n++) {
    await client.query(
      `INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance,
         kind, source${old ? ', xid' : ''})
       SELECT $3::bigint + i, 'wal_' || $1 || 1 + (i % 3), 'wal_' || $1 || 4 + (i % 2), 100 + i, 'XOF', $2, -i, i, 'transfer',
              'trf_' || $3::bigint + i${old ? ', NULL' : ''}
       FROM generate_series(1, $4::int) i`,
      [mode, livemode, next, each],
    );
    next += each;
  }
  if (old)
    await client.query('ALTER TABLE postings ADD CONSTRAINT postings_xid_given CHECK (xid IS NOT NULL) NOT VALID');
}
let next = 1_000_000_000_000_000;

/** Seals everything that can be sealed. Other tests on the cluster may have open transactions for a while. */
export async function sealAll(db: Database, most?: number): Promise<void> {
  const text = `SELECT (SELECT count(*) FROM postings) + (SELECT count(*) FROM seal_tombstones)
    - coalesce((SELECT total FROM seals ORDER BY number DESC LIMIT 1), 0) AS open`;
  for (let tries = 0; tries < 3_000; tries++) {
    if ((await closeBatch(db, 0, most)) > 0) continue;
    const [row] = await db.query<{ open: bigint }>({ name: 'test_unsealed', text });
    if (row!.open === 0n) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the ledger was not sealed');
}
