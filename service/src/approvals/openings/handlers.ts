import { routes } from '../../../../contract/src/routes.ts';
import type { Currencies } from '../../bulk/examine.ts';
import type { Database } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { type Mount, serialOnly } from '../../kernel/operation.ts';
import { exportOpeningRows, readOpeningRows } from './read-rows.ts';
import { type OpeningRequest, receiveOpenings } from './receive.ts';
import { requestOpenings } from './request.ts';

/** The routes of an import of opening balances. `approve` carries it out. */
export const createOpeningHandlers = (db: Database, currencies: Currencies, idempotent: Mount) =>
  ({
    getOpeningRows: (_caller, query, _url, { csv }) => {
      const read = query.format === 'csv' || (csv && query.format !== 'json') ? exportOpeningRows : readOpeningRows;
      return read(db, query);
    },
    requestOpeningBalances: {
      receive: (arrival) => receiveOpenings(arrival, currencies),
      // One at a time: two batches could open the same system wallet.
      change: idempotent<OpeningRequest>(routes.requestOpeningBalances, requestOpenings, serialOnly),
    },
  }) satisfies Partial<Handlers>;
