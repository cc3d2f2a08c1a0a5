import type { Database } from '../db/database.ts';
import { addContext, type ContextSource, emptyContext } from '../rails/context.ts';
import type { Rails, RefundAnswer } from '../rails/rail.ts';
import type { Parking } from '../workers/parking/park-failing.ts';
import { createRailWorker, type RailWorker } from '../workers/rail-worker.ts';
import { sendOrAsk, stillPending } from '../workers/send-or-ask.ts';
import { settleRefunds } from './settle.ts';
import { claimRefunds, nextDueRefund, type RefundJob, toRepayment } from './store.ts';

export type RefundsWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly contextOf?: ContextSource;
  readonly onError: (error: unknown) => void;
  readonly parking?: Parking;
};

/** Works on due refunds. */
export function createRefundsWorker({
  db,
  rails,
  contextOf = emptyContext,
  onError,
  parking,
}: RefundsWorker): RailWorker {
  return createRailWorker({
    node: db.node,
    name: 'refunds',
    rails,
    claim: async (quotas) =>
      addContext(await db.query<RefundJob>(claimRefunds, [quotas.rails, quotas.rooms]), contextOf),
    nextDueMs: async (known) => (await db.query<{ ms: number | null }>(nextDueRefund, [known]))[0]?.ms ?? null,
    ask: (refund: RefundJob) => askRail(rails, refund),
    noAnswer: { state: 'pending' },
    settle: (portion) => settleRefunds(db, portion, onError),
    onSettled: () => {},
    onError,
    ...(parking ? { failures: parking } : {}),
  });
}

/** Sends a refund to its rail, or asks for the state of one that was sent. */
function askRail(rails: Rails, refund: RefundJob): Promise<RefundAnswer> {
  const repayment = toRepayment(refund);
  return sendOrAsk<RefundAnswer>(
    rails,
    refund,
    (rail) => ({
      send: rail.refund && (() => rail.refund!(repayment)),
      check: rail.checkRefund && (() => rail.checkRefund!(repayment)),
      rules: rail.capabilities().refund,
    }),
    stillPending,
  );
}
