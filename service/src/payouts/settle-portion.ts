import type { Book, LockedWallet } from '../core/ledger.ts';
import { openBook } from '../core/ledger.ts';
import { failures } from '../core/payout.ts';
import type { Database } from '../db/database.ts';
import { adaptPortion, type Portion } from '../db/portion.ts';
import { transaction } from '../db/transaction.ts';
import { subscribersOf } from '../events/emit.ts';
import { lockWallets } from '../ledger/store.ts';
import { railForPayout } from '../rails/choose.ts';
import { systemWallets } from '../wallets/system.ts';
import { wakeWorker } from '../workers/wake.ts';
import { type OpenItem, selectItemsAfter } from './item-store.ts';
import { lockPayouts } from './store.ts';
import { type ItemDecision, nothingSettled, type Settled, writeDecisions } from './write-decisions.ts';

/** The most items in a transaction: it locks the paying wallet, and other traffic waits for that. */
const MOST = 500;
/** Adapts to the length of a slice, for all payouts of this process. */
const itemsOfSlice = adaptPortion({ first: 200, most: MOST });

/** A payout that this process settles, as its claim or the previous portion left it. */
export type ClaimedPayout = {
  readonly world: number;
  readonly id: string;
  readonly currency: string;
  readonly livemode: boolean;
  readonly wallet_id: string;
  readonly cursor: string;
  /**
   * The items after the cursor, read while the previous portion was written: reading takes a fifth of a payout's time.
   */
  readonly ahead?: { readonly limit: number; readonly items: Promise<OpenItem[]> };
};

/**
 * Settles the next items of a payout in one transaction of about a slice, under its lock. Wallets here are credited,
 * and phones without one are handed to a rail. State, postings, totals and, after the last item, the event commit
 * together.
 *
 * The items are read before the lock. Items after the cursor change only when the cursor moves, under the lock.
 * @returns `next`: the payout to continue, or null when all its items were taken
 */
export async function settlePortion(
  db: Database,
  payout: ClaimedPayout,
  portion: Portion = itemsOfSlice,
): Promise<Settled & { next: ClaimedPayout | null }> {
  const { world, currency, livemode } = payout;
  const find = await systemWallets(db, [{ role: 'fees', currency, livemode }]);
  const fees = find('fees', currency, livemode);
  const limit = payout.ahead?.limit ?? portion.size;
  const found = await (payout.ahead?.items ?? selectItemsAfter(db, payout, limit + 1));
  const more = found.length > limit;
  const items = more ? found.slice(0, limit) : found;
  const wallets = items.flatMap((item) => (item.wallet === null ? [] : [item.wallet]));
  let began = 0;
  const settled = await transaction(db, async (tx) => {
    began = performance.now();
    const [[row], accounts, subscribers] = await Promise.all([
      lockPayouts(tx, [payout]),
      lockWallets(tx, [payout.wallet_id, ...wallets, ...(items.some(hasFee) ? [fees] : [])]),
      subscribersOf(tx, [payout]),
    ]);
    // Canceled since it was claimed, or finished by another node.
    if (!row || row.due_at === null) return { ...nothingSettled, next: null };
    const here = { world, id: payout.id, currency, livemode, wallet_id: payout.wallet_id };
    // Another node has continued it.
    if (row.cursor !== payout.cursor) return { ...nothingSettled, next: { ...here, cursor: row.cursor } };
    const book = openBook(accounts);
    const rail = railForPayout(livemode);
    const decisions = items.map((item): ItemDecision => {
      if (item.wallet !== null) return { item, to: known(book, item.wallet), railReference: null };
      if (rail === null) return { item, to: null, failure: failures.no_rail, railReference: null };
      return { item, to: null, asks: rail, railReference: null };
    });
    const cursor = items.at(-1)?.id ?? row.cursor;
    const written = writeDecisions(
      tx,
      book,
      subscribers,
      [{ payout: { ...row, cursor }, decisions, fees }],
      more ? 'renewed' : 'over',
    );
    if (decisions.some((decision) => decision.asks)) tx.afterCommit(() => wakeWorker('payout_items'));
    return { ...written, next: more ? readAhead(db, { ...here, cursor }, portion.size) : null };
  });
  portion.took(items.length, performance.now() - began);
  return settled;
}

function readAhead(db: Database, payout: ClaimedPayout, limit: number): ClaimedPayout {
  const items = selectItemsAfter(db, payout, limit + 1);
  // The next portion awaits this promise and gets its error. There may be no next portion.
  items.catch(() => {});
  return { ...payout, ahead: { limit, items } };
}

const hasFee = (item: OpenItem) => item.fee > 0n;

/** System wallets cannot be recipients. */
function known(book: Book, wallet: string): string | null {
  const account: LockedWallet | undefined = book.accounts.get(wallet);
  return account && account.ownerType !== 'system' ? wallet : null;
}
