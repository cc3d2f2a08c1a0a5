import { exponentOf } from '../kit/money.ts';
import type { Counterpart, Setting } from '../kit/server.ts';
import { createAccess } from './access.ts';
import { openAccountHolders } from './account-holder.ts';
import { apiError, gatewayError } from './answers.ts';
import { environmentOf } from './environment.ts';
import { notificationRoute, orderRoutes, ownControl, type Parts, readRoutes } from './routes.ts';
import { openTransactions } from './transactions.ts';

export const defaults = { country: 'UG', currency: 'UGX' };

const settings = {
  /** PUT in most countries, POST in some. */
  callbackMethod: 'PUT',
  /** Milliseconds between attempts. The operator's current page says that a callback is sent once. */
  callbackRepeats: [],
  /** 'text', 'number' or 'decimals'. */
  amountAs: 'text',
  /** 'text' or 'object'. */
  reasonAs: 'text',
  /** 'PENDING', 'ONGOING' or 'CREATED'. */
  pendingAs: 'PENDING',
  /** The name of an account holder must be enabled for each country. */
  basicUserInfo: true,
  /** Minor units. */
  payoutFee: 0,
  /** The spells of 401 that integrators report, for the token endpoint and for all other calls. */
  tokensRefused: false,
  callsRefused: false,
  /** Our address is not on the operator's list. */
  addressRefused: false,
};

/** MTN MoMo Open API. */
export function create(setting: Setting): Counterpart {
  const { kit, country, currency } = setting;
  Object.assign(kit.settings, settings);
  const environment = environmentOf(country);
  const exponent = exponentOf(currency);
  const access = createAccess(setting, environment);
  const holders = openAccountHolders(setting);
  const parts: Parts = { setting, exponent, access, holders, transactions: openTransactions(setting, exponent) };
  return {
    routes: [...access.routes, ...orderRoutes(parts), ...readRoutes(parts), notificationRoute(parts)],
    notFound: () => gatewayError(404, 'Resource not found'),
    credentials: {
      target_environment: environment,
      collection: access.keys.collection,
      disbursement: access.keys.disbursement,
    },
    control: [...access.control, ...ownControl(parts)],
    inShape: (kind) =>
      kind === 'too_many'
        ? gatewayError(429, 'Rate limit is exceeded. Try again later.')
        : apiError(503, 'SERVICE_UNAVAILABLE'),
  };
}
