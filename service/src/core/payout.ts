import type { FailureCode } from '../../../contract/src/payments.ts';
import type { PayoutResult, PayoutStatus } from '../../../contract/src/payouts.ts';
import { isId } from './id.ts';
import { type Book, canReceive, type LedgerRefusal, move, release } from './ledger.ts';
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
  readonly fee: bigint;
};

/** An item that is final. */
export type FinalItem = { readonly status: 'succeeded' | 'failed'; readonly amount: bigint; readonly fee: bigint };

export function tally(totals: Totals, ended: readonly FinalItem[]): Totals {
  const sum = { ...totals };
  for (const { status, amount, fee } of ended) {
    if (status === 'succeeded') {
      sum.succeeded_count += 1;
      sum.succeeded_amount += amount;
      sum.fee += fee;
    } else {
      sum.failed_count += 1;
      sum.failed_amount += amount;
    }
  }
  return sum;
}

/** Work on it has begun, so it is under way until the last item is final. */
export function statusOf(totals: Totals): PayoutStatus & ('processing' | 'completed') {
  return totals.succeeded_count + totals.failed_count === totals.count ? 'completed' : 'processing';
}

export function resultOf(totals: Totals): PayoutResult {
  if (totals.failed_count === 0) return 'all_succeeded';
  return totals.succeeded_count === 0 ? 'all_failed' : 'partial';
}

/** Where an item's money goes: the id of a wallet, or a phone in E.164 form; null for what is neither. */
export function readRecipient(text: string): string | null {
  return isId('wal', text) ? text : toE164(text);
}

/** One item's way through the books, once its fate is decided. */
export type ItemPayment = {
  readonly item: string;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Where the money goes: a wallet here, or the clearing wallet of the rail that has paid. Null: to nobody. */
  readonly to: string | null;
  /** Why not, where it goes to nobody. */
  readonly failure?: Failure;
};

/** The wallet that pays, and the one that takes the fees. */
export type PayoutWallets = { readonly payout: string; readonly wallet: string; readonly fees: string };

/**
 * Pays the items of one payout out of what it has reserved: their whole share is released, and each then moves its amount
 * and its fee. One that cannot be paid moves nothing, so its share is available again.
 * @returns why each was not paid, in their order
 */
export function payItems(
  book: Book,
  wallets: PayoutWallets,
  payments: readonly ItemPayment[],
  at: bigint,
): (Failure | null)[] {
  const share = payments.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  if (share > 0n) release(book, { wallet: wallets.wallet, source: wallets.payout, amount: share, at });
  return payments.map((payment) => payment.failure ?? payItem(book, wallets, payment, at));
}

/** A payout that was accepted goes on when the wallet that pays is frozen since; a recipient's wallet that is frozen takes nothing new. */
function payItem(
  book: Book,
  wallets: PayoutWallets,
  { item, amount, fee, to }: ItemPayment,
  at: bigint,
): Failure | null {
  const recipient = to === null ? undefined : book.accounts.get(to);
  const payer = book.accounts.get(wallets.wallet)!;
  if (!recipient || recipient.livemode !== payer.livemode) return failures.recipient_not_found;
  if (recipient.closed) return failures.wallet_closed;
  if (recipient.frozen) return failures.wallet_frozen;
  // Settling asks no limits: for the payer this was decided when the payout was accepted, for the recipient it is now.
  const breach = balanceBreach(recipient, amount);
  if (breach) return failures[breach.code];
  const common = { source: item, from: wallets.wallet, at, settling: true };
  const feeFits = fee === 0n || canReceive(book.accounts.get(wallets.fees)!, fee);
  const refusal = feeFits ? move(book, { ...common, kind: 'payout', to: recipient.wallet, amount }) : 'limit_exceeded';
  // The operator has paid: what the books cannot hold is no reason to tell anybody that it has not.
  if (refusal && recipient.ownerType === 'system') throw new Error(`settlement of ${item} refused: ${refusal}`);
  if (refusal) return failures[refusal];
  const unpaid = fee > 0n ? move(book, { ...common, kind: 'fee', to: wallets.fees, amount: fee }) : null;
  if (unpaid) throw new Error(`fee of ${item} refused: ${unpaid}`);
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
} satisfies Record<LedgerRefusal | 'recipient_not_found' | 'no_rail', Failure>;
