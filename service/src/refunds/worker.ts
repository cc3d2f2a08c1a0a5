import type { Database } from '../db/database.ts';
import type { Rails, RefundAnswer } from '../rails/rail.ts';
import type { Parking } from '../workers/parking/park-failing.ts';
import { createRailWorker, type RailWorker } from '../workers/rail-worker.ts';
import { type AskedRefund, settleRefunds } from './settle.ts';
import { claimRefunds, nextDueRefund, type RefundRow } from './store.ts';

/** Works on due refunds. */
export function createRefundsWorker(
  db: Database,
  rails: Rails,
  onError: (error: unknown) => void,
  parking?: Parking,
): RailWorker {
  return createRailWorker({
    name: 'refunds',
    rails: Object.keys(rails),
    claim: (lanes) => db.query<RefundRow>(claimRefunds, [lanes.rails, lanes.rooms]),
    nextDueMs: async (known) => (await db.query<{ ms: number | null }>(nextDueRefund, [known]))[0]?.ms ?? null,
    ask: async (refund: RefundRow): Promise<AskedRefund> => ({ refund, answer: await ask(rails, refund, onError) }),
    settle: (portion) => settleRefunds(db, portion, onError),
    onSettled: () => {},
    onError,
    ...(parking ? { failures: parking } : {}),
  });
}

/** A rail that throws has not refused: the money stays reserved, and the rail will be asked again under the same id. */
async function ask(rails: Rails, refund: RefundRow, onError: (error: unknown) => void): Promise<RefundAnswer> {
  try {
    return await rails[refund.rail]!.refund({ ...refund, payment: refund.payment_id });
  } catch (error) {
    onError(error);
    return { state: 'pending' };
  }
}
