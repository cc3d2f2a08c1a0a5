import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { MOST, readNext, START } from './batch.ts';
import { hashOfSeal, placeOf, SEAL_GENESIS, type SealRow } from './chain.ts';
import { insertStatement, lockStatement, readLast } from './store.ts';

/**
 * Closes the next batch and chains it to the last, in a transaction of its own. A batch closes if it is full, or if the
 * last one was closed longer ago than `everyMs`.
 * @returns the number of postings in it; 0 if there are none yet, or if another node is closing one
 * @throws Error if the database was restored from a dump, with lower numbers of transactions than its postings have
 */
export function closeBatch(db: Database, everyMs: number, most = MOST): Promise<number> {
  return transaction(db, async (tx) => {
    if ((await tx.query(lockStatement)).length === 0) return 0;
    const last = await readLast(tx, everyMs / 1_000);
    if (last?.young && last.count < most) return 0;
    const next = await readNext(tx, last ? placeOf(last) : START, most);
    if (next.behind)
      throw new Error(
        'the postings have higher transaction numbers than the database: it was restored from a dump. Nothing is ' +
          'sealed until its epoch is raised with pg_resetwal (docs/sealed-ledger.md)',
      );
    if (next.xid === null) return 0;
    const row: Omit<SealRow, 'hash'> = {
      number: (last?.number ?? 0n) + 1n,
      to_xid: next.xid,
      to_wallet: next.wallet,
      to_position: next.position,
      count: next.count,
      total: (last?.total ?? 0n) + BigInt(next.count),
      sealed_at: next.sealed_at,
      digest: next.digest!,
      previous: last?.hash ?? SEAL_GENESIS,
    };
    const { number, to_xid, to_wallet, to_position, count, total, sealed_at, digest, previous } = row;
    const values = [number, to_xid, to_wallet, to_position, count, total, sealed_at, digest, previous];
    tx.query(insertStatement, [...values, hashOfSeal(row), next.marks]);
    return next.count;
  });
}
