import type { ChargeEnds } from '../core/charge.ts';
import type { Book, LockedWallet } from '../core/ledger.ts';
import { openBook } from '../core/ledger.ts';
import type { Database } from '../db/database.ts';
import { adaptPortion, type Portion } from '../db/portion.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { walletsOf } from '../wallets/charge-wallets.ts';
import { systemWallets } from '../wallets/system.ts';
import { type OpenItem, selectItemsAfter } from './item-store.ts';
import { type ItemDecision, nothingSettled, postDecisions, type Settled } from './post-decisions.ts';
import { builtInOnly, type ItemRoute, type ItemRouting, routeItems } from './route-items.ts';
import { lockPayouts } from './store.ts';

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
  /** The merchant that owns this wallet. */
  readonly merchant: string;
  /** The rail of all phones, if the request named one. */
  readonly rail: string | null;
  /** The span of the request that made it, if it was traced. */
  readonly traceparent?: string | null;
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
  routing: ItemRouting = builtInOnly,
): Promise<Settled & { next: ClaimedPayout | null }> {
  const { world, currency, livemode, merchant, rail, traceparent = null } = payout;
  const limit = payout.ahead?.limit ?? portion.size;
  const found = await (payout.ahead?.items ?? selectItemsAfter(db, payout, limit + 1));
  const more = found.length > limit;
  const items = (more ? found.slice(0, limit) : found).map((item) => viaRail(item, rail));
  const away = items.filter(({ wallet }) => wallet === null);
  const ends = await chargeEnds(db, payout, items);
  const routes = await routeItems(db, routing, payout, away);
  const wallets = items.flatMap((item) => (item.wallet === null ? [] : [item.wallet]));
  let began = 0;
  const settlePart = async (tx: Tx) => {
    began = performance.now();
    const [locked, accounts, events] = await Promise.all([
      lockPayouts(tx, [payout]),
      lockWallets(tx, [payout.wallet_id, ...wallets, ...walletsOf(ends)]),
      openEvents(tx, [payout]),
    ]);
    const row = locked.rowOf(world, payout.id);
    // Canceled since it was claimed, or finished by another node.
    if (!row || row.due_at === null) return { ...nothingSettled, next: null };
    const here = { world, id: payout.id, currency, livemode, wallet_id: payout.wallet_id, merchant, rail, traceparent };
    // Another node has continued it.
    if (row.cursor !== payout.cursor) return { ...nothingSettled, next: { ...here, cursor: row.cursor } };
    const book = openBook(accounts);
    const decisions = items.map((item): ItemDecision => {
      if (item.wallet !== null) return { item, to: known(book, item.wallet), railReference: null };
      return decideAway(item, routes.get(item.id)!);
    });
    const cursor = items.at(-1)?.id ?? row.cursor;
    const decided = [{ payout: { ...row, cursor }, decisions, ends }];
    const { settled, drafts, write } = postDecisions(tx, book, decided, more ? 'renewed' : 'over');
    writeBook(tx, book);
    write();
    events.emit(drafts);
    if (decisions.some((decision) => decision.asks)) tx.afterCommit(() => tx.node.wake('payout_items'));
    return { ...settled, next: more ? readAhead(db, { ...here, cursor }, portion.size) : null };
  };
  const span = db.node.tracing?.startBatch('settle payout', 'internal', [traceparent]) ?? null;
  const settled = await transaction(db, settlePart, { span }).finally(() => span?.end());
  portion.took(items.length, performance.now() - began);
  return settled;
}

function readAhead(db: Database, payout: ClaimedPayout, limit: number): ClaimedPayout {
  const items = selectItemsAfter(db, payout, limit + 1);
  // The next portion awaits this promise and gets its error. There may be no next portion.
  items.catch(() => {});
  return { ...payout, ahead: { limit, items } };
}

/** A request that names a rail sends all phones there, also those that have a wallet here. */
const viaRail = (item: OpenItem, rail: string | null): OpenItem =>
  rail !== null && item.recipient.startsWith('+') ? { ...item, wallet: null } : item;

const decideAway = (item: OpenItem, route: ItemRoute): ItemDecision =>
  'rail' in route
    ? { item, to: null, asks: route.rail, railReference: null }
    : { item, to: null, failure: route.failure, railReference: null };

async function chargeEnds(
  db: Database,
  { currency, livemode }: ClaimedPayout,
  items: readonly OpenItem[],
): Promise<ChargeEnds> {
  const hasFee = items.some(({ fee }) => fee > 0n);
  const hasTax = items.some(({ tax }) => tax > 0n);
  const find = await systemWallets(db, [
    ...(hasFee ? [{ role: 'fees' as const, currency, livemode }] : []),
    ...(hasTax ? [{ role: 'tax' as const, currency, livemode }] : []),
  ]);
  return {
    fees: hasFee ? find('fees', currency, livemode) : null,
    taxes: hasTax ? find('tax', currency, livemode) : null,
  };
}

/** System wallets cannot be recipients. */
function known(book: Book, wallet: string): string | null {
  const account: LockedWallet | undefined = book.accounts.get(wallet);
  return account && account.ownerType !== 'system' ? wallet : null;
}
