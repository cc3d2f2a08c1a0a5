import type { AccountType } from '../../../contract/src/route.ts';
import { transaction } from '../db/transaction.ts';
import { checkStaffPassword, isLong, toIdentifier } from '../people/create-account.ts';
import type { People } from '../people/people.ts';
import { refuseEasy } from '../people/refuse-easy.ts';
import {
  type AccountRow,
  lockAccount,
  revokeSessions,
  selectAccountByIdentifier,
  updatePassword,
} from '../people/store.ts';
import { clearTries, subjectOf } from '../people/throttle.ts';
import { invalidField } from '../refusal.ts';
import { openChallenge } from '../two-factor/challenge.ts';
import { type Answered, judgeCode, spendCode } from '../two-factor/use-code.ts';
import { auditOperatorLogin, type From } from './audit-operator-login.ts';
import { type Mode, person, type Who } from './log-in.ts';
import { tellOwner } from './tell-owner.ts';

export type Forgotten = {
  readonly account_type?: AccountType;
  readonly phone?: string;
  readonly email?: string;
  readonly mode?: Mode;
};

/** Sends a code where there is such an account; the answer is the same where there is none. */
export async function forgotPassword(people: People, given: Forgotten, address?: string): Promise<string> {
  const { type, identifier, livemode } = readWho(people, given);
  const [account] = await people.db.query<AccountRow>(selectAccountByIdentifier, [type, identifier, livemode]);
  const method = livemode === null ? ('email' as const) : ('sms' as const);
  const language = account?.language ?? 'en';
  const wanted = {
    account: account ?? null,
    sentTo: identifier,
    livemode,
    purpose: 'reset',
    method,
    language,
    data: { type },
    address,
  } as const;
  return openChallenge(people, wanted);
}

function readWho(people: People, { account_type: type = 'customer', phone, email, mode }: Forgotten): Who {
  if (type === 'developer' || type === 'operator') {
    if (email === undefined) throw invalidField('email', 'is required');
    return { type, identifier: toIdentifier(email), livemode: null };
  }
  if (phone === undefined) throw invalidField('phone', 'is required');
  return { type, ...person(people, phone, mode) };
}

/** Sets the password of whoever had the code, and ends all their sessions. */
export async function resetPassword(
  people: People,
  given: Answered & { readonly password: string },
  from: From,
): Promise<void> {
  const right = await judgeCode(people, given, { purposes: ['reset'] });
  const { type, identifier, livemode, id } = right.account!;
  await refuseEasy(given.password, 'password', { identifier, brand: people.brand });
  const hash = await people.passwords.hash(given.password);
  await transaction(people.db, async (tx) => {
    await spendCode(tx, people, right);
    const [now] = await tx.query<AccountRow>(lockAccount, [id]);
    checkStaffPassword(type, now!.two_factor, given.password, 'password');
    await tx.query(updatePassword, [id, hash, isLong(given.password)]);
    await tx.query(revokeSessions, [id, 'password_reset', null]);
    await clearTries(tx, subjectOf(people.secrets.pepper, 'login', type, identifier, livemode));
    await auditOperatorLogin(tx, right.account!, from, { action: 'operator.password_reset' });
  });
  tellOwner(people, right.account!, 'password_changed');
}
