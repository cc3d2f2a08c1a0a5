import { routes } from '../../../contract/src/routes.ts';
import { createCheckoutHandlers } from '../checkout/handlers.ts';
import { createCloseHandlers } from '../closes/handlers.ts';
import { currencyNumber, currencyRule } from '../config/config.ts';
import { createAlertHandlers } from '../dashboard/alerts/handlers.ts';
import { createPaymentTotals } from '../dashboard/payment-totals.ts';
import { findRecords } from '../dashboard/search.ts';
import { createSummary } from '../dashboard/summary.ts';
import { readTimeline } from '../dashboard/timeline.ts';
import { claimedBy } from '../db/database.ts';
import { createDeveloperHandlers } from '../developers/handlers.ts';
import { listOwnEvents, readEvent } from '../events/read.ts';
import { resendEvents } from '../events/resend.ts';
import { createExportHandlers } from '../exports/handlers.ts';
import type { QuoteDeps } from '../fees/quote.ts';
import { createHoldHandlers } from '../holds/handlers.ts';
import { checkCurrency } from '../http/check-currency.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { createListTurns, type ListTurns } from '../http/list-turns.ts';
import { createBranchHandlers } from '../integrations/branches/handlers.ts';
import { createIntegrationHandlers } from '../integrations/handlers.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { type Cover, type Mount, withDeps } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';
import { createKeyHandlers } from '../keys/handlers.ts';
import { createKycHandlers } from '../kyc/handlers.ts';
import { createLinkHandlers } from '../links/handlers.ts';
import { createAuthHandlers } from '../login/handlers.ts';
import { readMe, updateOwnAccounts } from '../login/me.ts';
import { createMerchantHandlers } from '../merchants/handlers.ts';
import { createCustomerHandlers } from '../payments/customers/handlers.ts';
import { createPaymentHandlers } from '../payments/handlers.ts';
import type { ReceiptUrlOf } from '../payments/read.ts';
import { createSplitPartnerHandlers } from '../payments/splits/partners/handlers.ts';
import { createBeneficiaryHandlers } from '../payouts/beneficiaries/handlers.ts';
import { createPayoutHandlers } from '../payouts/handlers.ts';
import { createScheduleHandlers } from '../payouts/schedules/handlers.ts';
import { downloadPersonExport } from '../people/download.ts';
import { createQrHandlers } from '../qr/handlers.ts';
import type { RouteSources } from '../rails/find-route.ts';
import { createMemoryReader } from '../rails/memory.ts';
import type { Rails } from '../rails/rail.ts';
import { createReceiptHandlers } from '../receipts/handlers.ts';
import { createReceiptUrl } from '../receipts/token.ts';
import { createReconciliationHandlers } from '../reconciliation/handlers.ts';
import { createRefunds } from '../refunds/create.ts';
import { listOwnRefunds, readRefund } from '../refunds/read.ts';
import { listRefundsOfCustomer } from '../refunds/read-as-customer.ts';
import { createDeploymentReportHandlers, createReportHandlers } from '../reports/handlers.ts';
import { listOwnRequests, readRequest } from '../request-log/read.ts';
import { createStatementHandlers } from '../statements/handlers.ts';
import { createTestHandlers } from '../test-helpers/handlers.ts';
import { createTillHandlers } from '../tills/handlers.ts';
import { createTransferHandlers } from '../transfers/handlers.ts';
import { createMovementHandlers } from '../transfers/movements/handlers.ts';
import { createWalletHandlers } from '../wallets/handlers.ts';
import { createWebhookHandlers } from '../webhooks/handlers.ts';
import { createAccess } from './access.ts';
import { openBulks } from './bulks.ts';
import { createOperatorHandlers } from './operator-routes.ts';
import type { AppOptions } from './options.ts';
import { createRailHandlers } from './rail-routes.ts';
import { readCurrencies } from './read-currencies.ts';
import { readUsableRails } from './read-rails.ts';

/**
 * Every route of the contract with its handler. Reads return serialised JSON. Changes are operations on many commands,
 * which `idempotent` turns into a function for one request.
 */
export function createHandlers(options: AppOptions): Handlers {
  const { db, config, secrets, people, quotas, load, rails, documents, onError } = options;
  const turns = createListTurns({ onDone: (world, connectionMs) => load.count(world, { connectionMs }) });
  const access = createAccess(options, turns);
  const { idempotent } = access;
  const bulks = openBulks(options);
  const routing = openRouting(options);
  const cover = coverWith(secrets.encryptionKey);
  const countries = [...(config.REGISTRATION_COUNTRIES ?? [])];
  const live = config.LIVE;
  const exponentOf = exponentsOf(config);
  const { identityKey, pepper, subjectKey } = secrets;
  const receipts = { base: config.docBase, key: secrets.encryptionKey };
  const receiptUrlOf = createReceiptUrl(receipts.base, receipts.key);
  return {
    ...createPaymentHandlers(access, {
      ...{ rails, people, routing, receiptUrlOf, bulks, currencies: config.CURRENCIES },
      codeFrom: config.APPROVAL_CODE_FROM,
      codeKey: secrets.encryptionKey,
    }),
    ...createCheckoutHandlers(access, { rails, pages: `${config.docBase}/pay` }),
    ...createLinkHandlers(access, { rails, pages: `${config.docBase}/pay` }),
    ...createQrHandlers(access, { pages: `${config.docBase}/pay`, exponentOf, numberOf: currencyNumber, rails }),
    ...createTillHandlers(access, { rails, pages: `${config.docBase}/pay` }),
    ...createRefundHandlers(access, rails, receiptUrlOf),
    ...createTransferHandlers(access, { bulks, currencies: config.CURRENCIES }),
    ...createWalletHandlers(access, config.CURRENCIES),
    ...createPayoutHandlers(access, {
      routing,
      pendingSeconds: config.PAYOUT_PENDING_SECONDS,
      approvalAbove: config.PAYOUT_APPROVAL_ABOVE,
      personDayMax: new Map([...config.PAYOUT_APPROVAL_ABOVE, ...config.PAYOUT_PERSON_DAY_MAX]),
    }),
    ...createBeneficiaryHandlers(access, routing),
    ...createAlertHandlers(access, config.CURRENCIES),
    ...createScheduleHandlers(access, { approvalAbove: config.PAYOUT_APPROVAL_ABOVE }, routing),
    ...createWebhookHandlers(access, {
      encryptionKey: secrets.encryptionKey,
      headerPrefix: config.HEADER_PREFIX,
      policy: options.webhookPolicy,
      attempts: options.attempts,
      cover,
      mostInTest: quotas?.endpoints,
    }),
    ...createEventHandlers(access, options, turns),
    listOwnRails: (caller, query, url) => {
      checkCurrency(query.currency, config.CURRENCIES);
      return readUsableRails(db, caller, query, url, routing);
    },
    ...createAuthHandlers(people),
    getMe: (caller) => readMe(db, caller, config.CURRENCIES),
    updateMe: idempotent(routes.updateMe, withDeps(updateOwnAccounts, config.CURRENCIES)),
    downloadPersonExport: (caller, query, _url, asked) =>
      downloadPersonExport(claimedBy(db, { by: 'operator' }), documents, caller, query, asked),
    ...createOperatorHandlers(
      { db: claimedBy(db, { by: 'operator' }), subjectKey, live, countries, ...quotesOf(options) },
      idempotent,
    ),
    ...createRailHandlers(access, options.railOptions),
    ...createKycHandlers(
      { db, documents, key: identityKey, subjectKey, mostInTest: quotas?.documents, onError },
      idempotent,
    ),
    ...createIntegrationHandlers(db, idempotent, { live, encryptionKey: secrets.encryptionKey, ...quotesOf(options) }),
    ...createDeveloperHandlers(people, idempotent, cover),
    ...createKeyHandlers(db, idempotent, { live, pepper, cover }),
    ...createReconciliationHandlers(claimedBy(db, { by: 'operator' }), rails, idempotent),
    ...createCloses(options, idempotent),
    ...createStatementHandlers({ db: claimedBy(db, { by: 'operator' }), documents, onError }, idempotent),
    ...createMerchantHandlers(db, idempotent, { live, countries }),
    ...createExportHandlers(access, documents),
    ...createReceiptHandlers(access, receipts, cover),
    ...createReportHandlers(access, { currencies: config.CURRENCIES, exponentOf, turns }),
    ...createDeploymentReportHandlers(claimedBy(db, { by: 'operator' }), idempotent, { exponentOf, live }),
    ...createPlainHandlers(access),
  };
}

/** The handlers that need nothing but the database. */
const createPlainHandlers = (access: Access) => ({
  ...createBranchHandlers(access),
  ...createHoldHandlers(access),
  ...createMovementHandlers(access),
  ...createSplitPartnerHandlers(access),
  ...createCustomerHandlers(access),
  ...createTestHandlers(access),
});

function createCloses({ db, config, documentKeys: keys, queue }: AppOptions, idempotent: Mount) {
  const own = claimedBy(db, { by: 'operator' });
  const { BRAND: brand, docBase } = config;
  const exponentOf = (currency: string) => currencyRule(currency)?.exponent ?? 2;
  const notices = { queue, brand, link: `${docBase}/dashboard`, exponentOf };
  return createCloseHandlers(own, { db: own, keys, brand, exponentOf }, notices, idempotent);
}
/** Also of a currency that is no longer enabled, because its records stay. */
const exponentsOf =
  ({ CURRENCIES }: AppOptions['config']) =>
  (currency: string) =>
    (CURRENCIES.get(currency) ?? currencyRule(currency))?.exponent ?? 2;

const quotesOf = ({ config, rails }: AppOptions): QuoteDeps => ({
  ...{ rails, currencies: config.CURRENCIES, feeQuoteSeconds: config.FEE_QUOTE_SECONDS },
});

const openRouting = ({ db, config, rails, lookUps }: AppOptions): RouteSources => ({
  ...{ rails, lookUps },
  memoryOf: createMemoryReader(db),
  exponentOf: (currency) => config.CURRENCIES.get(currency)?.exponent ?? 0,
});

/** Seals answers that are stored for their repeats and hold secrets. */
const coverWith = (key: DataKey): Cover => ({
  seal: (body) => sealSecret(body, key).toString('base64'),
  open: (stored) => openSecret(Buffer.from(stored, 'base64'), key),
});

function createRefundHandlers({ db, idempotent, list }: Access, rails: Rails, receiptUrlOf: ReceiptUrlOf) {
  return {
    createRefund: idempotent(routes.createRefund, withDeps(createRefunds, rails)),
    listRefunds: list(listOwnRefunds),
    getRefund: (caller, query) => readRefund(db, caller, query, receiptUrlOf),
    listMyRefunds: list(listRefundsOfCustomer),
  } satisfies Partial<Handlers>;
}

/** Events, and the routes that read several kinds of records: the summary, the search and the request log. */
function createEventHandlers(
  { db, idempotent, list, onBehalfOf, readsOf }: Access,
  { feed, config }: AppOptions,
  turns: ListTurns,
) {
  const totals = createPaymentTotals();
  const summary = createSummary();
  return {
    listEvents: list(listOwnEvents),
    streamEvents: (caller, query, _url, asked) => {
      const group = caller.role === 'till' ? 'checkout.*' : query.group;
      // The group is fixed when the stream opens: after a change of the role the client connects again.
      const check = async () => {
        if ((await asked.check()).role !== caller.role) throw new Refusal('invalid_token', 'The role has changed');
      };
      return feed.open({ caller, group, resent: query.resent === 'true', ...asked, check });
    },
    resendEvent: idempotent(routes.resendEvent, resendEvents),
    getEvent: (caller, query) => readEvent(db, caller, query),
    getSummary: (caller, query) => {
      checkCurrency(query.currency, config.CURRENCIES);
      return turns.during(caller.world, async () => summary(await readsOf(caller), caller, query));
    },
    search: list((from, caller, query: { q: string }, url) =>
      findRecords(from, caller, query.q, url, config.CURRENCIES),
    ),
    getPaymentTotals: (caller, query) => {
      checkCurrency(query.currency, config.CURRENCIES);
      return turns.during(caller.world, async () => totals(await readsOf(caller), caller, query));
    },
    listRequestLogs: list(listOwnRequests),
    getRequestLog: (caller, query) => readRequest(db, caller, query),
    getPaymentTimeline: (caller, query, url) => readTimeline(onBehalfOf(caller), caller, query, url),
    listCurrencies: async (_caller, query, url) => readCurrencies(config.CURRENCIES, query, url),
  } satisfies Partial<Handlers>;
}
