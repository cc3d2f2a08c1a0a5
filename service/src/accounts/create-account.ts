import type { AccountType } from '../../../contract/src/route.ts';
import type { Tx } from '../db/transaction.ts';
import { invalidField } from '../kernel/refusal.ts';
import { insertAccount, insertPersonalWorld, type TwoFactor } from './store.ts';

export type NewAccount = {
  /** usr_…, dev_…, opr_… */
  readonly id: string;
  readonly type: AccountType;
  readonly livemode: boolean | null;
  /** E.164, or an e-mail address as `toIdentifier` gives it. */
  readonly identifier: string;
  /** An Argon2id PHC string; null until a password is set. */
  readonly password: string | null;
  readonly passwordLong: boolean;
  readonly twoFactor?: TwoFactor;
  readonly language?: string;
};

/** Makes a login and the person's own world. @returns false if a login of this type, identifier and mode exists */
export async function createAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const { id, type, livemode, identifier, password, passwordLong, twoFactor = 'none', language = 'en' } = account;
  const values = [id, type, livemode, identifier, password, passwordLong, twoFactor, language];
  if ((await tx.query(insertAccount, values)).length === 0) return false;
  await tx.query(insertPersonalWorld, [id, livemode ?? false]);
  return true;
}

/** Staff may go without a second factor from this password length on, as in contract/src/auth.ts. */
const LONG = 15;
export const isLong = (password: string) => [...password].length >= LONG;

/** @throws Refusal for a staff password too short to be used without a second factor */
export function checkStaffPassword(type: AccountType, twoFactor: TwoFactor, password: string, param: string): void {
  if (type === 'customer' || twoFactor !== 'none' || isLong(password)) return;
  throw invalidField(param, 'short_password', { minimum: LONG });
}

/** The case of an e-mail address does not distinguish accounts. */
export const toIdentifier = (email: string) => email.trim().toLowerCase();
