import type { Command } from '../command.ts';
import { isFinal } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { type CodeFrom, isAskedOf, keyOf } from '../payments/request.ts';
import {
  findPayment,
  hurryPayment,
  lockPayments,
  lockRequests,
  type PaymentRow,
  selectRequest,
} from '../payments/store.ts';
import { renderPayment, renderRequest } from '../payments/view.ts';
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
  return isAsking(payment) ? answerBefore(db, id, said) : null;
}

/** The same of the customer whom it is for, with their own token. @returns null where the sandbox asks them for nothing */
export async function answerOwn(
  db: Database,
  command: Command<{ id: string }>,
  said: 'approved' | 'declined',
): Promise<{ readonly before: PromptAnswer | null } | null> {
  const { customer, livemode, id } = keyOf(command);
  if (livemode) return null;
  const [payment] = await db.query<PaymentRow>(selectRequest, [customer, livemode, id]);
  return isAsking(payment) ? { before: await answerBefore(db, id, said) } : null;
}

function isAsking(payment: PaymentRow | null | undefined): boolean {
  return payment?.rail === 'sandbox' && !isFinal(payment.status);
}

async function answerBefore(db: Database, id: string, said: PromptAnswer): Promise<PromptAnswer | null> {
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
  return commands.map(({ caller, input }) => {
    const row = byId.get(input.id);
    // Of a batch, some other command may have brought it: it is looked for in the caller's own world.
    if (row?.world !== caller.world) return new Refusal('not_found');
    return hurry(tx, row, input) ?? renderPayment(row);
  });
}

/** The same, as its customer is shown it. */
export async function hurryRequests(
  tx: Tx,
  commands: Command<Hurry>[],
  codeFrom: CodeFrom,
): Promise<(string | Refusal)[]> {
  const rows = await lockRequests(tx, commands.map(keyOf));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return commands.map(({ caller, input }) => {
    const row = byId.get(input.id);
    if (!isAskedOf(row, caller)) return new Refusal('not_found');
    return hurry(tx, row, input) ?? renderRequest(row, codeFrom);
  });
}

function hurry(tx: Tx, row: PaymentRow, { before }: Hurry): Refusal | null {
  if (isFinal(row.status)) return new Refusal('payment_already_final', `The payment has ${row.status} already`);
  if (row.rail !== 'sandbox') {
    return new Refusal('payment_not_approvable', 'Its customer says so: POST /payments/{id}/approve with their token');
  }
  // Of an approval and a refusal at once one counts, though the payment does not show it yet.
  if (before) return new Refusal('payment_already_final', `The payment was ${before} already`);
  tx.query(hurryPayment, [row.world, row.id]);
  tx.afterCommit(() => wakeWorker('payments'));
  return null;
}
