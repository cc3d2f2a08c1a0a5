import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { People } from '../accounts/people.ts';
import type { Checkout } from '../checkout/open.ts';
import { type Config, currencyRule } from '../config/config.ts';
import { basePathOf } from '../http/base-path.ts';
import { createAddressLimiter } from '../http/connection/address-limit.ts';
import type { Handlers } from '../http/handler.ts';
import { registerPayPages } from '../pay-page/register.ts';
import type { Rails } from '../rails/rail.ts';
import { openPageReceipt, readPageReceipt } from '../receipts/open-from-page.ts';
import type { Secrets } from '../secrets/secrets.ts';

type Parts = {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly people: People;
  readonly rails: Rails;
  readonly checkout: Checkout;
  readonly handlers: Handlers;
};

/** The hosted pages of payers, over the same operations as the API. */
export function registerPayerPages(
  app: FastifyInstance,
  { config, secrets, log, people, rails, checkout, handlers }: Parts,
): void {
  const base = basePathOf(config.docBase);
  // Addresses of the page name no host, so it works behind every name of the service.
  const addresses = { base, key: secrets.encryptionKey };
  registerPayPages(app, {
    ...{ log, people, base, brand: config.BRAND },
    readReceipt: (token) => readPageReceipt(people.db, token, addresses),
    openReceipt: (token) => openPageReceipt(people.db, token, addresses),
    addressLimiter: createAddressLimiter(config.RATE_LIMIT),
    exponentOf: (currency) => currencyRule(currency)?.exponent ?? 2,
    providerOf: (rail) => rails.row(rail)?.provider ?? rail,
    read: (token, phone) => checkout.read({ token, phone }),
    attempt: checkout.start,
    end: checkout.end,
    open: checkout.open,
    approve: handlers.approvePayment,
    challenge: handlers.challengePayment,
  });
}
