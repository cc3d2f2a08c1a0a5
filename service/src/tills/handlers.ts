import { routes } from '../../../contract/src/routes.ts';
import type { tillRoutes } from '../../../contract/src/tills.ts';
import type { SessionDeps } from '../checkout/create.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { serialOnly, withDeps } from '../kernel/operation.ts';
import { cancelSales } from './cancel-sale.ts';
import { createSales } from './create-sale.ts';
import { endShifts } from './end-shift.ts';
import { listOwnCounterPayments, listOwnSales, listOwnShifts, readSale, readShift } from './read.ts';
import { startShifts } from './start-shift.ts';
import { tieSales } from './tie-sale.ts';

/** The routes of tills. Their commands lock one record after another, so one batch is one command. */
export function createTillHandlers(
  { db, idempotent, list }: Access,
  deps: SessionDeps,
): Pick<Handlers, keyof typeof tillRoutes> {
  return {
    startShift: idempotent(routes.startShift, startShifts, serialOnly),
    listShifts: list(listOwnShifts),
    getShift: (caller, query) => readShift(db, caller, query),
    endShift: idempotent(routes.endShift, endShifts, serialOnly),
    listCounterPayments: list(listOwnCounterPayments),
    createSale: idempotent(routes.createSale, withDeps(createSales, deps), serialOnly),
    listSales: list(listOwnSales),
    getSale: (caller, query) => readSale(db, caller, query),
    tieSale: idempotent(routes.tieSale, tieSales, serialOnly),
    cancelSale: idempotent(routes.cancelSale, cancelSales, serialOnly),
  };
}
