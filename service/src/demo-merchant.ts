import { scopes } from '../../contract/src/route.ts';
import { createKey } from './access/create-key.ts';
import { createIntegration } from './accounts/create-integration.ts';
import { createMerchant } from './accounts/create-merchant.ts';
import { selectWorld, type WorldRow } from './accounts/store.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { type Tx, transaction } from './db/transaction.ts';
import { newId } from './new-id.ts';
import type { Secrets } from './secrets.ts';
import { registerCustomer } from './users/register.ts';
import { fundWallets } from './wallets/fund.ts';
import { openDefaultWallets } from './wallets/open-default.ts';

/** In minor units: 500 000 XOF, 5 000.00 USD, 100 000.00 HTG. */
const funds: Readonly<Record<string, bigint>> = { XOF: 500_000n, USD: 500_000n, HTG: 10_000_000n };

export const demoCustomer = { phone: '+50937000100', name: 'Demo Customer' };

/**
 * Makes what a newcomer needs to try things: a merchant with the integration `demo`, funded test wallets, a customer with
 * wallets, and a key.
 * @returns the key, or null when all this has been made before
 */
export async function makeDemoMerchant(db: Database, config: Config, secrets: Secrets): Promise<string | null> {
  const find = () => db.query<WorldRow>(selectWorld, ['demo', false]);
  if ((await find()).length > 0) return null;
  const merchantId = await createMerchant(db, 'Demo Shop');
  await createIntegration(db, { merchantId, name: 'demo' });
  const currencies = Object.keys(funds).filter((currency) => config.CURRENCIES.has(currency));
  await transaction(db, (tx) => openWallets(tx, merchantId, currencies));
  const [world] = await find();
  return (await createKey(db, { world: world!.world, livemode: false, scopes }, secrets.pepper)).key;
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
