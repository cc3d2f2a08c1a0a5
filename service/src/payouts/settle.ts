import type { Account, Book } from '../core/ledger.ts';
import { openBook } from '../core/ledger.ts';
import type { Failure } from '../core/payment.ts';
import { failures, payItems, statusOf, tally } from '../core/payout.ts';
import { pollDelayMs } from '../core/poll.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { emitEvents, subscribersOf } from '../events/emit.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { railForPayout } from '../rails/choose.ts';
import { contradictions } from '../rails/contradiction.ts';
import type { PayOutAnswer } from '../rails/rail.ts';
import { systemWallets } from '../wallets/system.ts';
import { wakeWorker } from '../workers/wake.ts';
import {
  type ClaimedItem,
  type ItemChange,
  type OpenItem,
  postponeItems,
  selectAsked,
  selectItemsAfter,
  selectStates,
  updateItems,
} from './item-store.ts';
import { type Job, lockPayouts, type PayoutRow, updatePayouts } from './store.ts';
import { payoutEvent } from './view.ts';

/** So many items in a transaction: it holds the lock of the wallet that pays, and other traffic waits for that. */
const PORTION = 500;

/** A payout that this process settles, as its claim or the portion before left it. */
export type ClaimedPayout = {
  readonly world: number;
  readonly id: string;
  readonly currency: string;
  readonly livemode: boolean;
  readonly wallet_id: string;
  readonly cursor: string;
  /** The items after the cursor, read while the portion before was written: a fifth of a payout's time. */
  readonly ahead?: Promise<OpenItem[]>;
};

/** What became final, for who counts it. */
export type Settled = {
  readonly items: readonly { readonly status: string }[];
  readonly completed: readonly PayoutRow[];
};
const nothing: Settled = { items: [], completed: [] };

/**
 * What is decided about an item before the books are opened: it goes to `to`, fails, or is handed to a rail.
 */
type Fate = {
  readonly item: OpenItem;
  /** Whose answer is awaited. */
  readonly asks?: string;
  /** The wallet that is credited; null with a failure. */
  readonly to: string | null;
  readonly failure?: Failure;
  readonly railReference: string | null;
};

/**
 * Settles the next items of a payout in one transaction, under its lock: wallets here are credited, phones without one are
 * handed to a rail. State, postings, totals and, after the last item, the event commit together.
 *
 * The items are read before the lock. Nobody changes those after the cursor but who moves it, under the lock.
 * @returns `next`: the payout as it goes on, null when all its items were taken
 */
export async function settleNext(
  db: Database,
  payout: ClaimedPayout,
  limit: number = PORTION,
): Promise<Settled & { next: ClaimedPayout | null }> {
  const { world, currency, livemode } = payout;
  const find = await systemWallets(db, [{ role: 'fees', currency, livemode }]);
  const fees = find('fees', currency, livemode);
  const found = await (payout.ahead ?? selectItemsAfter(db, payout, limit + 1));
  const more = found.length > limit;
  const items = more ? found.slice(0, limit) : found;
  const wallets = items.flatMap((item) => (item.wallet === null ? [] : [item.wallet]));
  return transaction(db, async (tx) => {
    const [[row], accounts, subscribers] = await Promise.all([
      lockPayouts(tx, [payout]),
      lockWallets(tx, [payout.wallet_id, ...wallets, ...(items.some(hasFee) ? [fees] : [])]),
      subscribersOf(tx, [payout]),
    ]);
    // Canceled since it was claimed, or finished by another node.
    if (!row || row.due_at === null) return { ...nothing, next: null };
    const here = { world, id: payout.id, currency, livemode, wallet_id: payout.wallet_id };
    // Another node has gone on with it.
    if (row.cursor !== payout.cursor) return { ...nothing, next: { ...here, cursor: row.cursor } };
    const book = openBook(accounts);
    const rail = railForPayout(livemode);
    const fates = items.map((item): Fate => {
      if (item.wallet !== null) return { item, to: known(book, item.wallet), railReference: null };
      if (rail === null) return { item, to: null, failure: failures.no_rail, railReference: null };
      return { item, to: null, asks: rail, railReference: null };
    });
    const cursor = items.at(-1)?.id ?? row.cursor;
    const settled = conclude(
      tx,
      book,
      subscribers,
      [{ payout: { ...row, cursor }, fates, fees }],
      more ? 'renewed' : 'over',
    );
    if (fates.some((fate) => fate.asks)) tx.afterCommit(() => wakeWorker('payout_items'));
    return { ...settled, next: more ? readAhead(db, { ...here, cursor }, limit) : null };
  });
}

function readAhead(db: Database, payout: ClaimedPayout, limit: number): ClaimedPayout {
  const ahead = selectItemsAfter(db, payout, limit + 1);
  // Whoever goes on hears of it; perhaps nobody does.
  ahead.catch(() => {});
  return { ...payout, ahead };
}

const hasFee = (item: OpenItem) => item.fee > 0n;

/** The system's own wallets are nobody's to name. */
function known(book: Book, wallet: string): string | null {
  const account: Account | undefined = book.accounts.get(wallet);
  return account && account.ownerType !== 'system' ? wallet : null;
}

export type AskedItem = { readonly item: ClaimedItem; readonly answer: PayOutAnswer };

/**
 * Takes in what the rails said, many items of any payouts in one transaction. What is final already is left alone, so an
 * answer that comes twice settles once; an outcome that is not known yet is asked about again.
 * @param onError is told of answers that contradict what is final
 */
export async function settleAnswers(
  db: Database,
  asked: readonly AskedItem[],
  onError: (error: unknown) => void,
): Promise<Settled> {
  const waiting = asked.filter(({ answer }) => answer.state === 'pending').map(({ item }) => item);
  if (waiting.length > 0) await postponeItems(db, waiting, pollDelayMs);
  const answered = asked.filter(({ answer }) => answer.state !== 'pending');
  if (answered.length === 0) return nothing;
  const find = await systemWallets(
    db,
    answered.flatMap(({ item: { rail, currency, livemode } }) => [
      { role: `clearing:${rail}` as const, currency, livemode },
      { role: 'fees' as const, currency, livemode },
    ]),
  );
  return transaction(db, (tx) => settleAsked(tx, answered, find, onError));
}

async function settleAsked(
  tx: Tx,
  asked: readonly AskedItem[],
  find: Awaited<ReturnType<typeof systemWallets>>,
  onError: (error: unknown) => void,
): Promise<Settled> {
  // Each once: what was claimed again before its rail had answered would be paid twice.
  const claimed = [...new Map(asked.map(({ item }) => [item.id, item])).values()];
  const answers = new Map(asked.map(({ item, answer }) => [item.id, answer]));
  const wanted = [...new Map(claimed.map(({ world, payout_id: id }) => [`${world} ${id}`, { world, id }])).values()];
  const [payouts, items, subscribers] = await Promise.all([
    lockPayouts(tx, wanted),
    selectAsked(tx, claimed),
    subscribersOf(tx, wanted),
  ]);
  if (items.length < claimed.length) {
    const states = await selectStates(tx, claimed);
    tx.afterCommit(() => contradictions(states, answers).forEach(onError));
  }
  if (items.length === 0) return nothing;
  const groups = payouts.flatMap((payout) => {
    const { currency, livemode } = payout;
    const own = items.filter((item) => item.world === payout.world && item.payout_id === payout.id);
    // Another node was told before: it may have completed the payout, and has told of it.
    if (own.length === 0) return [];
    const fates = own.map((item): Fate => {
      const answer = answers.get(item.id)!;
      if (answer.state === 'failed') return { item, to: null, failure: answer.failure, railReference: null };
      const railReference = answer.state === 'succeeded' ? answer.railReference : null;
      return { item, to: find(`clearing:${item.rail}`, currency, livemode), railReference };
    });
    return [{ payout, fates, fees: find('fees', currency, livemode) }];
  });
  const wallets = groups.flatMap(({ payout, fates, fees }) => [
    payout.wallet_id,
    fees,
    ...fates.flatMap(({ to }) => (to === null ? [] : [to])),
  ]);
  const book = openBook(await lockWallets(tx, wallets));
  return conclude(tx, book, subscribers, groups, 'left');
}

type Group = { readonly payout: PayoutRow; readonly fates: readonly Fate[]; readonly fees: string };

/** Moves the money and writes what has become of the items, their payouts' totals and the events of those that are completed. */
function conclude(
  tx: Tx,
  book: Book,
  subscribers: Awaited<ReturnType<typeof subscribersOf>>,
  groups: readonly Group[],
  job: Job,
): Settled {
  const now = new Date();
  const changes: ItemChange[] = [];
  const rows: PayoutRow[] = [];
  for (const group of groups) {
    const ends = endItems(book, group, now);
    changes.push(...ends, ...group.fates.filter((fate) => fate.asks).map(handOver));
    rows.push(advance(group.payout, ends, now));
  }
  writeBook(tx, book);
  updateItems(tx, changes, now);
  updatePayouts(tx, rows, job);
  const completed = rows.filter((row) => row.status === 'completed');
  const statusBefore = new Map(groups.map(({ payout }) => [payout.id, payout.status]));
  emitEvents(
    tx,
    subscribers,
    completed.map((row) => payoutEvent(row, 'payout.completed', statusBefore.get(row.id)!)),
  );
  return { items: changes.filter((change) => change.status !== 'processing'), completed };
}

function endItems(book: Book, { payout, fates, fees }: Group, now: Date): ItemChange[] {
  const final = fates.filter((fate) => !fate.asks);
  const purse = { payout: payout.id, wallet: payout.wallet_id, fees };
  const payments = final.map(({ item, to, failure }) => ({
    item: item.id,
    amount: item.amount,
    fee: item.fee,
    to,
    ...(failure ? { failure } : {}),
  }));
  const faults = payItems(book, purse, payments, BigInt(now.getTime()) * 1000n);
  return final.map(({ item, to, railReference }, i) => ({
    item,
    status: faults[i] ? 'failed' : 'succeeded',
    failure: faults[i] ?? null,
    wallet: item.rail === null && !faults[i] ? to : null,
    rail: item.rail,
    railReference,
    dueInMs: 0,
  }));
}

function handOver({ item, asks }: Fate): ItemChange {
  return {
    item,
    status: 'processing',
    failure: null,
    wallet: null,
    rail: asks ?? null,
    railReference: null,
    dueInMs: 0,
  };
}

function advance(payout: PayoutRow, ends: readonly ItemChange[], now: Date): PayoutRow {
  const totals = tally(
    payout,
    ends.map(({ item, status }) => ({ status: status as 'succeeded' | 'failed', amount: item.amount, fee: item.fee })),
  );
  const status = statusOf(totals);
  return {
    ...payout,
    ...totals,
    status,
    updated_at: now,
    completed_at: status === 'completed' ? now : null,
    version: payout.version + 1,
  };
}
