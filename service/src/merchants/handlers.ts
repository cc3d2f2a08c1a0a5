import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/server.ts';
import type { MakeChange } from '../idempotency/once.ts';
import { approveLives } from './approve-live.ts';
import { listAllMerchants, readMerchant } from './read.ts';
import { revokeLives } from './revoke-live.ts';

type MerchantRoutes = 'listMerchants' | 'getMerchant' | 'approveLive' | 'revokeLive';

export function createMerchantHandlers(db: Database, change: MakeChange): Pick<Handlers, MerchantRoutes> {
  return {
    listMerchants: (_caller, query, url) => listAllMerchants(db, query, url),
    getMerchant: (_caller, query) => readMerchant(db, query),
    approveLive: change(routes.approveLive, approveLives),
    revokeLive: change(routes.revokeLive, revokeLives),
  };
}
