import { isDecided } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { answerPrompt, type PromptAnswer } from '../rails/sandbox.ts';
import { alreadyDecided, type CodeFrom, lockAsked, recordKeyOf } from './customer-payment.ts';
import { type CustomerPaymentRow, type PaymentRow, pollPaymentNow, selectCustomerPayment } from './store.ts';
import { renderRequest } from './view.ts';

/** `before`: the earlier answer of the customer or of a cancellation. */
export type Answered = { readonly id: string; readonly before?: PromptAnswer | null };

/**
 * Answers the sandbox's prompt as the customer would, in the rail's own table, before and outside the transaction.
 * @returns a different answer that was given `before` and counts; null if the sandbox asks for nothing
 */
export async function answerSandbox(
  db: Database,
  payment: PaymentRow | null | undefined,
  said: 'approved' | 'declined',
): Promise<{ readonly before: PromptAnswer | null } | null> {
  if (payment?.rail !== 'sandbox' || isDecided(payment.status)) return null;
  const counts = await answerPrompt(db, payment.id, said);
  return { before: counts === said ? null : counts };
}

/** The same for the customer, with their own token. */
export async function answerOwnPrompt(db: Database, command: Command<{ id: string }>, said: 'approved' | 'declined') {
  const { customer, livemode, id } = recordKeyOf(command);
  if (livemode) return null;
  const [payment] = await db.query<CustomerPaymentRow>(selectCustomerPayment, [customer, livemode, id]);
  return answerSandbox(db, payment, said);
}

/**
 * Returns payments unchanged, as their customers see them. The worker asks the rail at once for the customer's answer.
 */
export async function pollPromptsNow(
  tx: Tx,
  commands: Command<Answered>[],
  codeFrom: CodeFrom,
): Promise<(string | Refusal)[]> {
  const payments = await lockAsked(tx, commands);
  return commands.map((command) => {
    const row = payments.rowOf(command);
    if (!row) return new Refusal('not_found');
    return pollAnsweredNow(tx, row, command.input) ?? renderRequest(row, codeFrom);
  });
}

export function pollAnsweredNow(tx: Tx, row: PaymentRow, { before }: Answered): Refusal | null {
  if (isDecided(row.status)) return alreadyDecided(row);
  if (row.rail !== 'sandbox') {
    return new Refusal(
      'payment_not_approvable',
      'Only its customer can answer: POST /payments/{id}/approve with their token',
    );
  }
  // If an approval and a refusal come at once, only one counts, even though the payment does not show it yet.
  if (before) return new Refusal('payment_already_final', `The payment was already ${before}`);
  tx.query(pollPaymentNow, [row.world, row.id]);
  tx.afterCommit(() => tx.node.wake('payments'));
  return null;
}
