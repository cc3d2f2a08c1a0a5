import type { AccountType } from '../../../contract/src/route.ts';
import { checkStaffPassword, isLong, toIdentifier } from '../accounts/create-account.ts';
import type { People } from '../accounts/people.ts';
import { type Asker, clearGroup, countsOf, findPlace, loginGroup, type Who } from '../accounts/places.ts';
import { refuseEasy } from '../accounts/refuse-easy.ts';
import {
  type AccountRow,
  lockAccount,
  revokeSessions,
  selectAccountByIdentifier,
  updatePassword,
} from '../accounts/store.ts';
import { isAnyPaused } from '../accounts/throttle.ts';
import { transaction } from '../db/transaction.ts';
import { codeGroup, openChallenge } from '../two-factor/challenge.ts';
import { type CodeVerdict, judgeCode, spendCode } from '../two-factor/use-code.ts';
import { auditOperatorLogin, type From } from './audit-operator-login.ts';
import { turnOf } from './check-password.ts';
import { type LoginMode, person } from './log-in.ts';
import { notifyOwner } from './notify-owner.ts';

export type Forgotten = {
  readonly account_type?: AccountType;
  readonly phone?: string;
  readonly email?: string;
  readonly mode?: LoginMode;
};

/**
 * Sends a code if the account exists. The answer is the same if it does not. If the tries of short codes are used up
 * for the caller's network or device, the code is a long one, whose tries other people cannot use up.
 */
export function forgotPassword(people: People, given: Forgotten, asker: Asker = {}): Promise<string> {
  return sendCodeTo(people, given, 'reset', asker);
}

/** Sends a code that admits a new device while too many wrong passwords block new devices. */
export function askDeviceCode(people: People, given: Forgotten, asker: Asker = {}): Promise<string> {
  return sendCodeTo(people, given, 'device', asker);
}

async function sendCodeTo(
  people: People,
  given: Forgotten,
  purpose: 'reset' | 'device',
  asker: Asker,
): Promise<string> {
  const who = readWho(people, given);
  const { type, identifier, livemode } = who;
  const [account] = await people.db.query<AccountRow>(selectAccountByIdentifier, [type, identifier, livemode]);
  const method = livemode === null ? ('email' as const) : ('sms' as const);
  const language = account?.language ?? 'en';
  const place = await findPlace(people, who, account?.id ?? null, asker);
  const counts = countsOf(people, codeGroup(people, identifier, livemode), place, 'daily');
  const longCode = purpose === 'device' || (await isAnyPaused(people.db, counts));
  const data = { type, ...(longCode ? { longCode } : {}) };
  const challenged = { account: account ?? null, sentTo: identifier, livemode, place, address: asker.address };
  return openChallenge(people, { ...challenged, purpose, method, language, data });
}

/** The contract requires one of the two. */
function readWho(people: People, { account_type: type = 'customer', phone, email, mode }: Forgotten): Who {
  if (type === 'developer' || type === 'operator') {
    return { type, identifier: toIdentifier(email!), livemode: null };
  }
  return { type, ...person(people, phone!, mode) };
}

/** Sets the password of the person who had the code, and ends all their sessions. */
export async function resetPassword(
  people: People,
  given: CodeVerdict & { readonly password: string },
  from: From & Asker,
): Promise<void> {
  const right = await judgeCode(people, given, { purposes: ['reset'] }, from);
  const { type, identifier, livemode, id } = right.account!;
  await refuseEasy(given.password, 'password', { identifier, brand: people.brand });
  const hash = await people.passwords.hash(given.password, turnOf(people, right.account!, from));
  await transaction(people.db, async (tx) => {
    await spendCode(tx, people, right);
    const [now] = await tx.query<AccountRow>(lockAccount, [id]);
    checkStaffPassword(type, now!.two_factor, given.password, 'password');
    await tx.query(updatePassword, [id, hash, isLong(given.password)]);
    await tx.query(revokeSessions, [id, 'password_reset', null]);
    await clearGroup(tx, loginGroup(people, { type, identifier, livemode }));
    await auditOperatorLogin(tx, right.account!, from, { action: 'operator.password_reset' });
    await notifyOwner(tx, people, right.account!, 'password_changed');
  });
}
