import { API_PREFIX } from '../../../contract/src/route.ts';
import { routes } from '../../../contract/src/routes.ts';
import type { People } from '../accounts/people.ts';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { findRecords } from '../dashboard/search.ts';
import { createSummary } from '../dashboard/summary.ts';
import { readTimeline } from '../dashboard/timeline.ts';
import { createCoalescedReads } from '../db/coalesce-reads.ts';
import { claimedBy, type Database } from '../db/database.ts';
import { createDeveloperHandlers } from '../developers/handlers.ts';
import type { Feed } from '../events/feed.ts';
import { listOwnEvents, readEvent } from '../events/read.ts';
import { resendEvents } from '../events/resend.ts';
import { checkCurrency } from '../http/check-currency.ts';
import type { Handlers } from '../http/handler.ts';
import { createListTurns } from '../http/list-turns.ts';
import { createIsolation } from '../idempotency/isolation.ts';
import { once } from '../idempotency/once.ts';
import { unlessAnswered } from '../idempotency/store.ts';
import { createIntegrationHandlers } from '../integrations/handlers.ts';
import { type Caller, claimOf } from '../kernel/command.ts';
import { type Cover, type Mount, withDeps } from '../kernel/operation.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';
import { createKeyHandlers } from '../keys/handlers.ts';
import { createKycHandlers } from '../kyc/handlers.ts';
import { createAuthHandlers } from '../login/handlers.ts';
import { readMe, updateOwnAccounts } from '../login/me.ts';
import { createMerchantHandlers } from '../merchants/handlers.ts';
import { answerOwnPrompt, pollPromptsNow } from '../payments/answer-prompt.ts';
import { approvePayments } from '../payments/approve.ts';
import { cancelPayments, withdraw } from '../payments/cancel.ts';
import { challengePayments, judgeApproval } from '../payments/challenge.ts';
import { createPayments, loadPayments } from '../payments/create.ts';
import { declinePayments } from '../payments/decline.ts';
import { listOwnPayments, readPayment } from '../payments/read.ts';
import { listPaymentsOfCustomer, readMyPayment } from '../payments/read-as-customer.ts';
import { cancelPayouts } from '../payouts/cancel.ts';
import { createPayouts } from '../payouts/create.ts';
import { approvePayouts, rejectPayouts } from '../payouts/decide.ts';
import { exportItems, listItems, listOwnPayouts, readPayout } from '../payouts/read.ts';
import { validatePayout } from '../payouts/validate.ts';
import type { Rails } from '../rails/rail.ts';
import { createRefunds } from '../refunds/create.ts';
import { listOwnRefunds, readRefund } from '../refunds/read.ts';
import { listRefundsOfCustomer } from '../refunds/read-as-customer.ts';
import { listOwnRequests, readRequest } from '../request-log/read.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { LoadCounter } from '../tenancy/count-load.ts';
import { metered, type Quotas } from '../tenancy/quotas/metered.ts';
import { withinOpenItems } from '../tenancy/quotas/open-items.ts';
import { advanceClocks, awaitAdvance, readTestClock } from '../test-helpers/clock.ts';
import { emitTestEvents } from '../test-helpers/events.ts';
import { setTestKycStatuses } from '../test-helpers/kyc.ts';
import { answerAsCustomer, pollPaymentsNow } from '../test-helpers/payments.ts';
import { freezeTestWallets, fundTestWallets, unfreezeTestWallets } from '../test-helpers/wallets.ts';
import { createTransfers, loadTransfers } from '../transfers/create.ts';
import { listOwnTransfers, readTransfer } from '../transfers/read.ts';
import { createWallets } from '../wallets/create.ts';
import { exportEntries, listEntries, listOwnWallets, readMyWallet, readWallet } from '../wallets/read.ts';
import type { AttemptOptions } from '../webhooks/attempt.ts';
import { convertUrl } from '../webhooks/convert-url.ts';
import { createWebhooks } from '../webhooks/create.ts';
import { deleteWebhooks } from '../webhooks/delete.ts';
import type { Policy } from '../webhooks/guard.ts';
import {
  listDeliveries,
  listOwnReplays,
  listOwnWebhooks,
  readDelivery,
  readReplay,
  readWebhook,
} from '../webhooks/read.ts';
import { createReplays } from '../webhooks/replay.ts';
import { resendDeliveries } from '../webhooks/resend.ts';
import { rollSecrets } from '../webhooks/roll-secret.ts';
import { createTests, sendTest } from '../webhooks/send-test.ts';
import { updateWebhooks } from '../webhooks/update.ts';
import { createOperatorHandlers } from './operator-routes.ts';
import { readCurrencies } from './read-currencies.ts';

export type AppOptions = {
  readonly db: Database;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly rails: Rails;
  readonly webhookPolicy: Policy;
  readonly attempts: AttemptOptions;
  readonly people: People;
  readonly documents: DocumentStore;
  readonly feed: Feed;
  /** Of test worlds; null where they are off. */
  readonly quotas: Quotas | null;
  readonly load: LoadCounter;
  /** `asked`: the method and path of the route, where it is known. */
  readonly onError: (error: unknown, requestId: string, asked?: { method: string; route: string }) => void;
};

/** Items: more take longer to write than a portion takes to pay. */
const LARGE_PAYOUT = 500;

const itemsOf = (input: unknown): number => (input as { items?: readonly unknown[] }).items?.length ?? 1;

/**
 * Every route of the contract and what answers it. Reads give serialised JSON; changes are operations on an array that
 * `once` makes into what one request calls.
 */
export function createHandlers(options: AppOptions): Handlers {
  const { db, config, secrets, rails, webhookPolicy, attempts, people, documents, feed, quotas, load, onError } =
    options;
  const isolation = createIsolation();
  const unmetered: Mount = (route, operation, more = {}) => {
    const { status } = route.ok;
    const asked = { method: route.method, route: API_PREFIX + route.path };
    return once(db, operation, {
      status,
      docBase: config.docBase,
      isolation,
      onBatch: (commands, ms) => {
        for (const { caller, input } of commands)
          load.count(caller.world, { batchMs: ms / commands.length, rows: itemsOf(input) });
      },
      onError: (error, requestId) => onError(error, requestId, asked),
      ...more,
    });
  };
  const idempotent: Mount = (route, operation, more) =>
    metered(unmetered(route, operation, more), quotas, { creates: route.ok.status === 201 || route.ok.status === 202 });
  /** What locks one thing after another, as each command comes to it: of two batches one would have what the other waits for. */
  const serialOnly = { maxBatch: 1, lanes: 2 };
  const countries = [...(config.REGISTRATION_COUNTRIES ?? [])];
  const share = createCoalescedReads();
  /** The database on behalf of the caller's world: for reads that may take long. */
  const of = (caller: Caller) => claimedBy(db, claimOf(caller));
  const turns = createListTurns({ onDone: (world, connectionMs) => load.count(world, { connectionMs }) });
  /** A list that is asked for alike, at once, by one world and owner: whose records and which mode, all that it depends on. */
  const list =
    <Query>(read: (db: Database, caller: Caller, query: Query, url: string) => Promise<string>) =>
    (caller: Caller, query: Query, url: string) =>
      share(`${caller.world} ${caller.owner.id} ${url} ${JSON.stringify(query)}`, () =>
        turns.during(caller.world, () => read(of(caller), caller, query, url)),
      );
  const secretAnswer: Cover = {
    seal: (body) => sealSecret(body, secrets.encryptionKey).toString('base64'),
    open: (stored) => openSecret(Buffer.from(stored, 'base64'), secrets.encryptionKey),
  };

  const cancel = idempotent(routes.cancelPayment, cancelPayments);
  const codeFrom = config.APPROVAL_CODE_FROM;
  const approve = idempotent(routes.approvePayment, withDeps(approvePayments, { people, codeFrom }));
  const sealing = { encryptionKey: secrets.encryptionKey, headerPrefix: config.HEADER_PREFIX };
  const createWebhook = idempotent(routes.createWebhook, withDeps(createWebhooks, sealing, quotas?.endpoints), {
    cover: secretAnswer,
  });
  const payouts = unmetered(
    routes.createPayout,
    withDeps(createPayouts, {
      pendingSeconds: config.PAYOUT_PENDING_SECONDS,
      approvalAbove: config.PAYOUT_APPROVAL_ABOVE,
      personDayMax: new Map([...config.PAYOUT_APPROVAL_ABOVE, ...config.PAYOUT_PERSON_DAY_MAX]),
    }),
    // One may be a batch by itself: 10 000 items.
    { maxBatch: 1, lanes: 2, isLarge: ({ items }) => items.length > LARGE_PAYOUT },
  );
  const createPayout = withinOpenItems(
    metered(payouts, quotas, { creates: true, rows: ({ items }) => items.length + 1 }),
    quotas,
  );
  const updateWebhook = idempotent(routes.updateWebhook, withDeps(updateWebhooks, sealing), serialOnly);
  const testWebhook = idempotent(routes.testWebhook, createTests);
  const decline = idempotent(routes.declinePayment, withDeps(declinePayments, codeFrom));
  const answerPromptNow = withDeps(pollPromptsNow, codeFrom);
  const approvePrompt = idempotent(routes.approvePayment, answerPromptNow);
  const declinePrompt = idempotent(routes.declinePayment, answerPromptNow);
  const approveTest = idempotent(routes.approveTestPayment, pollPaymentsNow);
  const declineTest = idempotent(routes.declineTestPayment, pollPaymentsNow);

  const advanceClock = idempotent(routes.advanceTestClock, advanceClocks, serialOnly);

  const summary = createSummary(db);
  const entries = list(listEntries);
  const items = list(listItems);

  return {
    createPayment: idempotent(routes.createPayment, createPayments, { load: loadPayments }),
    listPayments: list(listOwnPayments),
    getPayment: (caller, query) => readPayment(db, caller, query),
    cancelPayment: async (command) => {
      const { caller, input } = command;
      const withdrawn = await unlessAnswered(db, command, () => withdraw(db, rails, caller.world, input.id));
      return cancel({ ...command, input: { id: input.id, withdrawn: withdrawn ?? false } });
    },

    getPaymentTimeline: (caller, query, url) => readTimeline(of(caller), caller, query, url),

    createRefund: idempotent(routes.createRefund, createRefunds),
    listRefunds: list(listOwnRefunds),
    getRefund: (caller, query) => readRefund(db, caller, query),

    listMyPayments: list((from, caller, query, url) => listPaymentsOfCustomer(from, caller, query, url, codeFrom)),
    getMyPayment: (caller, query) => readMyPayment(db, caller, query, codeFrom),
    challengePayment: idempotent(routes.challengePayment, withDeps(challengePayments, people), serialOnly),
    approvePayment: async (command) => {
      const { caller, input } = command;
      const prompted = await unlessAnswered(db, command, () => answerOwnPrompt(db, command, 'approved'));
      if (prompted) return approvePrompt({ ...command, input: { id: input.id, ...prompted } });
      const proof = await unlessAnswered(db, command, () => judgeApproval(people, caller, input));
      return approve({ ...command, input: { id: input.id, proof } });
    },
    declinePayment: async (command) => {
      const prompted = await unlessAnswered(db, command, () => answerOwnPrompt(db, command, 'declined'));
      return prompted ? declinePrompt({ ...command, input: { id: command.input.id, ...prompted } }) : decline(command);
    },
    listMyRefunds: list(listRefundsOfCustomer),

    getMyWallet: async (caller, query) => {
      checkCurrency(query.currency, config.CURRENCIES);
      return readMyWallet(db, caller, query);
    },
    listWallets: list(listOwnWallets),
    getWallet: (caller, query) => readWallet(db, caller, query),
    createWallet: idempotent(routes.createWallet, createWallets),
    listWalletEntries: (caller, query, url, { csv }) =>
      csv ? exportEntries(of(caller), caller, query) : entries(caller, query, url),

    createTransfer: idempotent(routes.createTransfer, createTransfers, { load: loadTransfers }),
    listTransfers: list(listOwnTransfers),
    getTransfer: (caller, query) => readTransfer(db, caller, query),

    createPayout: { validate: (caller) => validatePayout(db, caller), change: createPayout },
    listPayouts: list(listOwnPayouts),
    getPayout: (caller, query) => readPayout(db, caller, query),
    listPayoutItems: (caller, query, url, { csv }) =>
      csv ? exportItems(of(caller), caller, query) : items(caller, query, url),
    cancelPayout: idempotent(routes.cancelPayout, cancelPayouts),
    approvePayout: idempotent(routes.approvePayout, withDeps(approvePayouts, config.PAYOUT_PENDING_SECONDS)),
    rejectPayout: idempotent(routes.rejectPayout, rejectPayouts),

    createWebhook: async (command) => {
      const url = await convertUrl(command.input.url, webhookPolicy);
      return createWebhook({ ...command, input: { ...command.input, ...url } });
    },
    listWebhooks: list(listOwnWebhooks),
    getWebhook: (caller, query) => readWebhook(db, caller, query),
    updateWebhook: async (command) => {
      const { url } = command.input;
      const converted = url === undefined ? { urlFault: null } : await convertUrl(url, webhookPolicy);
      return updateWebhook({ ...command, input: { ...command.input, ...converted } });
    },
    deleteWebhook: idempotent(routes.deleteWebhook, deleteWebhooks, serialOnly),
    rollWebhookSecret: idempotent(routes.rollWebhookSecret, withDeps(rollSecrets, secrets.encryptionKey), {
      ...serialOnly,
      cover: secretAnswer,
    }),
    testWebhook: async (command) => {
      const answer = await testWebhook(command);
      if (answer.refusal || answer.status >= 300) return answer;
      return { ...answer, body: await sendTest(db, command.caller.world, answer.body, attempts) };
    },
    listWebhookDeliveries: list(listDeliveries),
    getDelivery: (caller, query) => readDelivery(db, caller, query),
    resendDelivery: idempotent(routes.resendDelivery, resendDeliveries, serialOnly),
    replayWebhook: idempotent(routes.replayWebhook, createReplays),
    listReplays: list(listOwnReplays),
    getReplay: (caller, query) => readReplay(db, caller, query),

    listEvents: list(listOwnEvents),
    streamEvents: (caller, query, _url, asked) => feed.open({ caller, resent: query.resent === 'true', ...asked }),
    resendEvent: idempotent(routes.resendEvent, resendEvents),
    getEvent: (caller, query) => readEvent(db, caller, query),

    getSummary: (caller, query) => {
      checkCurrency(query.currency, config.CURRENCIES);
      return turns.during(caller.world, () => summary(caller, query));
    },
    search: list((from, caller, query: { q: string }, url) => findRecords(from, caller, query.q, url, countries)),
    listRequestLogs: list(listOwnRequests),
    getRequestLog: (caller, query) => readRequest(db, caller, query),

    listCurrencies: async (_caller, query, url) => readCurrencies(config.CURRENCIES, query, url),

    ...createAuthHandlers(people),
    getMe: (caller) => readMe(db, caller),
    updateMe: idempotent(routes.updateMe, updateOwnAccounts),
    ...createOperatorHandlers(
      { db: claimedBy(db, { by: 'operator' }), pepper: secrets.pepper, rails, live: config.LIVE, countries },
      idempotent,
    ),

    ...createKycHandlers(
      { db, documents, key: secrets.identityKey, pepper: secrets.pepper, mostInTest: quotas?.documents, onError },
      idempotent,
    ),

    ...createIntegrationHandlers(db, idempotent, { live: config.LIVE }),
    ...createDeveloperHandlers(people, idempotent),
    ...createKeyHandlers(db, idempotent, { live: config.LIVE, pepper: secrets.pepper, cover: secretAnswer }),
    ...createMerchantHandlers(db, idempotent, { live: config.LIVE, countries }),

    advanceTestClock: async (command) => awaitAdvance(db, command, await advanceClock(command)),
    getTestClock: (caller) => readTestClock(db, caller),
    fundTestWallet: idempotent(routes.fundTestWallet, fundTestWallets),
    freezeTestWallet: idempotent(routes.freezeTestWallet, freezeTestWallets),
    unfreezeTestWallet: idempotent(routes.unfreezeTestWallet, unfreezeTestWallets),
    setTestKyc: idempotent(routes.setTestKyc, setTestKycStatuses),
    emitTestEvent: idempotent(routes.emitTestEvent, emitTestEvents),
    approveTestPayment: async (command) => {
      const before = await unlessAnswered(db, command, () => answerAsCustomer(db, command, 'approved'));
      return approveTest({ ...command, input: { id: command.input.id, before } });
    },
    declineTestPayment: async (command) => {
      const before = await unlessAnswered(db, command, () => answerAsCustomer(db, command, 'declined'));
      return declineTest({ ...command, input: { id: command.input.id, before } });
    },
  };
}
