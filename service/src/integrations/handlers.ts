import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import { type QuoteDeps, quoteFee } from '../fees/quote.ts';
import { listOwnFees } from '../fees/read-own.ts';
import type { Handlers } from '../http/handler.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { type Mount, withDeps } from '../kernel/operation.ts';
import { createIntegrations } from './create.ts';
import { listOwnIntegrations, readIntegration } from './read.ts';
import { updateIntegrations } from './update.ts';

type IntegrationRoutes =
  | 'createIntegration'
  | 'listIntegrations'
  | 'getIntegration'
  | 'updateIntegration'
  | 'listOwnFees'
  | 'quoteFee';

export function createIntegrationHandlers(
  db: Database,
  idempotent: Mount,
  deployment: { readonly live: boolean; readonly encryptionKey: DataKey } & QuoteDeps,
): Pick<Handlers, IntegrationRoutes> {
  return {
    createIntegration: idempotent(routes.createIntegration, withDeps(createIntegrations, deployment)),
    listIntegrations: (caller, query, url) => listOwnIntegrations(db, caller, query, url),
    getIntegration: (caller, query) => readIntegration(db, caller, query),
    updateIntegration: idempotent(routes.updateIntegration, withDeps(updateIntegrations, deployment)),
    listOwnFees: (caller, _query, url) => listOwnFees(db, caller, url),
    quoteFee: (caller, query) => quoteFee(db, caller, query, deployment),
  };
}
