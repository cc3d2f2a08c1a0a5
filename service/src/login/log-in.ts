import type { AccountType } from '../../../contract/src/route.ts';
import { toE164 } from '../core/phone.ts';
import { transaction } from '../db/transaction.ts';
import { toIdentifier } from '../people/create-account.ts';
import type { People } from '../people/people.ts';
import { type AccountRow, renewHash, selectAccountByIdentifier } from '../people/store.ts';
import { clearTries, reserveTry, subjectOf } from '../people/throttle.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { openChallenge } from '../two-factor/challenge.ts';
import { auditWrongPassword } from './audit-failed-login.ts';
import { auditOperatorLogin, type From } from './audit-operator-login.ts';
import { credentialsOf, lockCredentials } from './lock-credentials.ts';
import { type Device, issueTokens, startSession } from './start-session.ts';

export type Mode = 'live' | 'test' | undefined;
export type Credentials = { readonly phone: string; readonly password: string; readonly mode?: Mode };
export type StaffCredentials = { readonly email: string; readonly password: string };

/** @returns a Login result, or a Challenge where the account has a second factor */
export async function logIn(
  people: People,
  type: AccountType,
  given: Credentials | StaffCredentials,
  device: Device & From,
): Promise<string> {
  const { identifier, livemode } = 'email' in given ? staff(given.email) : person(people, given.phone, given.mode);
  const who = { type, identifier, livemode };
  const account = await checkPassword(people, who, given.password).catch((error) => {
    if (error instanceof Refusal && error.code === 'invalid_credentials')
      auditWrongPassword(people, who, { why: 'password', from: device });
    throw error;
  });
  if (account.suspended_at) {
    auditWrongPassword(people, who, { why: 'suspended', from: device });
    throw new Refusal('account_suspended');
  }
  return admit(people, account, device);
}

/** Somebody whose password was right. @returns a Login result, or a Challenge where the account has a second factor */
export async function admit(people: People, account: AccountRow, device: Device & From): Promise<string> {
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
    await auditOperatorLogin(tx, account, device, { action: 'operator.logged_in' });
    return started;
  });
  return issueTokens(people.tokens, account, started);
}

export type Who = { readonly type: AccountType; readonly identifier: string; readonly livemode: boolean | null };

/**
 * The account with this password. One that nobody has costs the same time and the same statements.
 * @throws Refusal invalid_credentials, too_many_attempts
 */
export async function checkPassword(people: People, who: Who, password: string): Promise<AccountRow> {
  const { type, identifier, livemode } = who;
  const subject = subjectOf(people.secrets.pepper, 'login', type, identifier, livemode);
  await reserveTry(people.db, subject);
  const [account] = await people.db.query<AccountRow>(selectAccountByIdentifier, [type, identifier, livemode]);
  if (!(await people.passwords.verify(password, account?.password ?? null))) throw new Refusal('invalid_credentials');
  await clearTries(people.db, subject);
  return people.passwords.isCurrent(account!.password!) ? account! : renew(people, who, account!, password);
}

/** Hashed anew at the cost of today: the settings reach whoever logs in, and one that is known takes no other time for long. */
async function renew(people: People, who: Who, account: AccountRow, password: string): Promise<AccountRow> {
  const hash = await people.passwords.hash(password);
  const renewed = await people.db.query(renewHash, [account.id, account.password, hash]);
  // Another login of the same moment was first, or the password is another now.
  return renewed.length > 0 ? { ...account, password: hash } : checkPassword(people, who, password);
}

const staff = (email: string) => ({ identifier: toIdentifier(email), livemode: null });

/** Who logs in with a phone, in the mode that was asked for. */
export function person(people: Pick<People, 'live'>, phone: string, mode: Mode) {
  return { identifier: readPhone(phone), livemode: readMode(people, mode) };
}

export function readPhone(phone: string): string {
  const identifier = toE164(phone);
  if (identifier !== null) return identifier;
  throw invalidField('phone', 'must be a phone number in international format, such as +50937001234');
}

function readMode({ live }: Pick<People, 'live'>, mode: Mode): boolean {
  if (mode === 'live' && !live) throw invalidField('mode', 'must be "test": this deployment is a sandbox');
  return mode === undefined ? live : mode === 'live';
}
