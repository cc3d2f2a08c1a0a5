import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Answered, answerSandbox, pollAnsweredNow } from '../payments/answer-prompt.ts';
import { findPayment, lockPayments, type PaymentRow } from '../payments/store.ts';
import { renderPayment } from '../payments/view.ts';

/** Answers the sandbox's prompt as the customer, for the integration that made the payment. */
export async function answerAsCustomer(
  db: Database,
  { caller: { world }, input: { id } }: Command<{ id: string }>,
  said: 'approved' | 'declined',
): Promise<Answered['before']> {
  const payment = await db.find<PaymentRow>(findPayment, { world, id });
  return (await answerSandbox(db, payment, said))?.before;
}

/** Returns the payment unchanged. Its worker asks the rail at once for the customer's answer. */
export async function pollPaymentsNow(tx: Tx, commands: Command<Answered>[]): Promise<(string | Refusal)[]> {
  const rows = await lockPayments(
    tx,
    commands.map(({ caller, input }) => ({ world: caller.world, id: input.id })),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return commands.map(({ caller, input }) => {
    const row = byId.get(input.id);
    // Rows were locked for the whole batch: make sure this one is in the caller's world.
    if (row?.world !== caller.world) return new Refusal('not_found');
    return pollAnsweredNow(tx, row, input) ?? renderPayment(row);
  });
}
