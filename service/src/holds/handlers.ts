import { routes } from '../../../contract/src/routes.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { captureHolds } from './capture.ts';
import { createHolds } from './create.ts';
import { decideHolds } from './escrow/decide.ts';
import { listEscrowsOf, readEscrow } from './escrow/read.ts';
import { listOwnHolds, readHold } from './read.ts';
import { releaseHolds } from './release.ts';

type HoldRoutes = 'createHold' | 'listHolds' | 'getHold' | 'captureHold' | 'releaseHold' | EscrowRoutes;
type EscrowRoutes = 'listEscrows' | 'getEscrow' | 'decideHold';

/** The routes of holds. */
export function createHoldHandlers({ db, idempotent, list }: Access): Pick<Handlers, HoldRoutes> {
  return {
    createHold: idempotent(routes.createHold, createHolds),
    listHolds: list(listOwnHolds),
    getHold: (caller, query) => readHold(db, caller, query),
    captureHold: idempotent(routes.captureHold, captureHolds),
    releaseHold: idempotent(routes.releaseHold, releaseHolds),
    listEscrows: list(listEscrowsOf),
    getEscrow: (caller, query) => readEscrow(db, caller, query),
    decideHold: idempotent(routes.decideHold, decideHolds),
  };
}
