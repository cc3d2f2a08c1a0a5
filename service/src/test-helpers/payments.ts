import type { Command } from '../command.ts';
import { isFinal } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { findPayment, hurryPayment, lockPayments, type PaymentRow } from '../payments/store.ts';
import { renderPayment } from '../payments/view.ts';
import { answerPrompt, type PromptAnswer } from '../rails/sandbox.ts';
import { Refusal } from '../refusal.ts';
import { wakeWorker } from '../workers/wake.ts';

/** `before`: what its customer, or a cancelation, had answered. */
type Hurry = { readonly id: string; readonly before?: PromptAnswer | null };

/**
 * Answers the sandbox's prompt as the customer would, in the rail's own book, before and outside the transaction.
 * @returns another answer that was given before, and counts
 */
export async function answerAsCustomer(
  db: Database,
  { caller: { world }, input: { id } }: Command<{ id: string }>,
  said: 'approved' | 'declined',
): Promise<PromptAnswer | null> {
  const payment = await db.find<PaymentRow>(findPayment, { world, id });
  if (payment?.rail !== 'sandbox' || isFinal(payment.status)) return null;
  const counts = await answerPrompt(db, id, said);
  return counts === said ? null : counts;
}

/** The payment as it is; its worker asks the rail at once what the customer said. */
export async function hurryPayments(tx: Tx, commands: Command<Hurry>[]): Promise<(string | Refusal)[]> {
  const rows = await lockPayments(
    tx,
    commands.map(({ caller, input }) => ({ world: caller.world, id: input.id })),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  tx.afterCommit(() => wakeWorker('payments'));
  return commands.map(({ caller, input }) => {
    const row = byId.get(input.id);
    // Of a batch, some other command may have brought it: it is looked for in the caller's own world.
    if (row?.world !== caller.world) return new Refusal('not_found');
    if (isFinal(row.status)) return new Refusal('payment_already_final', `The payment has ${row.status} already`);
    if (row.rail !== 'sandbox') {
      return new Refusal(
        'payment_not_approvable',
        'Its customer says so: POST /payments/{id}/approve with their token',
      );
    }
    // Of an approval and a refusal at once one counts, though the payment does not show it yet.
    if (input.before) return new Refusal('payment_already_final', `The payment was ${input.before} already`);
    tx.query(hurryPayment, [row.world, row.id]);
    return renderPayment(row);
  });
}
