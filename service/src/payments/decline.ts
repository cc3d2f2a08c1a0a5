import { lockSessionsOf } from '../checkout-state/end-attempts.ts';
import { declined } from '../core/payment.ts';
import type { Tx } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type CodeFrom, checkWaiting, lockAsked } from './customer-payment.ts';
import { advanceRow, paymentEvents } from './settle.ts';
import { type CustomerPaymentRow, endPayments } from './store.ts';
import { renderRequest } from './view.ts';

/** Fails waiting payments that their customers decline. */
export async function declinePayments(
  tx: Tx,
  commands: Command<{ readonly id: string }>[],
  codeFrom: CodeFrom,
): Promise<(string | Refusal)[]> {
  const payments = await lockAsked(tx, commands);
  const [sessions, events] = await Promise.all([lockSessionsOf(tx, payments.rows), openEvents(tx, payments.rows)]);
  const now = new Date();
  const changed: CustomerPaymentRow[] = [];
  const results = commands.map((command): string | Refusal => {
    const row = payments.rowOf(command);
    if (!row) return new Refusal('not_found');
    const refusal = checkWaiting(row, now);
    if (refusal) return refusal;
    const next = advanceRow(row, declined, now)!;
    payments.replace(next);
    changed.push(next);
    return renderRequest(next, codeFrom);
  });
  endPayments(tx, changed);
  events.emit([...paymentEvents(payments.rows, changed), ...sessions.end(changed)]);
  return results;
}
