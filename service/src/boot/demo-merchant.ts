import { randomBytes } from 'node:crypto';
import { scopes } from '../../../contract/src/route.ts';
import { createKey } from '../access/create-key.ts';
import { createAccount } from '../accounts/create-account.ts';
import { createPasswords } from '../accounts/passwords.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { insertDeveloper, insertMember } from '../developers/store.ts';
import { createIntegration } from '../integrations/create-integration.ts';
import { selectWorld, type WorldRow } from '../integrations/store.ts';
import { newId } from '../kernel/new-id.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { registerCustomer } from '../users/register.ts';
import { insertMerchantUser } from '../users/store.ts';
import { fundWallets } from '../wallets/fund.ts';
import { openDefaultWallets } from '../wallets/open-default.ts';

/** In minor units: 500 000 XOF, 5 000.00 USD, 100 000.00 HTG. */
const funds: Readonly<Record<string, bigint>> = { XOF: 500_000n, USD: 500_000n, HTG: 10_000_000n };

export const demoCustomer = { phone: '+50937000100', name: 'Demo Customer' };

export const demoPeople = { merchant: '+50937000200', developer: 'developer@demo.example' };

/** Shown once, because only their hashes are stored. */
export type DemoCredentials = { readonly key: string; readonly password: string };

/**
 * Creates data for a first try: a merchant with the integration `demo`, funded test wallets, a customer with wallets, a
 * key, and a person of the merchant and a developer who share one password.
 * @returns null if all this exists already
 */
export async function makeDemoMerchant(
  db: Database,
  config: Config,
  secrets: Secrets,
): Promise<DemoCredentials | null> {
  if ((await db.query<WorldRow>(selectWorld, ['demo', false])).length > 0) return null;
  const password = randomBytes(12).toString('base64url');
  const passwords = createPasswords({ memoryMib: config.PASSWORD_MEMORY, passes: config.PASSWORD_PASSES });
  const hash = await passwords.hash(password);
  return transaction(db, async (tx) => {
    const merchantId = await createMerchant(tx, 'Demo Shop');
    const integration = await createIntegration(tx, { merchantId, name: 'demo' });
    const currencies = Object.keys(funds).filter((currency) => config.CURRENCIES.has(currency));
    await openWallets(tx, merchantId, currencies);
    await addPeople(tx, { merchantId, integration, hash });
    const [world] = await tx.query<WorldRow>(selectWorld, ['demo', false]);
    const { key } = await createKey(tx, { world: world!.world, livemode: false, scopes }, secrets.pepper);
    return { key, password };
  });
}

type DemoPeople = { readonly merchantId: string; readonly integration: string; readonly hash: string };

async function addPeople(tx: Tx, { merchantId, integration, hash: password }: DemoPeople): Promise<void> {
  const [person, developer] = [newId('usr'), newId('dev')];
  const both = { password, passwordLong: true };
  const { merchant: phone, developer: email } = demoPeople;
  await tx.query(insertMerchantUser, [person, false, phone, 'Demo Merchant', merchantId]);
  await createAccount(tx, { ...both, id: person, type: 'merchant', livemode: false, identifier: phone });
  await createAccount(tx, { ...both, id: developer, type: 'developer', livemode: null, identifier: email });
  await tx.query(insertDeveloper, [developer, 'Demo Developer']);
  await tx.query(insertMember, [integration, developer, 'owner', person]);
}

async function openWallets(tx: Tx, merchantId: string, currencies: readonly string[]): Promise<void> {
  const owners = currencies.map((currency) => ({ ownerId: merchantId, livemode: false, currency }));
  const walletOf = await openDefaultWallets(tx, 'merchant', owners);
  await fundWallets(
    tx,
    owners.map((owner) => ({ wallet: walletOf(owner), amount: funds[owner.currency]!, source: newId('req') })),
  );
  await registerCustomer(tx, { ...demoCustomer, livemode: false, currencies });
}
