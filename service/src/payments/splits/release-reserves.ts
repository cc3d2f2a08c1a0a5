import { accountOf, changeReserve, openBook } from '../../core/ledger.ts';
import type { Database } from '../../db/database.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { lockWallets, writeBook } from '../../ledger/store.ts';
import { settleEach } from '../../workers/settle-each.ts';
import type { Round } from '../../workers/worker.ts';
import { reserveEntry } from './entries.ts';
import { openPartners } from './open-partners.ts';
import { type DueReserve, endReserveDays, nextDueReserve, selectDueReserves } from './partners/state.ts';

/** Partners whose reserves are released in one transaction. */
const PORTION = 200;

/** Releases what reserves kept when its days are over. A freeze of the wallet does not stop it. */
export function createReserveWorker(db: Database, onError: (error: unknown) => void): () => Promise<Round> {
  return async () => {
    const due = await db.query<DueReserve>(selectDueReserves, [PORTION]);
    if (due.length > 0) {
      const done = await settleEach(
        due,
        (portion) => transaction(db, (tx) => releaseReserves(tx, portion)),
        onError,
        ({ world }) => world,
      );
      return { done: done.length, nextDueMs: null };
    }
    const [next] = await db.query<{ ms: number | null }>(nextDueReserve);
    return { done: 0, nextDueMs: next?.ms ?? null };
  };
}

/** The clock of the database says which days are over. @returns the partners whose days ended */
export async function releaseReserves(tx: Tx, due: readonly DueReserve[]): Promise<DueReserve[]> {
  const book = openBook(
    await lockWallets(
      tx,
      due.map(({ wallet_id }) => wallet_id),
    ),
  );
  const [partners, ended] = await Promise.all([
    openPartners(tx, due),
    tx.query<{ partner_id: string; kept: bigint }>(endReserveDays, [due.map(({ partner_id }) => partner_id)]),
  ]);
  const at = BigInt(Date.now()) * 1000n;
  const keptOf = new Map(ended.map(({ partner_id, kept }) => [partner_id, kept]));
  const changed = due.filter(({ partner_id }) => keptOf.has(partner_id));
  for (const { world, wallet_id, partner_id } of changed) {
    const released = partners.release({ world, wallet_id }, keptOf.get(partner_id)!);
    if (released === 0n) continue;
    changeReserve(book, { wallet: wallet_id, amount: -released, at });
    const { position } = accountOf(book, wallet_id);
    partners.record(reserveEntry({ world, wallet_id, payment_id: null, position }, { released }));
  }
  writeBook(tx, book);
  partners.write();
  return changed;
}
