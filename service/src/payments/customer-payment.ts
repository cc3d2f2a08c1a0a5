import { isFinal } from '../core/payment.ts';
import type { Caller, Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerPaymentRow, PaymentRow, RequestKey } from './store.ts';

/** The amount from which an approval needs a one-time code, for each currency; no code if it has no entry. */
export type CodeFrom = ReadonlyMap<string, bigint>;

export function needsCode(codeFrom: CodeFrom, { currency, amount }: Pick<PaymentRow, 'currency' | 'amount'>): boolean {
  const from = codeFrom.get(currency);
  return from !== undefined && amount >= from;
}

export function recordKeyOf({ caller, input }: Command<{ readonly id: string }>): RequestKey {
  return { customer: caller.person!.identifier, livemode: caller.livemode, id: input.id };
}

/** Rows were locked for the whole batch: make sure this one is the caller's, by phone and mode. */
export function isAskedOf(row: CustomerPaymentRow | undefined, caller: Caller): row is CustomerPaymentRow {
  return row !== undefined && row.customer === caller.person?.identifier && row.livemode === caller.livemode;
}

/** Whether the customer can still approve or decline. */
export function checkWaiting(row: PaymentRow, now: Date): Refusal | null {
  if (isFinal(row.status)) return new Refusal('payment_already_final', `The payment has already ${row.status}`);
  if (row.payer_wallet_id === null) {
    return new Refusal(
      'payment_not_approvable',
      'The payment is not made from a wallet here. Its provider asks the customer to approve it.',
    );
  }
  if (row.expires_at <= now) return new Refusal('payment_not_approvable', 'The time to approve the payment has ended');
  return null;
}
