import type { ChargeEnds } from '../core/charge.ts';
import type { Book } from '../core/ledger.ts';
import type { Failure } from '../core/payment.ts';
import { payItems, statusOf, tally } from '../core/payout.ts';
import { postProviderFee } from '../core/provider-fee.ts';
import type { Tx } from '../db/transaction.ts';
import { type RailUse, rememberRails } from '../rails/memory.ts';
import type { Posted } from '../workers/settle.ts';
import { type ItemChange, type OpenItem, updateItems } from './item-store.ts';
import { type Job, type PayoutRow, updatePayouts } from './store.ts';
import { payoutEvent } from './view.ts';

/** The items and payouts that became final, for metrics. */
export type Settled = {
  readonly items: readonly { readonly status: string }[];
  readonly completed: readonly PayoutRow[];
};
export const nothingSettled: Settled = { items: [], completed: [] };

/** The decision about an item before the books are written: it is paid to `to`, fails, or is handed to a rail. */
export type ItemDecision = {
  readonly item: OpenItem;
  /** The rail whose answer is awaited. */
  readonly asks?: string;
  /** The wallet to credit; null with a failure. */
  readonly to: string | null;
  readonly failure?: Failure;
  readonly railReference: string | null;
  /** The provider's charge for a paid item, and the wallet that gathers such charges. */
  readonly charge?: { readonly wallet: string; readonly amount: bigint };
};

/** A locked payout, and the decisions about some of its items. `ends`: the wallets that take its fees and taxes. */
export type DecidedPayout = {
  readonly payout: PayoutRow;
  readonly decisions: readonly ItemDecision[];
  readonly ends: ChargeEnds;
};

/**
 * Moves the money of the items. Returns the items' outcomes, their payouts' totals and the events of completed payouts,
 * to be written.
 */
export function postDecisions(tx: Tx, book: Book, payouts: readonly DecidedPayout[], job: Job): Posted<Settled> {
  const now = new Date();
  const changes: ItemChange[] = [];
  const rows: PayoutRow[] = [];
  for (const decided of payouts) {
    const ends = endItems(book, decided, now);
    changes.push(...ends, ...decided.decisions.filter((decision) => decision.asks).map(handOver));
    rows.push(advance(decided.payout, ends, now));
  }
  const completed = rows.filter((row) => row.status === 'completed');
  const statusBefore = new Map(payouts.map(({ payout }) => [payout.id, payout.status]));
  return {
    settled: { items: changes.filter((change) => change.status !== 'processing'), completed },
    drafts: completed.map((row) => payoutEvent(row, 'payout.completed', statusBefore.get(row.id)!)),
    write: () => {
      rememberRails(tx, payouts.flatMap(usesOf(changes)));
      updateItems(tx, changes, now);
      updatePayouts(tx, rows, job);
    },
  };
}

/** Which rails paid which phones. */
const usesOf =
  (changes: readonly ItemChange[]) =>
  ({ payout: { id, livemode } }: DecidedPayout): RailUse[] =>
    changes.flatMap(({ item, status, rail }) =>
      item.payout_id === id && status === 'succeeded' && rail !== null
        ? [{ phone: item.recipient, livemode, rail, direction: 'payout' as const }]
        : [],
    );

function endItems(book: Book, { payout, decisions, ends }: DecidedPayout, now: Date): ItemChange[] {
  const final = decisions.filter((decision) => !decision.asks);
  const wallets = { payout: payout.id, wallet: payout.wallet_id, ...ends };
  const payments = final.map(({ item, to, failure }) => ({
    item: item.id,
    amount: item.amount,
    fee: item.fee,
    tax: item.tax,
    to,
    ...(failure ? { failure } : {}),
  }));
  const at = BigInt(now.getTime()) * 1000n;
  const faults = payItems(book, wallets, payments, at);
  final.forEach(({ item, to, charge }, i) => {
    if (!charge || to === null || faults[i]) return;
    postProviderFee(book, { clearing: to, charges: charge.wallet, source: item.id, amount: charge.amount, at });
  });
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

function handOver({ item, asks }: ItemDecision): ItemChange {
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
    ends.map(({ item: { amount, fee, tax }, status }) => {
      return { status: status as 'succeeded' | 'failed', amount, fee, tax };
    }),
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
