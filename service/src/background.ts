import type { Logger } from 'pino';
import { resultOf } from './core/payout.ts';
import type { Database } from './db/database.ts';
import { offerHand } from './events/hand.ts';
import type { Metrics } from './http/metrics.ts';
import { createPaymentsWorker } from './payments/worker.ts';
import { createPayoutItemsWorker, createPayoutWorker } from './payouts/worker.ts';
import type { Settled } from './payouts/write-decisions.ts';
import type { Rails } from './rails/rail.ts';
import { createRefundsWorker } from './refunds/worker.ts';
import { startRetention } from './retention/worker.ts';
import type { DocumentStore } from './storage/document-store.ts';
import type { AttemptOptions } from './webhooks/attempt.ts';
import { workOnReplays } from './webhooks/replay.ts';
import type { Telling } from './webhooks/tell-developers.ts';
import { createDeliveryWorker } from './webhooks/worker.ts';
import { startWorker, type Worker } from './workers/worker.ts';

export type BackgroundOptions = {
  readonly db: Database;
  readonly rails: Rails;
  readonly attempts: AttemptOptions;
  readonly documents: DocumentStore;
  readonly telling: Telling;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** After so many days without use a merchant in test is deleted. */
  readonly idleDays: number;
  /** How long events of test worlds are kept. */
  readonly eventDays: number;
};

/** Everything that goes on without a request: one worker each. stop() lets what is under way finish. */
export function startBackground({
  db,
  rails,
  attempts,
  documents,
  telling,
  metrics,
  log,
  idleDays,
  eventDays,
}: BackgroundOptions): Worker {
  const failed = (worker: string) => {
    metrics.workerErrors.inc({ worker }, 0);
    return (error: unknown) => {
      metrics.workerErrors.inc({ worker });
      log.error({ err: error, worker }, 'a round failed');
    };
  };
  const deliveries = createDeliveryWorker({
    ...attempts,
    db,
    onError: failed('deliveries'),
    onAttempt: (succeeded) => metrics.deliveryAttempts.inc({ outcome: succeeded ? 'succeeded' : 'failed' }),
  });
  const withdraw = offerHand(db, deliveries.hand);
  const onFinal = ({ status }: { status: string }) => metrics.payments.inc({ outcome: status });
  const payments = createPaymentsWorker({ db, rails, onError: failed('payments'), onFinal });
  const onSettled = ({ items, completed }: Settled) => {
    for (const { status } of items) metrics.payoutItems.inc({ outcome: status });
    for (const row of completed) metrics.payouts.inc({ result: resultOf(row) });
  };
  const payoutRound = createPayoutWorker({ db, onError: failed('payouts'), onSettled });
  const payoutItems = createPayoutItemsWorker({ db, rails, onError: failed('payout_items'), onSettled });
  const refunds = createRefundsWorker(db, rails, failed('refunds'));
  const onDeleted = (what: string, count: number) => metrics.testDeletions.inc({ what }, count);
  const workers = [
    startWorker('payments', payments.round, failed('payments')),
    startWorker('refunds', refunds.round, failed('refunds')),
    startWorker('payouts', payoutRound, failed('payouts')),
    startWorker('payout_items', payoutItems.round, failed('payout_items')),
    startWorker('deliveries', deliveries.round, failed('deliveries'), deliveries.woken),
    startWorker('replays', () => workOnReplays(db), failed('replays')),
    startRetention({ db, documents, telling, log, idleDays, eventDays, onDeleted }, failed('retention')),
  ];
  return {
    stop: async () => {
      withdraw();
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([deliveries.stop(), payments.letGo(), refunds.finish(), payoutItems.finish()]);
    },
  };
}
