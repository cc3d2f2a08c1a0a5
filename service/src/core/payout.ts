import type { FailureCode } from '../../../contract/src/payments.ts';
import type { PayoutResult, PayoutStatus } from '../../../contract/src/payouts.ts';
import { type ChargeEnds, canTakeCharge, postCharge } from './charge.ts';
import type { Charge } from './fee-tax.ts';
import { encodeTime, type Id, isId, timeOf } from './id.ts';
import { type Book, type LedgerRefusal, move, release } from './ledger.ts';
import { balanceBreach } from './limits.ts';
import type { Failure } from './payment.ts';
import { toE164 } from './phone.ts';

/** A payout's life: pending → processing → completed, or pending → canceled. Its items end one by one. */
export type Totals = {
  readonly count: number;
  readonly amount: bigint;
  readonly succeeded_count: number;
  readonly succeeded_amount: bigint;
  readonly failed_count: number;
  readonly failed_amount: bigint;
  readonly returned_count: number;
  readonly returned_amount: bigint;
  readonly fee: bigint;
  readonly tax: bigint;
};

/**
 * A payout's id is made before those of its items, by the same process, and usually within moments; a long list pauses
 * in between.
 */
const BEFORE_ITEM_MS = 10_000;

/** The payout of an item has an id from the first of these to below the second. */
export function payoutBoundsOf(item: Id<'pit'>): [low: string, high: string] {
  const ms = timeOf(item);
  return [`pout_${encodeTime(Math.max(ms - BEFORE_ITEM_MS, 0))}`, `pout_${encodeTime(ms + 1)}`];
}

/** An item that is final. */
export type FinalItem = Charge & { readonly status: 'succeeded' | 'failed'; readonly amount: bigint };

export function tally(totals: Totals, ended: readonly FinalItem[]): Totals {
  const sum = { ...totals };
  for (const { status, amount, fee, tax } of ended) {
    if (status === 'succeeded') {
      sum.succeeded_count += 1;
      sum.succeeded_amount += amount;
      sum.fee += fee;
      sum.tax += tax;
    } else {
      sum.failed_count += 1;
      sum.failed_amount += amount;
    }
  }
  return sum;
}

/** Processing has begun, so the payout is `processing` until its last item is final. */
export function statusOf(totals: Totals): PayoutStatus & ('processing' | 'completed') {
  const { count, succeeded_count, failed_count, returned_count } = totals;
  return succeeded_count + failed_count + returned_count === count ? 'completed' : 'processing';
}

/** The totals after the provider took a paid item back. Its fee and tax stay taken: the payment was made. */
export function tallyReturn(totals: Totals, amount: bigint): Totals {
  return {
    ...totals,
    succeeded_count: totals.succeeded_count - 1,
    succeeded_amount: totals.succeeded_amount - amount,
    returned_count: totals.returned_count + 1,
    returned_amount: totals.returned_amount + amount,
  };
}

export function resultOf(totals: Totals): PayoutResult {
  if (totals.failed_count + totals.returned_count === 0) return 'all_succeeded';
  return totals.succeeded_count === 0 ? 'all_failed' : 'partial';
}

/** The destination of an item: the id of a wallet, or a phone in E.164 form; null for any other text. */
export function readRecipient(text: string): string | null {
  return isId('wal', text) ? text : toE164(text);
}

/** An item whose outcome is decided, ready for the books. */
export type ItemPayment = Charge & {
  readonly item: string;
  readonly amount: bigint;
  /** The destination: a wallet here, or the clearing wallet of the rail that has paid. Null if the item is not paid. */
  readonly to: string | null;
  /** The reason, if the item is not paid. */
  readonly failure?: Failure;
};

/** The wallet that pays, and those that take the fees and taxes. */
export type PayoutWallets = ChargeEnds & { readonly payout: string; readonly wallet: string };

/**
 * Pays the items of one payout from its reserved money. Their whole part is released, and each item then moves its
 * amount, its fee and the tax. An item that cannot be paid moves nothing, so its part is available again.
 * @returns the reason why each was not paid, in order; null for a paid item
 */
export function payItems(
  book: Book,
  wallets: PayoutWallets,
  payments: readonly ItemPayment[],
  at: bigint,
): (Failure | null)[] {
  const reserved = payments.reduce((sum, { amount, fee, tax }) => sum + amount + fee + tax, 0n);
  if (reserved > 0n) release(book, { wallet: wallets.wallet, source: wallets.payout, amount: reserved, at });
  return payments.map((payment) => payment.failure ?? payItem(book, wallets, payment, at));
}

/**
 * An accepted payout continues if the paying wallet is frozen later. A frozen wallet of a recipient takes no new money.
 */
function payItem(book: Book, wallets: PayoutWallets, payment: ItemPayment, at: bigint): Failure | null {
  const { item, amount, to } = payment;
  const recipient = to === null ? undefined : book.accounts.get(to);
  const payer = book.accounts.get(wallets.wallet)!;
  if (!recipient || recipient.livemode !== payer.livemode) return failures.recipient_not_found;
  if (recipient.closed) return failures.wallet_closed;
  if (recipient.frozen) return failures.wallet_frozen;
  // A settling movement skips limits. The payer's were checked when the payout was accepted; the recipient's are
  // checked here.
  const breach = balanceBreach(recipient, amount);
  if (breach) return failures[breach.code];
  const common = { source: item, from: wallets.wallet, at };
  const refusal = canTakeCharge(book, payment, wallets)
    ? move(book, { ...common, kind: 'payout', to: recipient.wallet, amount, settling: true })
    : 'limit_exceeded';
  // The provider has paid, so a full ledger is no reason to report the item as unpaid.
  if (refusal && recipient.ownerType === 'system') throw new Error(`settlement of ${item} refused: ${refusal}`);
  if (refusal) return failures[refusal];
  postCharge(book, common, payment, wallets);
  return null;
}

const failed = (code: FailureCode, message: string): Failure => ({ code, message, rail_code: null });

export const failures = {
  recipient_not_found: failed('recipient_not_found', 'No wallet has this id.'),
  wallet_closed: failed('recipient_cannot_receive', "The recipient's wallet is closed."),
  wallet_frozen: failed('recipient_cannot_receive', "The recipient's wallet is frozen."),
  currency_mismatch: failed('recipient_cannot_receive', "The recipient's wallet holds another currency."),
  same_wallet: failed('recipient_cannot_receive', 'The recipient is the wallet that pays.'),
  limit_exceeded: failed(
    'customer_limit_reached',
    "The amount would exceed the balance limit of the recipient's wallet.",
  ),
  kyc_required: failed('customer_limit_reached', 'The recipient must verify their identity to hold money here.'),
  insufficient_funds: failed('insufficient_funds', 'The wallet that pays has insufficient funds.'),
  no_rail: failed(
    'rail_unavailable',
    'This phone has no wallet here, and no provider of this deployment can pay to it.',
  ),
  no_rail_for_amount: failed('rail_unavailable', 'No provider of this deployment pays this amount to this phone.'),
  no_rail_for_currency: failed('rail_unavailable', 'No provider of this deployment pays this currency to this phone.'),
} satisfies Record<LedgerRefusal | 'recipient_not_found' | NoRail, Failure>;

type NoRail = 'no_rail' | 'no_rail_for_amount' | 'no_rail_for_currency';
