import type { People } from '../accounts/people.ts';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { isFinal } from '../core/payment.ts';
import type { Tx } from '../db/transaction.ts';
import type { Caller, Command } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { openChallengeIn } from '../two-factor/challenge.ts';
import { judgeCode, type Right } from '../two-factor/use-code.ts';
import { checkWaiting } from './customer-payment.ts';
import { type CustomerPaymentRow, selectCustomerPayment } from './store.ts';

/**
 * Sends customers codes that are good for one payment alone. With the idempotency keys in one transaction: of two requests of
 * one key a second challenge would end the one that both are told of.
 * @returns the serialised Challenge, or the refusal, of each
 * @throws Refusal where a phone has had too many messages: nothing of the batch is done, and each is tried alone
 */
export async function challengePayments(
  tx: Tx,
  commands: Command<{ readonly id: string }>[],
  people: People,
): Promise<(string | Refusal)[]> {
  const answers: (string | Refusal)[] = [];
  for (const { caller, input } of commands) answers.push(await challengePayment(tx, people, caller, input.id));
  return answers;
}

async function challengePayment(tx: Tx, people: People, caller: Caller, id: string): Promise<string | Refusal> {
  const { identifier } = caller.person!;
  const [row] = await tx.query<CustomerPaymentRow>(selectCustomerPayment, [identifier, caller.livemode, id]);
  if (!row) return new Refusal('not_found');
  const refusal = checkWaiting(row, new Date());
  if (refusal) return refusal;
  const [account] = await tx.query<AccountRow>(selectAccount, [caller.id]);
  return openChallengeIn(tx, people, {
    account: account!,
    sentTo: identifier,
    livemode: caller.livemode,
    purpose: 'approve',
    method: account!.two_factor === 'totp' ? 'totp' : 'sms',
    language: account!.language,
    data: { payment: id },
    payment: { merchant: row.merchant_name, amount: row.amount, currency: row.currency },
  });
}

/**
 * Judges the code that came with an approval, before and outside its transaction: the try must be counted whatever becomes
 * of the payment. @returns null where none came, or where there is nothing left to approve
 */
export async function judgeApproval(
  people: People,
  caller: Caller,
  { id, challenge, code }: { readonly id: string; readonly challenge?: string; readonly code?: string },
): Promise<Right | null> {
  if (challenge === undefined && code === undefined) return null;
  if (challenge === undefined) throw invalidField('challenge', 'must come with the code');
  if (code === undefined) throw invalidField('code', 'must come with the challenge');
  const [row] = await people.db.query<CustomerPaymentRow>(selectCustomerPayment, [
    caller.person!.identifier,
    caller.livemode,
    id,
  ]);
  if (!row) throw new Refusal('not_found');
  // Its code is spent where this is the first approval again, whose answer was lost: that it is paid is the answer.
  if (isFinal(row.status)) return null;
  return judgeCode(people, { challenge, code }, { purposes: ['approve'], account: caller.id });
}
