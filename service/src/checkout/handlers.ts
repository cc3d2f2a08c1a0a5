import { routes } from '../../../contract/src/routes.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { withDeps } from '../kernel/operation.ts';
import { createSessions, type SessionDeps } from './create.ts';
import { expireSessions } from './expire.ts';
import { listCheckoutSessions, readCheckoutSession } from './read.ts';
import { listUnexpected } from './read-unexpected.ts';

type SessionRoutes =
  | 'createCheckoutSession'
  | 'listCheckoutSessions'
  | 'getCheckoutSession'
  | 'expireCheckoutSession'
  | 'listUnexpectedPayments';

/** The routes of checkout sessions. The hosted page has its own (`pay-page/`). */
export function createCheckoutHandlers(
  { db, idempotent, list }: Access,
  deps: SessionDeps,
): Pick<Handlers, SessionRoutes> {
  return {
    createCheckoutSession: idempotent(routes.createCheckoutSession, withDeps(createSessions, deps)),
    listCheckoutSessions: list(listCheckoutSessions),
    getCheckoutSession: (caller, query) => readCheckoutSession(db, caller, query),
    listUnexpectedPayments: list(listUnexpected),
    expireCheckoutSession: idempotent(routes.expireCheckoutSession, expireSessions),
  };
}
