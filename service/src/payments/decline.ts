import { declined } from '../core/payment.ts';
import type { Tx } from '../db/transaction.ts';
import { emitEvents, subscribersOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type CodeFrom, checkWaiting, isAskedOf, recordKeyOf } from './customer-payment.ts';
import { advanceRow, paymentEvents } from './settle.ts';
import { type CustomerPaymentRow, endPayments, lockRequests } from './store.ts';
import { renderRequest } from './view.ts';

/** Fails waiting payments that their customers decline. */
export async function declinePayments(
  tx: Tx,
  commands: Command<{ readonly id: string }>[],
  codeFrom: CodeFrom,
): Promise<(string | Refusal)[]> {
  const rows = await lockRequests(tx, commands.map(recordKeyOf));
  const subscribers = await subscribersOf(tx, rows);
  const now = new Date();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed: CustomerPaymentRow[] = [];
  const results = commands.map(({ caller, input }): string | Refusal => {
    const row = byId.get(input.id);
    if (!isAskedOf(row, caller)) return new Refusal('not_found');
    const refusal = checkWaiting(row, now);
    if (refusal) return refusal;
    const next = advanceRow(row, declined, now)!;
    byId.set(next.id, next);
    changed.push(next);
    return renderRequest(next, codeFrom);
  });
  endPayments(tx, changed);
  emitEvents(tx, subscribers, paymentEvents(rows, changed));
  return results;
}
