import { lockSessionsOf } from '../checkout-state/end-attempts.ts';
import { canceled, isDecided, isFinal } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Rails } from '../rails/rail.ts';
import { advanceRow, paymentEvents } from './settle.ts';
import { deferFirstAsk, endPayments, findPayment, lockPayments, type PaymentRow, toCollection } from './store.ts';
import { renderPayment } from './view.ts';

export type CancelInput = { readonly id: string; readonly withdrawn: boolean };

/**
 * Asks the rail to withdraw its request to the customer, before and outside the transaction. A payment that was
 * certainly not sent needs no withdrawal: no worker may send it until the cancellation has finished. A final payment
 * is refused later, so that a replay still gets its stored answer.
 */
export async function withdraw(db: Database, rails: Rails, world: number, id: string): Promise<boolean> {
  const [unasked] = await db.query(deferFirstAsk, [world, id]);
  if (unasked) return false;
  const payment = await db.find<PaymentRow>(findPayment, { world, id });
  if (!payment || isDecided(payment.status) || payment.status === 'processing') return false;
  try {
    return (await rails.get(payment.rail)?.withdraw?.(toCollection(payment))) ?? false;
  } catch {
    return false;
  }
}

/** Fails payments as `canceled` if nobody can have paid: not sent, or withdrawn by the rail. */
export async function cancelPayments(tx: Tx, commands: Command<CancelInput>[]): Promise<(string | Refusal)[]> {
  const wanted = commands.map(({ caller, input }) => ({ world: caller.world, id: input.id }));
  const [payments, events] = await Promise.all([lockPayments(tx, wanted), openEvents(tx, wanted)]);
  const sessions = await lockSessionsOf(tx, payments.rows);
  const changed: PaymentRow[] = [];
  const results = commands.map(({ caller, input }): string | Refusal => {
    const row = payments.rowOf(caller.world, input.id);
    if (!row) return new Refusal('not_found');
    // A worker may have settled the withdrawal first. It is the same cancellation.
    if (input.withdrawn && row.failure?.code === 'canceled') return renderPayment(row);
    if (isFinal(row.status)) return new Refusal('payment_already_final', `The payment has already ${row.status}`);
    if (row.status === 'requires_capture')
      return new Refusal('payment_not_cancelable', 'The money of the payment is held. Release it');
    if (row.sent_at !== null && !input.withdrawn) return new Refusal('payment_not_cancelable');
    const next = advanceRow(row, canceled, new Date())!;
    payments.replace(next);
    changed.push(next);
    return renderPayment(next);
  });
  endPayments(tx, changed);
  events.emit([...paymentEvents(payments.rows, changed), ...sessions.end(changed)]);
  return results;
}
