import type { Caller } from '../command.ts';
import type { People } from '../people/people.ts';
import { type AccountRow, selectAccount } from '../people/store.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { openChallenge } from '../two-factor/challenge.ts';
import { judgeCode, type Right } from '../two-factor/use-code.ts';
import { checkWaiting } from './request.ts';
import { type RequestRow, selectRequest } from './store.ts';

/** Sends the customer a code that is good for this payment alone. @returns the serialised Challenge, or the refusal */
export async function challengePayment(people: People, caller: Caller, id: string): Promise<string | Refusal> {
  const { identifier } = caller.person!;
  const [row] = await people.db.query<RequestRow>(selectRequest, [identifier, caller.livemode, id]);
  if (!row) return new Refusal('not_found');
  const refusal = checkWaiting(row, new Date());
  if (refusal) return refusal;
  const [account] = await people.db.query<AccountRow>(selectAccount, [caller.id]);
  return openChallenge(people, {
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
 * of the payment. @returns null where none came
 */
export async function judgeApproval(
  people: People,
  caller: Caller,
  { id, challenge, code }: { readonly id: string; readonly challenge?: string; readonly code?: string },
): Promise<Right | null> {
  if (challenge === undefined && code === undefined) return null;
  if (challenge === undefined) throw invalidField('challenge', 'must come with the code');
  if (code === undefined) throw invalidField('code', 'must come with the challenge');
  const [row] = await people.db.query(selectRequest, [caller.person!.identifier, caller.livemode, id]);
  if (!row) throw new Refusal('not_found');
  return judgeCode(people, { challenge, code }, { purposes: ['approve'], account: caller.id });
}
