import { isDecided } from '../core/payment.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type CustomerPaymentRow, lockRequests, type PaymentRow, type RequestKey } from './store.ts';

/** The amount from which an approval needs a one-time code, for each currency; no code if it has no entry. */
export type CodeFrom = ReadonlyMap<string, bigint>;

export function needsCode(codeFrom: CodeFrom, { currency, amount }: Pick<PaymentRow, 'currency' | 'amount'>): boolean {
  const from = codeFrom.get(currency);
  return from !== undefined && amount >= from;
}

type CustomerCommand = Command<{ readonly id: string }>;

export function recordKeyOf({ caller, input }: CustomerCommand): RequestKey {
  return { customer: caller.person!.identifier, livemode: caller.livemode, id: input.id };
}

/** Locks the payments that these commands name. Each command finds only its own customer's, by phone and mode. */
export async function lockAsked(tx: Tx, commands: readonly CustomerCommand[]) {
  const rows = await lockRequests(tx, commands.map(recordKeyOf));
  const keyOf = ({ customer, livemode, id }: RequestKey) => `${customer} ${livemode} ${id}`;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return {
    rows,
    rowOf: (command: CustomerCommand) => byKey.get(keyOf(recordKeyOf(command))),
    /** Later commands of the batch find this row. */
    replace: (row: CustomerPaymentRow) => void byKey.set(keyOf(row), row),
  };
}

/** A payment whose money is held was approved, though it is not final. */
export const alreadyDecided = ({ status }: PaymentRow): Refusal =>
  new Refusal(
    'payment_already_final',
    `The payment has already ${status === 'requires_capture' ? 'been approved' : status}`,
  );

/** Whether the customer can still approve or decline. */
export function checkWaiting(row: PaymentRow, now: Date): Refusal | null {
  if (isDecided(row.status)) return alreadyDecided(row);
  if (row.payer_wallet_id === null) {
    return new Refusal(
      'payment_not_approvable',
      'The payment is not made from a wallet here. Its provider asks the customer to approve it.',
    );
  }
  const until = row.capture_before;
  if (row.expires_at <= now || (until !== null && until <= now))
    return new Refusal('payment_not_approvable', 'The time to approve the payment has ended');
  return null;
}
