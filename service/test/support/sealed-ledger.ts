import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Database } from '../../src/db/database.ts';
import { readDigest } from '../../src/seal/batch.ts';
import { hashOfSeal, placeOf } from '../../src/seal/chain.ts';
import { closeBatch } from '../../src/seal/close-batch.ts';
import { exportSeals } from '../../src/seal/export.ts';
import { readSeals } from '../../src/seal/store.ts';

/** Statements as the superuser whom no trigger stops: an attacker with the whole database. */
export async function asAttacker(client: pg.Client, text: string, values: unknown[] = []): Promise<any[]> {
  await client.query("SET session_replication_role = 'replica'");
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.query("SET session_replication_role = 'origin'");
  }
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
      `INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
         credit_balance, kind, source${old ? ', xid' : ''})
       SELECT $3::bigint + i, 'wal_' || $1 || 1 + (i % 3), 'wal_' || $1 || 4 + (i % 2), 100 + i, 'XOF', $2, -i, i,
              'transfer',
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

/** Makes the chain fit the present postings from a batch on, as an attacker does who knows how it is made. */
export async function rewriteChain(client: pg.Client, db: Database, from: bigint): Promise<void> {
  const seals = await readSeals(db, from - 1n, 2n ** 62n, 100_000);
  for (let i = 1; i < seals.length; i++) {
    const [before, seal] = [seals[i - 1]!, seals[i]!];
    const { digest, marks } = await readDigest(db, placeOf(before), placeOf(seal));
    const row = { ...seal, digest: digest!, previous: before.hash };
    const hash = hashOfSeal(row);
    seals[i] = { ...row, marks: marks!, hash };
    const text = 'UPDATE seals SET digest = $2, marks = $3, previous = $4, hash = $5 WHERE number = $1';
    await asAttacker(client, text, [seal.number, digest, marks, before.hash, hash]);
  }
}

/** Exports batches, and runs the independent verifier on it. `tamper` changes each line of the export. */
export async function verifyExport(
  db: Database,
  options: readonly string[] = [],
  from = 1n,
  to = 2n ** 62n,
  tamper: (line: string) => string = (line) => line,
): Promise<{ code: number; out: string }> {
  const file = join(mkdtempSync(join(tmpdir(), 'seal-')), 'export.jsonl');
  const lines = [];
  for await (const line of exportSeals(db, from, to)) lines.push(tamper(line));
  writeFileSync(file, lines.filter((line) => line !== '').join('\n'));
  const script = new URL('../../../scripts/verify-seal.mjs', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, file, ...options], { encoding: 'utf8' });
  return { code: status!, out: stdout + stderr };
}
