import { scopes } from '../../../contract/src/route.ts';
import { createKey } from '../access/create-key.ts';
import { createAccount, isLong } from '../accounts/create-account.ts';
import type { People } from '../accounts/people.ts';
import { type Asker, networkKeyOf } from '../accounts/places.ts';
import { refuseEasy } from '../accounts/refuse-easy.ts';
import type { Tx } from '../db/transaction.ts';
import { addIntegration } from '../integrations/create-integration.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { openChallenge } from '../two-factor/challenge.ts';
import type { ChallengeRow } from '../two-factor/store.ts';
import { insertMerchantUser } from '../users/store.ts';
import { turnOf } from './check-password.ts';
import { readPhone } from './log-in.ts';

export type MerchantRegistration = {
  readonly phone: string;
  readonly password: string;
  readonly business_name: string;
  readonly name?: string;
  readonly language?: string;
};

/** Registers in the test world on every deployment: an operator approves for live. @returns the serialised Challenge */
export async function registerMerchant(
  people: People,
  given: MerchantRegistration,
  asker: Asker = {},
): Promise<string> {
  const { language = 'en' } = given;
  const sentTo = readPhone(given.phone);
  const names = [given.name, given.business_name];
  await refuseEasy(given.password, 'password', { identifier: sentTo, names, brand: people.brand });
  const data = {
    type: 'merchant',
    password: await people.passwords.hash(given.password, turnOf(people, { type: 'merchant', livemode: false }, asker)),
    long: isLong(given.password),
    name: given.name ?? null,
    business_name: given.business_name,
  };
  const place = { trust: 'none', key: networkKeyOf(asker) } as const;
  const wanted = { account: null, sentTo, livemode: false, purpose: 'register', method: 'sms', language } as const;
  return openChallenge(people, { ...wanted, place, data, address: asker.address });
}

/**
 * Makes the merchant of a registration whose code was correct, its person and its first integration, with a key that
 * has every right in test mode. The text of the key is thrown away: the first page makes a new one and shows it.
 * @returns the person's id
 */
export async function openMerchant(
  tx: Tx,
  { encryptionKey, pepper }: Pick<Secrets, 'encryptionKey' | 'pepper'>,
  { sent_to, livemode, data }: ChallengeRow,
): Promise<string> {
  const [id, phone, business] = [newId('usr'), sent_to!, String(data.business_name)];
  const merchantId = await createMerchant(tx, business);
  const made = await tx.query(insertMerchantUser, [id, livemode, phone, data.name, merchantId]);
  if (made.length === 0) throw new Refusal('account_already_exists');
  const opened = await createAccount(tx, {
    id,
    type: 'merchant',
    livemode,
    identifier: phone,
    password: String(data.password),
    passwordLong: data.long === true,
    // Staff need 15 characters or a second factor, and the phone is at hand.
    twoFactor: data.long === true ? 'none' : 'sms',
    language: String(data.language),
  });
  if (!opened) throw new Refusal('account_already_exists');
  // This is not an act for the audit log, which is append-only: anybody can register.
  const { testWorld: world } = await addIntegration(tx, { merchantId, name: business }, encryptionKey);
  await createKey(tx, { world, livemode: false, scopes, createdBy: id, starter: true }, pepper);
  return id;
}
