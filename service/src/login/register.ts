import { forgetRegistration } from '../accounts/admit-registration.ts';
import { createAccount, isLong } from '../accounts/create-account.ts';
import type { People } from '../accounts/people.ts';
import { type Asker, networkKeyOf } from '../accounts/places.ts';
import { refuseEasy } from '../accounts/refuse-easy.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { openChallenge } from '../two-factor/challenge.ts';
import type { ChallengeRow } from '../two-factor/store.ts';
import { registerCustomer } from '../users/register.ts';
import type { From } from './audit-operator-login.ts';
import { turnOf } from './check-password.ts';
import { type LoginMode, person } from './log-in.ts';
import { openMerchant } from './register-merchant.ts';

export type Registration = {
  readonly phone: string;
  readonly password: string;
  readonly name?: string;
  readonly language?: string;
  readonly mode?: LoginMode;
};

/** Sends a code to the phone. The account is made when the code is given back. @returns the serialised Challenge */
export async function register(people: People, given: Registration, asker: Asker = {}): Promise<string> {
  const { identifier, livemode } = person(people, given.phone, given.mode);
  await refuseEasy(given.password, 'password', { identifier, names: [given.name], brand: people.brand });
  const data = {
    type: 'customer',
    password: await people.passwords.hash(given.password, turnOf(people, { type: 'customer', livemode }, asker)),
    long: isLong(given.password),
    name: given.name ?? null,
  };
  const { language = 'en' } = given;
  const place = { trust: 'none', key: networkKeyOf(asker) } as const;
  const wanted = { account: null, sentTo: identifier, livemode, purpose: 'register', method: 'sms', language } as const;
  return openChallenge(people, { ...wanted, place, data });
}

/** Makes the account of a registration whose code was correct. @returns its id */
export async function openAccount(tx: Tx, people: People, challenge: ChallengeRow, from: From): Promise<string> {
  const { sent_to, livemode, data } = challenge;
  if (data.type === 'merchant') return openMerchant(tx, people.secrets, challenge);
  const customer = {
    phone: sent_to!,
    name: data.name as string | null,
    livemode: livemode!,
    currencies: [people.defaultCurrency],
  };
  const user = await registerCustomer(tx, customer);
  if (user instanceof Refusal) throw user;
  const made = await createAccount(tx, {
    id: user.id,
    type: 'customer',
    livemode,
    identifier: user.phone,
    password: String(data.password),
    passwordLong: data.long === true,
    language: String(data.language),
  });
  if (!made) throw new Refusal('account_already_exists');
  await forgetRegistration(tx, people, { livemode: customer.livemode, address: from.address });
  return user.id;
}
