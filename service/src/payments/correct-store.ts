import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { PaymentRow } from './store.ts';

const amountStatement: Statement = {
  name: 'payments_correct_amount',
  // A price is the amount without the fee.
  text: `UPDATE payments SET amount = $3, price = price + $3 - amount WHERE world = $1 AND id = $2`,
};

/** Writes the amount of a locked open payment whose provider received another one. */
export function correctAmount(tx: Tx, { world, id, amount }: PaymentRow): void {
  tx.query(amountStatement, [world, id, amount]);
}

const reverseStatement: Statement = {
  name: 'payments_reverse',
  text: `UPDATE payments SET reversed_at = $3, updated_at = $3, version = $4 WHERE world = $1 AND id = $2`,
};

/** Writes the reversal of a locked payment. */
export function reversePayment(tx: Tx, { world, id, reversed_at: at, version }: PaymentRow): void {
  tx.query(reverseStatement, [world, id, at, version]);
}
