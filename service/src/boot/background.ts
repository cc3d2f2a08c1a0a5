import type { Logger } from 'pino';
import type { ParkedKind } from '../../../contract/src/parked-settlements.ts';
import { settleContradictions } from '../callbacks/settle-contradiction.ts';
import { createCallbacksWorker } from '../callbacks/worker.ts';
import { openUnknown } from '../cases/open-unknown.ts';
import { createCheckoutWorker } from '../checkout/worker.ts';
import { resultOf } from '../core/payout.ts';
import { createAlertWorker } from '../dashboard/alerts/worker.ts';
import type { Database } from '../db/database.ts';
import { createExportWorker } from '../exports/worker.ts';
import { createFloatWorker } from '../floats/worker.ts';
import { createHoldWorker } from '../holds/worker.ts';
import type { Metrics } from '../http/metrics.ts';
import { createIncomingWorker } from '../incoming/worker.ts';
import type { DataKey } from '../kernel/data-key.ts';
import type { Messages } from '../messages/open.ts';
import type { Channel } from '../messages/outbox.ts';
import { createMessageWorker, type QueueWorker } from '../messages/send-queued.ts';
import { endHeldPayments } from '../payments/capture/expire.ts';
import { createReserveWorker } from '../payments/splits/release-reserves.ts';
import { createPaymentsWorker } from '../payments/worker.ts';
import type { PayoutOptions } from '../payouts/create.ts';
import { createNamesWorker } from '../payouts/names-worker.ts';
import type { Settled } from '../payouts/post-decisions.ts';
import { createScheduleWorker } from '../payouts/schedules/worker.ts';
import { createPayoutItemsWorker, createPayoutWorker } from '../payouts/worker.ts';
import { createPeopleWorker, type PeopleWorker } from '../people/worker.ts';
import type { ContextSource } from '../rails/context.ts';
import type { LookUps } from '../rails/look-up.ts';
import type { Rails } from '../rails/rail.ts';
import { createNewsWorker } from '../receipts/send-news.ts';
import type { ReceiptAddresses } from '../receipts/view.ts';
import { createReconciliationWorker } from '../reconciliation/worker.ts';
import { createRefundsWorker } from '../refunds/worker.ts';
import { startRetention } from '../retention/worker.ts';
import { createSealWorker, type SealWorker } from '../seal/worker.ts';
import { createStatementWorker, type StatementWorker } from '../statements/worker.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { createClockWorker } from '../test-helpers/clock-worker.ts';
import type { AttemptOptions } from '../webhooks/attempt.ts';
import type { DispatchOptions } from '../webhooks/dispatch.ts';
import { holdRest } from '../webhooks/hold-rest.ts';
import type { Notifier } from '../webhooks/notify-developers.ts';
import { workOnReplays } from '../webhooks/replay.ts';
import { createDeliveryWorker } from '../webhooks/worker.ts';
import type { GiveWay } from '../workers/give-way.ts';
import { createParking } from '../workers/parking/park-failing.ts';
import { pollSlowly } from '../workers/poll-slowly.ts';
import { type Round, startWorker, type Worker } from '../workers/worker.ts';

export type BackgroundOptions = {
  readonly db: Database;
  readonly rails: Rails;
  readonly contextOf: ContextSource;
  /** The page to which a redirect returns a payer. */
  readonly returnUrl: string;
  /** Opens the payers' one-time codes. */
  readonly codeKey: DataKey;
  /** The decimals of an enabled currency. */
  readonly exponentOf: (currency: string) => number;
  readonly lookUps: LookUps;
  readonly attempts: AttemptOptions;
  readonly documents: DocumentStore;
  readonly telling: Notifier;
  readonly messages: Messages;
  readonly receipts: ReceiptAddresses;
  /** Opens the words of queued messages. */
  readonly messageKey: DataKey;
  /** The dashboard's page of exports, for messages. */
  readonly exportsPage: string;
  /** The dashboard, for messages. */
  readonly dashboard: string;
  /** How scheduled payouts are made: as those of requests. */
  readonly payouts: Omit<PayoutOptions, 'routing'>;
  /** Whether the deployment has a live mode. */
  readonly live: boolean;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly giveWay: GiveWay;
  /** A record whose outcome is unknown for this long becomes a case. */
  readonly unknownMs: number;
  /** A test merchant is deleted after this many days without use. */
  readonly idleDays: number;
  /** Where statements are collected from, and the key of the credentials. */
  readonly statements: Pick<StatementWorker, 'root' | 'key'>;
  /** The days that events of test worlds are kept. */
  readonly eventDays: number;
  readonly seal: Pick<SealWorker, 'everyMs' | 'witness'>;
  readonly people: Pick<PeopleWorker, 'identityKey' | 'journals' | 'keepYears'>;
};

/** Starts the background work, one worker for each kind. stop() lets work in progress finish. */
export function startBackground(options: BackgroundOptions): Worker {
  const { db, attempts, documents, telling, metrics, log, rails, exponentOf, lookUps } = options;
  const failed = countFailures(options);
  const deliveries = createDeliveryWorker({
    ...attempts,
    db,
    onError: failed('deliveries'),
    onAttempt: countAttempts(metrics),
  });
  db.node.localDeliveries = deliveries.localDeliveries;
  const { payments, refunds, payoutRound, payoutItems } = createMoneyWorkers(options, failed);
  const callbacks = createCallbacksWorker({
    ...{ db, rails: options.rails, contextOf: options.contextOf, onError: failed('callbacks') },
    onContradiction: settleContradictions(db),
  });
  const names = createNamesWorker(db, { rails, exponentOf, lookUps }, failed('payout_names'));
  const clocks = createClockWorker({
    db,
    onError: failed('clocks'),
    onParked: (world) => log.error({ world }, 'the advance of a test clock keeps failing and is parked'),
  });
  const exports = createExportWorker({
    ...{ db, documents, exponentOf, onError: failed('exports') },
    notifier: { ...telling, page: options.exportsPage },
    onFailed: (lost) => log.error(lost, 'an export failed'),
  });
  const { incoming, floats, cases } = createCaseWorkers(options, failed);
  const seal = createSealWorker({ db, ...options.seal, onError: failed('seal') });
  const { statements, reconciliation } = createBookWorkers(options, failed);
  const startSlowWorker = (name: SlowWorker, round: () => Promise<Round>) => {
    const slow = pollSlowly(round);
    return startWorker(db.node, name, slow.round, failed(name), slow.woken);
  };
  const workers = [
    startWorker(db.node, 'payments', payments.round, failed('payments')),
    startWorker(db.node, 'refunds', refunds.round, failed('refunds')),
    startWorker(db.node, 'payouts', payoutRound, failed('payouts')),
    startWorker(db.node, 'payout_items', payoutItems.round, failed('payout_items')),
    startWorker(db.node, 'payout_names', names, failed('payout_names')),
    startWorker(db.node, 'deliveries', deliveries.round, failed('deliveries'), deliveries.woken),
    startWorker(db.node, 'callbacks', callbacks.round, failed('callbacks')),
    startWorker(db.node, 'clocks', clocks, failed('clocks')),
    startWorker(db.node, 'replays', createReplays(options, failed), failed('replays')),
    startWorker(db.node, 'incoming', incoming, failed('incoming')),
    startWorker(db.node, 'floats', floats, failed('floats')),
    startWorker(db.node, 'cases', cases, failed('cases')),
    startSlowWorker('statements', statements.round),
    startSlowWorker('exports', exports),
    startSlowWorker('schedules', createSchedules(options, failed)),
    ...channels.map((channel) => startSlowWorker('messages', createMessages(options, failed, channel))),
    ...createNews(options, failed).map(([name, round]) => startSlowWorker(name, round)),
    startSlowWorker('checkout', createCheckoutWorker(db)),
    startSlowWorker('holds', createHoldWorker(db, failed('holds'), endHeldPayments)),
    startSlowWorker('reserves', createReserveWorker(db, failed('reserves'))),
    startWorker(db.node, 'seal', seal, failed('seal')),
    startSlowWorker('reconciliation', reconciliation),
    startSlowWorker('people', createPeople(options, failed)),
    startRetention({ ...options, ...countRetention(metrics) }, failed('retention')),
  ];
  return {
    stop: async () => {
      db.node.localDeliveries = undefined;
      statements.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([
        deliveries.stop(),
        payments.releaseClaims(),
        refunds.finish(),
        payoutItems.finish(),
        callbacks.finish(),
      ]);
    },
  };
}

const channels = ['sms', 'email'] as const;

type SlowWorker =
  | 'statements'
  | 'exports'
  | 'schedules'
  | 'reconciliation'
  | 'checkout'
  | 'holds'
  | 'reserves'
  | 'messages'
  | 'receipts'
  | 'alerts'
  | 'people';
type Failed = (worker: string) => (error: unknown) => void;

const countRetention = ({ testDeletions, disabledEndpoints }: Metrics) => ({
  onDeleted: (what: string, count: number) => testDeletions.inc({ what }, count),
  onDisabled: () => disabledEndpoints.inc(),
});

const countAttempts =
  ({ deliveryAttempts, deadDeliveries }: Metrics): DispatchOptions['onAttempt'] =>
  (succeeded, dead) => {
    deliveryAttempts.inc({ outcome: succeeded ? 'succeeded' : 'failed' });
    if (dead) deadDeliveries.inc();
  };

function countFailures({ metrics, log }: BackgroundOptions): Failed {
  return (worker) => {
    metrics.workerErrors.inc({ worker }, 0);
    return (error: unknown) => {
      metrics.workerErrors.inc({ worker });
      log.error({ err: error, worker }, 'a worker round failed');
    };
  };
}

/** The worker that sends the durable messages of a channel, after the one-time codes. */
function createMessages({ db, log, messages, messageKey }: BackgroundOptions, failed: Failed, channel: Channel) {
  const { outbox, sms, email, onOutcome } = messages;
  const worker: QueueWorker = {
    ...{ db, key: messageKey, sms, email, onOutcome },
    codesWait: outbox.codesWait,
    onError: failed('messages'),
    onDead: (dead) => log.error(dead, 'a message failed too often and is not sent again'),
  };
  return createMessageWorker(worker, channel);
}

/** The worker that sends deliveries again. */
function createReplays({ db, log }: BackgroundOptions, failed: Failed): () => Promise<Round> {
  const replaying = {
    db,
    onError: failed('replays'),
    onParked: (replay: string) => log.error({ replay }, 'a replay failed too often and is parked'),
  };
  return async () => ({
    done: (await holdRest(db, replaying.onError)) + (await workOnReplays(replaying)),
    nextDueMs: null,
  });
}

/** The worker that makes scheduled payouts. */
function createSchedules({ db, live, rails, exponentOf, ...options }: BackgroundOptions, failed: Failed) {
  return createScheduleWorker({
    ...{ db, live },
    payouts: { ...options.payouts, routing: { rails, exponentOf } },
    notifier: { ...options.telling, dashboard: options.dashboard, exponentOf },
    onError: failed('schedules'),
  });
}

/** The workers that follow the events: receipts to payers, and alerts to merchants' people. */
function createNews({ db, exponentOf, dashboard, telling, receipts }: BackgroundOptions, failed: Failed) {
  const alerts = createAlertWorker({ db, exponentOf, dashboard, ...telling, onError: failed('alerts') });
  return [
    ['receipts', createNewsWorker({ db, exponentOf, ...telling, ...receipts })],
    ['alerts', alerts],
  ] as const;
}

/** The worker that exports and erases people's data. */
function createPeople({ db, documents, messageKey, people, log }: BackgroundOptions, failed: Failed) {
  return createPeopleWorker({
    ...{ db, documents, messageKey, ...people },
    onError: failed('people'),
    onFailed: (lost) => log.error(lost, "an export or erasure of a person's data failed"),
  });
}

/** How often records are searched for an outcome that is missing for too long. */
const UNKNOWN_EVERY_MS = 60_000;

/** The workers that handle unasked money and floats, and open the cases that only time can open. */
function createCaseWorkers({ db, rails, log, unknownMs }: BackgroundOptions, failed: Failed) {
  const incoming = createIncomingWorker({
    ...{ db, rails, unknownMs },
    onError: failed('incoming'),
    onCase: (opened) => log.warn(opened, 'money arrived that no payment matches; it is in suspense'),
  });
  const floats = createFloatWorker({
    ...{ db, rails },
    onError: failed('floats'),
    onLow: (float) => log.error(float, 'the float of a rail is below its minimum'),
  });
  let nextSearch = 0;
  const cases = async () => {
    if (performance.now() >= nextSearch) {
      nextSearch = performance.now() + UNKNOWN_EVERY_MS;
      for (const { id, record } of await openUnknown(db, unknownMs))
        log.warn({ case: id, record }, 'the outcome of a record is unknown for too long');
    }
    return { done: 0, nextDueMs: null };
  };
  return { incoming, floats, cases };
}

/** The workers that import statements and compare them with the books. */
function createBookWorkers({ db, documents, rails, log, statements }: BackgroundOptions, failed: Failed) {
  return {
    statements: createStatementWorker({
      ...{ db, documents, rails, ...statements },
      onError: failed('statements'),
      onRefused: (refused) => log.warn(refused, 'a statement file has problems and was not imported'),
    }),
    reconciliation: createReconciliationWorker({
      db,
      onError: failed('reconciliation'),
      onExceptions: (found) => log.warn(found, 'the statement of a rail and the books differ'),
    }),
  };
}

/** The workers that settle payments, refunds and payouts. */
function createMoneyWorkers(options: BackgroundOptions, failed: Failed) {
  const { db, rails, contextOf, returnUrl, codeKey, metrics, log, giveWay } = options;
  const onFinal = ({ status }: { status: string }) => metrics.payments.inc({ outcome: status });
  const parkingOf = (kind: ParkedKind, worker: string) =>
    createParking({
      db,
      kind,
      onError: failed(worker),
      onParked: (parked) => log.error(parked, 'a settlement failed too often and is parked'),
    });
  const payments = createPaymentsWorker({
    ...{ db, rails, contextOf, returnUrl, codeKey },
    onError: failed('payments'),
    onFinal,
    parking: parkingOf('payment', 'payments'),
    onSuspended: ({ id, record_id: record, wallet_id: wallet, reason }) =>
      log.error({ id, record, wallet, reason }, 'a wallet refused the money of a payment, which is now in suspense'),
  });
  const onSettled = ({ items, completed }: Settled) => {
    for (const { status } of items) metrics.payoutItems.inc({ outcome: status });
    for (const row of completed) metrics.payouts.inc({ result: resultOf(row) });
  };
  const payoutRound = createPayoutWorker({
    db,
    routing: { rails, exponentOf: options.exponentOf },
    onError: failed('payouts'),
    onSettled,
    parking: parkingOf('payout', 'payouts'),
    giveWay,
  });
  const payoutItems = createPayoutItemsWorker({
    ...{ db, rails, contextOf, exponentOf: options.exponentOf },
    onError: failed('payout_items'),
    onSettled,
    parking: parkingOf('payout_item', 'payout_items'),
    giveWay,
  });
  const refunds = createRefundsWorker({
    ...{ db, rails, contextOf },
    onError: failed('refunds'),
    parking: parkingOf('refund', 'refunds'),
  });
  return { payments, refunds, payoutRound, payoutItems };
}
