import type { Outcome } from '../kit/outcome.ts';
import type { Fields } from './admit.ts';
import type { Check } from './fields.ts';
import type { Wallet } from './wallet.ts';

export type PayoutError = { readonly error_code: string; readonly error_message: string };

export type Payout = {
  readonly id: string;
  /** Minor units. */
  readonly amount: bigint;
  /** Minor units, on top of the amount. */
  readonly fee: bigint;
  readonly mobile: string;
  readonly name: string | null;
  readonly reference: string | null;
  readonly reason: string | null;
  readonly batch: string | null;
  /** The time of the request, not of the execution. */
  readonly requestedAt: number;
  status: 'processing' | 'succeeded' | 'failed' | 'reversed';
  error: PayoutError | null;
};

/** The examples of the documents: 5 for 500, 50 for 5000. */
const FEE_DIVISOR = 100n;

/** @returns null if a field is bad; the check names it */
export function payoutFrom(wallet: Wallet, check: Check, batch: string | null): Payout | null {
  const currency = check.text('currency', { required: true, pattern: /^[A-Z]{3}$/ });
  const amount = check.amount('receive_amount', wallet.exponent, true);
  const mobile = check.phone('mobile', true);
  const name = check.text('name');
  check.text('national_id');
  const reason = check.text('payment_reason', { max: 40 });
  const reference = check.text('client_reference');
  check.text('aggregated_merchant_id');
  check.nothingElse();
  if (check.details.length > 0 || currency === null || amount === null || mobile === null) return null;
  return {
    id: wallet.newId('pt'),
    amount,
    fee: (amount + FEE_DIVISOR - 1n) / FEE_DIVISOR,
    mobile,
    name,
    reference,
    reason,
    batch,
    requestedAt: wallet.kit.now(),
    status: 'processing',
    error: null,
  };
}

export function viewPayout(wallet: Wallet, payout: Payout): Record<string, unknown> {
  return {
    id: payout.id,
    currency: wallet.currency,
    receive_amount: wallet.shownAmount(payout.amount),
    fee: wallet.shownAmount(payout.fee),
    mobile: payout.mobile,
    name: payout.name,
    client_reference: payout.reference,
    payment_reason: payout.reason,
    status: payout.status,
    timestamp: wallet.time(payout.requestedAt),
    ...(payout.error ? { payout_error: payout.error } : {}),
  };
}

/** The rules of the wallet, before the recipient's: the code, or null. */
export function walletError(wallet: Wallet, fields: Fields, mobile: string): string | null {
  if (fields.currency !== wallet.currency) return 'currency-mismatch';
  if (!mobile.startsWith(wallet.prefix)) return 'country-mismatch';
  const { aggregator } = wallet.kit.settings;
  const merchant = fields.aggregated_merchant_id;
  if (aggregator === true && typeof merchant !== 'string') return 'aggregated-merchant-required';
  if (typeof merchant === 'string' && !(aggregator === true && merchant.startsWith('am-')))
    return 'invalid-aggregated-merchant-id';
  return null;
}

export const covers = (wallet: Wallet, { amount, fee }: Payout) =>
  wallet.kit.books.balance(wallet.currency) >= amount + fee;

/** Carries a payout out, or fails it in its own record. `waits` and `hangs` stay in processing. */
export function execute(wallet: Wallet, payout: Payout, outcome: Outcome): void {
  if (payout.status !== 'processing' || outcome === 'waits' || outcome === 'hangs') return;
  if (outcome === 'cannot_receive') fail(payout, 'recipient-account-blocked', "The recipient's account is blocked.");
  else if (outcome === 'limit') fail(payout, 'recipient-limit-exceeded', 'The recipient has reached a monthly limit.');
  else if (outcome === 'recipient_not_found')
    fail(payout, 'request-validation-error', 'mobile: value is not a valid mobile number');
  else if (!covers(wallet, payout)) fail(payout, 'insufficient-funds', 'The balance is too low.');
  else move(wallet, payout, 'payout', -1n);
}

export function fail(payout: Payout, code: string, message: string): void {
  payout.status = 'failed';
  payout.error = { error_code: code, error_message: message };
}

/** Gives the amount and the fee back to the wallet. */
export function reverse(wallet: Wallet, payout: Payout): void {
  move(wallet, payout, 'reversal', 1n);
  payout.status = 'reversed';
}

function move(wallet: Wallet, payout: Payout, kind: 'payout' | 'reversal', sign: 1n | -1n): void {
  const { kit, currency } = wallet;
  const { id, amount, fee, mobile, name, reason, batch } = payout;
  const reference = payout.reference ?? '';
  payout.status = 'succeeded';
  kit.books.post({ reference, operation: id, kind, amount: sign * amount, currency });
  if (fee > 0n) kit.books.post({ reference, operation: id, kind: 'fee', amount: sign * fee, currency });
  wallet.statement.add({
    type: sign < 0n ? 'api_payout' : 'api_payout_reversal',
    id: wallet.newCode('T'),
    amount: sign * amount,
    fee: -sign * fee,
    mobile,
    name,
    reference: payout.reference,
    batch,
    reason,
  });
}
