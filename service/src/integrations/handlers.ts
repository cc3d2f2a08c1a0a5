import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/server.ts';
import type { MakeChange } from '../idempotency/once.ts';
import { createIntegrations } from './create.ts';
import { listOwnIntegrations, readIntegration } from './read.ts';
import { updateIntegrations } from './update.ts';

type IntegrationRoutes = 'createIntegration' | 'listIntegrations' | 'getIntegration' | 'updateIntegration';

export function createIntegrationHandlers(db: Database, change: MakeChange): Pick<Handlers, IntegrationRoutes> {
  return {
    createIntegration: change(routes.createIntegration, createIntegrations),
    listIntegrations: (caller, query, url) => listOwnIntegrations(db, caller, query, url),
    getIntegration: (caller, query) => readIntegration(db, caller, query),
    updateIntegration: change(routes.updateIntegration, updateIntegrations),
  };
}
