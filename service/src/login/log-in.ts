import type { AccountType } from '../../../contract/src/route.ts';
import { toIdentifier } from '../accounts/create-account.ts';
import type { People } from '../accounts/people.ts';
import { type Asker, rememberNetwork } from '../accounts/places.ts';
import type { AccountRow } from '../accounts/store.ts';
import { toE164 } from '../core/phone.ts';
import { transaction } from '../db/transaction.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { openChallenge } from '../two-factor/challenge.ts';
import { auditWrongPassword } from './audit-failed-login.ts';
import { auditOperatorLogin, type From } from './audit-operator-login.ts';
import { checkPassword, type DeviceCode } from './check-password.ts';
import { credentialsOf, lockCredentials } from './lock-credentials.ts';
import { type Device, issueTokens, startSession } from './start-session.ts';

export type LoginMode = 'live' | 'test' | undefined;
export type Credentials = DeviceCode & { readonly phone: string; readonly password: string; readonly mode?: LoginMode };
export type StaffCredentials = DeviceCode & { readonly email: string; readonly password: string };

/** @returns a Login result, or a Challenge if the account has a second factor */
export async function logIn(
  people: People,
  type: AccountType,
  given: Credentials | StaffCredentials,
  device: Device & From & Asker,
): Promise<string> {
  const { identifier, livemode } = 'email' in given ? staff(given.email) : person(people, given.phone, given.mode);
  const who = { type, identifier, livemode };
  const account = await checkPassword(people, who, given.password, device, given).catch((error) => {
    if (error instanceof Refusal && error.code === 'invalid_credentials')
      auditWrongPassword(people, who, { why: 'password', from: device });
    throw error;
  });
  if (account.suspended_at) {
    auditWrongPassword(people, who, { why: 'suspended', from: device });
    throw new Refusal('account_suspended');
  }
  return admitLogin(people, account, device);
}

/**
 * Logs in a person whose password was correct.
 * @returns a Login result, or a Challenge if the account has a second factor
 */
export async function admitLogin(people: People, account: AccountRow, device: Device & From & Asker): Promise<string> {
  if (account.two_factor !== 'none') {
    const { two_factor: method, identifier, livemode, language } = account;
    const data = { credentials: credentialsOf(people, account) };
    return openChallenge(people, {
      account,
      sentTo: identifier,
      livemode,
      purpose: 'login',
      method,
      language,
      data,
      address: device.address,
    });
  }
  const started = await transaction(people.db, async (tx) => {
    if (!(await lockCredentials(tx, people, account.id, credentialsOf(people, account))))
      throw new Refusal('invalid_credentials');
    const started = await startSession(tx, account.id, device);
    await rememberNetwork(tx, people, account, device);
    await auditOperatorLogin(tx, account, device, { action: 'operator.logged_in' });
    return started;
  });
  return issueTokens(people.tokens, account, started);
}

const staff = (email: string) => ({ identifier: toIdentifier(email), livemode: null });

/** The login of a phone in the requested mode. */
export function person(people: Pick<People, 'live'>, phone: string, mode: LoginMode) {
  return { identifier: readPhone(phone), livemode: readMode(people, mode) };
}

export function readPhone(phone: string): string {
  const identifier = toE164(phone);
  if (identifier !== null) return identifier;
  throw invalidField('phone', 'not_phone');
}

function readMode({ live }: Pick<People, 'live'>, mode: LoginMode): boolean {
  if (mode === 'live' && !live) throw invalidField('mode', 'not_live_here');
  return mode === undefined ? live : mode === 'live';
}
