import type { People } from '../accounts/people.ts';
import type { Asker } from '../accounts/places.ts';
import { type AccountRow, lockAccount, revokeSessions } from '../accounts/store.ts';
import { transaction } from '../db/transaction.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { sealSecret } from '../kernel/seal.ts';
import { openChallenge } from '../two-factor/challenge.ts';
import { deleteRecoveryCodes, insertRecoveryCodes, updateTwoFactor } from '../two-factor/store.ts';
import { makeSeed, otpauthUrl } from '../two-factor/totp.ts';
import {
  type CodeVerdict,
  hashRecoveryCode,
  judgeCode,
  makeRecoveryCode,
  sealedSeed,
  spendCode,
} from '../two-factor/use-code.ts';
import { auditOperatorLogin, type From } from './audit-operator-login.ts';
import { confirmPerson } from './confirm-person.ts';
import { notifyOwner } from './notify-owner.ts';

const RECOVERY_CODES = 10;

/**
 * Begins to set up a second factor, which is active once its first code has been confirmed.
 * @returns a Two factor enrolment
 */
export async function enableTwoFactor(
  people: People,
  caller: Caller,
  given: { readonly method: 'sms' | 'totp'; readonly password: string },
  asker: Asker = {},
): Promise<string> {
  const account = await confirmPerson(people, caller, given.password, asker);
  const { identifier, livemode, language } = account;
  checkHasNone(account);
  if (given.method === 'sms' && livemode === null) throw invalidField('method', 'no_phone_for_codes');
  const seed = given.method === 'totp' ? makeSeed() : null;
  const data: Record<string, string> = seed
    ? { seed: sealSecret(seed, people.secrets.encryptionKey).toString('base64') }
    : {};
  const { method } = given;
  const wanted = { account, sentTo: identifier, livemode, purpose: 'enable', method, language, data } as const;
  const challenge = JSON.parse(await openChallenge(people, wanted));
  return JSON.stringify({
    ...challenge,
    otpauth_url: seed && otpauthUrl(seed, people.brand, identifier),
    secret: seed,
  });
}

/** Begins to turn off the second factor. @returns the serialised Challenge */
export async function disableTwoFactor(
  people: People,
  caller: Caller,
  given: { readonly password: string },
  asker: Asker = {},
): Promise<string> {
  const account = await confirmPerson(people, caller, given.password, asker);
  const { two_factor: method, identifier, livemode, language } = account;
  if (method === 'none') throw new Refusal('two_factor_required', 'No second factor is on');
  checkMayDoWithout(account);
  return openChallenge(people, { account, sentTo: identifier, livemode, purpose: 'disable', method, language });
}

/** @throws Refusal if the account has one: otherwise it could be replaced without its codes */
function checkHasNone({ two_factor }: AccountRow): void {
  if (two_factor === 'none') return;
  throw new Refusal('two_factor_required', 'Turn off the current second factor first, with one of its codes');
}

/** @throws Refusal for staff whose password is too short to be used without a second factor */
function checkMayDoWithout({ type, password_long: isLong }: AccountRow): void {
  if (type === 'customer' || isLong) return;
  throw new Refusal(
    'two_factor_required',
    'Set a password of at least 15 characters before you turn off the second factor',
  );
}

/**
 * Turns the second factor on or off with a code, and ends the account's other sessions. An authenticator comes with ten
 * recovery codes, which replace earlier ones.
 */
export async function confirmTwoFactor(
  people: People,
  caller: Caller,
  given: CodeVerdict,
  from: From,
): Promise<string> {
  const right = await judgeCode(people, given, { purposes: ['enable', 'disable'], account: caller.id });
  const { row, spends } = right;
  const method = row.purpose === 'disable' ? ('none' as const) : (row.method as 'sms' | 'totp');
  const codes = method === 'totp' ? Array.from({ length: RECOVERY_CODES }, makeRecoveryCode) : [];
  await transaction(people.db, async (tx) => {
    await spendCode(tx, people, right);
    const [now] = await tx.query<AccountRow>(lockAccount, [caller.id]);
    // Password and factor may have changed since the challenge was opened.
    if (row.purpose === 'disable') checkMayDoWithout(now!);
    else checkHasNone(now!);
    const seed = method === 'totp' ? sealedSeed(row) : null;
    await tx.query(updateTwoFactor, [caller.id, method, seed, spends.totpStep ?? 0n]);
    // A session opened with only a password does not count as one with two factors.
    await tx.query(revokeSessions, [caller.id, 'two_factor_changed', caller.person!.session]);
    await tx.query(deleteRecoveryCodes, [caller.id]);
    const hashes = codes.map((code) => hashRecoveryCode(people.secrets.pepper, caller.id, code));
    await tx.query(insertRecoveryCodes, [caller.id, hashes]);
    const change = { before: { two_factor: right.account!.two_factor }, after: { two_factor: method } };
    await auditOperatorLogin(tx, right.account!, from, { action: 'operator.two_factor_changed', ...change });
    await notifyOwner(tx, people, right.account!, method === 'none' ? 'two_factor_off' : 'two_factor_on');
  });
  return JSON.stringify({ two_factor: method, recovery_codes: codes });
}
