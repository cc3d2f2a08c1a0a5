import type { Database } from '../db/database.ts';
import type { Rails, RefundAnswer } from '../rails/rail.ts';
import type { Parking } from '../workers/parking/park-failing.ts';
import { createRailWorker, type RailWorker } from '../workers/rail-worker.ts';
import { settleRefunds } from './settle.ts';
import { claimRefunds, nextDueRefund, type RefundRow } from './store.ts';

/** Works on due refunds. */
export function createRefundsWorker(
  db: Database,
  rails: Rails,
  onError: (error: unknown) => void,
  parking?: Parking,
): RailWorker {
  return createRailWorker({
    node: db.node,
    name: 'refunds',
    rails: Object.keys(rails),
    claim: (quotas) => db.query<RefundRow>(claimRefunds, [quotas.rails, quotas.rooms]),
    nextDueMs: async (known) => (await db.query<{ ms: number | null }>(nextDueRefund, [known]))[0]?.ms ?? null,
    ask: async (refund: RefundRow): Promise<RefundAnswer> =>
      rails[refund.rail]!.refund({ ...refund, payment: refund.payment_id }),
    noAnswer: { state: 'pending' },
    settle: (portion) => settleRefunds(db, portion, onError),
    onSettled: () => {},
    onError,
    ...(parking ? { failures: parking } : {}),
  });
}
