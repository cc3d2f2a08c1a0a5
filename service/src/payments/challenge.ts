import type { People } from '../accounts/people.ts';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { isDecided } from '../core/payment.ts';
import type { Tx } from '../db/transaction.ts';
import type { Caller, Command } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { openChallengeIn } from '../two-factor/challenge.ts';
import { judgeCode, type Right } from '../two-factor/use-code.ts';
import { checkWaiting } from './customer-payment.ts';
import { type CustomerPaymentRow, selectCustomerPayment } from './store.ts';

/**
 * Sends customers codes that are valid for one payment only. It runs in the transaction of the idempotency keys: if two
 * requests of one key opened two challenges, the second would end the one in their common answer.
 * @returns for each the serialised Challenge, or the refusal
 * @throws Refusal if a phone has had too many messages: the batch is rolled back, and each command is tried alone
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
 * Checks the code of an approval, before and outside its transaction: the try must be counted even if the payment
 * fails.
 * @returns null if there is no code, or nothing left to approve
 */
export async function judgeApproval(
  people: People,
  caller: Caller,
  { id, challenge, code }: { readonly id: string; readonly challenge?: string; readonly code?: string },
): Promise<Right | null> {
  if (challenge === undefined && code === undefined) return null;
  if (challenge === undefined) throw invalidField('challenge', 'required_with', { other: 'code' });
  if (code === undefined) throw invalidField('code', 'required_with', { other: 'challenge' });
  const [row] = await people.db.query<CustomerPaymentRow>(selectCustomerPayment, [
    caller.person!.identifier,
    caller.livemode,
    id,
  ]);
  if (!row) throw new Refusal('not_found');
  // If this repeats the first approval, whose answer was lost, its code is already spent. The answer is that the
  // payment is paid.
  if (isDecided(row.status)) return null;
  return judgeCode(people, { challenge, code }, { purposes: ['approve'], account: caller.id });
}
