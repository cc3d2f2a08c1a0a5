import { routes } from '../../../contract/src/routes.ts';
import { checkCurrency } from '../http/check-currency.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { createWallets } from './create.ts';
import { exportEntries, listEntries, listOwnWallets, readMyWallet, readWallet } from './read.ts';

type WalletRoutes = 'getMyWallet' | 'listWallets' | 'getWallet' | 'createWallet' | 'listWalletEntries';

/** The routes of wallets and their statements. */
export function createWalletHandlers(
  { db, readsOf, idempotent, list }: Access,
  currencies: Parameters<typeof checkCurrency>[1],
): Pick<Handlers, WalletRoutes> {
  const entries = list(listEntries);
  return {
    getMyWallet: async (caller, query) => {
      checkCurrency(query.currency, currencies);
      return readMyWallet(db, caller, query);
    },
    listWallets: list(listOwnWallets),
    getWallet: (caller, query) => readWallet(db, caller, query),
    createWallet: idempotent(routes.createWallet, createWallets),
    listWalletEntries: async (caller, query, url, { csv }) =>
      csv ? exportEntries(await readsOf(caller), caller, query) : entries(caller, query, url),
  };
}
