import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { given, type MakeChange } from '../idempotency/operation.ts';
import { approveMerchantsForLive } from './approve-live.ts';
import { listAllMerchants, lookAtMerchant } from './read.ts';
import { revokeMerchantsFromLive } from './revoke-live.ts';

type MerchantRoutes = 'listMerchants' | 'getMerchant' | 'approveLive' | 'revokeLive';

export function createMerchantHandlers(
  db: Database,
  change: MakeChange,
  deployment: { readonly live: boolean; readonly countries: readonly string[] },
): Pick<Handlers, MerchantRoutes> {
  return {
    listMerchants: (caller, query, url, asked) => listAllMerchants(db, caller, query, url, asked, deployment.countries),
    getMerchant: (caller, query, _url, asked) => lookAtMerchant(db, caller, query, asked),
    approveLive: change(routes.approveLive, given(approveMerchantsForLive, deployment)),
    revokeLive: change(routes.revokeLive, revokeMerchantsFromLive),
  };
}
