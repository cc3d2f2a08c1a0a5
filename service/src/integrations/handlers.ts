import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Handlers } from '../http/server.ts';
import type { MakeChange } from '../idempotency/once.ts';
import { createIntegrations } from './create.ts';
import { listOwnFees } from './fees.ts';
import { listOwnIntegrations, readIntegration } from './read.ts';
import { updateIntegrations } from './update.ts';

type IntegrationRoutes =
  | 'createIntegration'
  | 'listIntegrations'
  | 'getIntegration'
  | 'updateIntegration'
  | 'listOwnFees';

export function createIntegrationHandlers(
  db: Database,
  change: MakeChange,
  deployment: { readonly live: boolean },
): Pick<Handlers, IntegrationRoutes> {
  const create = (tx: Tx, commands: Parameters<typeof createIntegrations>[1]) =>
    createIntegrations(tx, commands, deployment);
  const update = (tx: Tx, commands: Parameters<typeof updateIntegrations>[1]) =>
    updateIntegrations(tx, commands, deployment);
  return {
    createIntegration: change(routes.createIntegration, create),
    listIntegrations: (caller, query, url) => listOwnIntegrations(db, caller, query, url),
    getIntegration: (caller, query) => readIntegration(db, caller, query),
    updateIntegration: change(routes.updateIntegration, update),
    listOwnFees: (caller, _query, url) => listOwnFees(db, caller, url),
  };
}
