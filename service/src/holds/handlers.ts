import { routes } from '../../../contract/src/routes.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { captureHolds } from './capture.ts';
import { createHolds } from './create.ts';
import { listOwnHolds, readHold } from './read.ts';
import { releaseHolds } from './release.ts';

type HoldRoutes = 'createHold' | 'listHolds' | 'getHold' | 'captureHold' | 'releaseHold';

/** The routes of holds. */
export function createHoldHandlers({ db, idempotent, list }: Access): Pick<Handlers, HoldRoutes> {
  return {
    createHold: idempotent(routes.createHold, createHolds),
    listHolds: list(listOwnHolds),
    getHold: (caller, query) => readHold(db, caller, query),
    captureHold: idempotent(routes.captureHold, captureHolds),
    releaseHold: idempotent(routes.releaseHold, releaseHolds),
  };
}
