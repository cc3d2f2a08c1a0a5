import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { type Mount, withDeps } from '../kernel/operation.ts';
import { approveMerchantsForLive } from './approve-live.ts';
import { listAllMerchants, readMerchantAsOperator } from './read.ts';
import { revokeMerchantsFromLive } from './revoke-live.ts';

type MerchantRoutes = 'listMerchants' | 'getMerchant' | 'approveLive' | 'revokeLive';

export function createMerchantHandlers(
  db: Database,
  idempotent: Mount,
  deployment: { readonly live: boolean; readonly countries: readonly string[] },
): Pick<Handlers, MerchantRoutes> {
  return {
    listMerchants: (caller, query, url, asked) => listAllMerchants(db, caller, query, url, asked, deployment.countries),
    getMerchant: (caller, query, _url, asked) => readMerchantAsOperator(db, caller, query, asked),
    approveLive: idempotent(routes.approveLive, withDeps(approveMerchantsForLive, deployment)),
    revokeLive: idempotent(routes.revokeLive, revokeMerchantsFromLive),
  };
}
