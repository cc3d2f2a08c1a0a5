import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Handlers } from '../http/server.ts';
import type { MakeChange } from '../idempotency/once.ts';
import { approveLives } from './approve-live.ts';
import { listAllMerchants, lookAtMerchant } from './read.ts';
import { revokeLives } from './revoke-live.ts';

type MerchantRoutes = 'listMerchants' | 'getMerchant' | 'approveLive' | 'revokeLive';

export function createMerchantHandlers(
  db: Database,
  change: MakeChange,
  deployment: { readonly live: boolean },
): Pick<Handlers, MerchantRoutes> {
  const approve = (tx: Tx, commands: Parameters<typeof approveLives>[1]) => approveLives(tx, commands, deployment);
  return {
    listMerchants: (caller, query, url, asked) => listAllMerchants(db, caller, query, url, asked),
    getMerchant: (caller, query, _url, asked) => lookAtMerchant(db, caller, query, asked),
    approveLive: change(routes.approveLive, approve),
    revokeLive: change(routes.revokeLive, revokeLives),
  };
}
