import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import { listOwnFees } from '../fees/read-own.ts';
import type { Handlers } from '../http/handler.ts';
import { given, type MakeChange } from '../idempotency/operation.ts';
import { createIntegrations } from './create.ts';
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
  return {
    createIntegration: change(routes.createIntegration, given(createIntegrations, deployment)),
    listIntegrations: (caller, query, url) => listOwnIntegrations(db, caller, query, url),
    getIntegration: (caller, query) => readIntegration(db, caller, query),
    updateIntegration: change(routes.updateIntegration, given(updateIntegrations, deployment)),
    listOwnFees: (caller, _query, url) => listOwnFees(db, caller, url),
  };
}
