import { routes } from '../../../../contract/src/routes.ts';
import type { Currencies } from '../../bulk/examine.ts';
import type { Handlers } from '../../http/handler.ts';
import { type Mount, serialOnly } from '../../kernel/operation.ts';
import { type OpeningRequest, receiveOpenings } from './receive.ts';
import { requestOpenings } from './request.ts';

/** The route that requests an import of opening balances. `approve` carries it out. */
export const createOpeningHandlers = (currencies: Currencies, idempotent: Mount) =>
  ({
    requestOpeningBalances: {
      receive: (arrival) => receiveOpenings(arrival, currencies),
      // One at a time: two batches could open the same system wallet.
      change: idempotent<OpeningRequest>(routes.requestOpeningBalances, requestOpenings, serialOnly),
    },
  }) satisfies Partial<Handlers>;
