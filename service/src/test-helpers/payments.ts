import type { Command } from '../command.ts';
import { isFinal } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { findPayment, hurryPayment, lockPayments, type PaymentRow } from '../payments/store.ts';
import { renderPayment } from '../payments/view.ts';
import { answerPrompt } from '../rails/sandbox.ts';
import { Refusal } from '../refusal.ts';
import { wakeWorker } from '../workers/wake.ts';

/** Answers the sandbox's prompt as the customer would, in the rail's own book, before and outside the transaction. */
export async function answerAsCustomer(
  db: Database,
  world: number,
  id: string,
  said: 'approved' | 'declined',
): Promise<void> {
  const payment = await db.find<PaymentRow>(findPayment, { world, id });
  if (payment?.rail === 'sandbox' && !isFinal(payment.status)) await answerPrompt(db, id, said);
}

/** The payment as it is; its worker asks the rail at once what the customer said. */
export async function hurryPayments(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
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
    tx.query(hurryPayment, [row.world, row.id]);
    return renderPayment(row);
  });
}
