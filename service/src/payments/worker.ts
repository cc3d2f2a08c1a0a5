import type { RailAnswer } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import { keys } from '../db/table.ts';
import type { Rails } from '../rails/rail.ts';
import type { Parking } from '../workers/parking/park-failing.ts';
import type { Suspended } from '../workers/parking/store.ts';
import { createRailWorker, PORTION, type RailQuotas } from '../workers/rail-worker.ts';
import { type LocalQueue, offerLocalQueue, openLocalQueue } from './local-queue.ts';
import { type AskedPayment, settlePayments } from './settle.ts';
import { claimPayments, nextDuePayment, type PaymentRow, releasePayments, toCollection } from './store.ts';

/** So many of a portion may be out of the local queue before what others left is looked for. */
const MOST_LOCAL = 400;

export type PaymentsWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly onError: (error: unknown) => void;
  readonly onFinal: (payment: PaymentRow) => void;
  readonly parking?: Parking;
  readonly onSuspended?: (suspended: Suspended) => void;
};

/** Works on payments whose time has come: out of the local queue, and by a claim. */
export function createPaymentsWorker({ db, rails, onError, onFinal, parking, onSuspended }: PaymentsWorker) {
  const onFailed = parking && ((error: unknown, payment: PaymentRow) => parking.failed(payment, error));
  const hooks = { ...(onFailed ? { onFailed } : {}), ...(onSuspended ? { onSuspended } : {}) };
  const localQueue = openLocalQueue();
  const withdraw = offerLocalQueue(db, localQueue);
  const worker = createRailWorker({
    name: 'payments',
    rails: Object.keys(rails),
    claim: (lanes) => claimDue(db, localQueue, lanes),
    nextDueMs: (known) => nextDueMs(db, localQueue, known),
    ask: async (payment: PaymentRow): Promise<AskedPayment> => ({
      payment,
      answer: await ask(rails, payment, onError),
    }),
    settle: (portion) => settlePayments(db, portion, onError, hooks),
    onSettled: onFinal,
    onError,
    ...(parking ? { failures: parking } : {}),
  });
  return {
    round: worker.round,
    /** After the last round: what is still in the local queue is anybody's, at once or, where the database does not hear of it, after its lease. */
    async releaseClaims(): Promise<void> {
      await worker.finish();
      withdraw();
      const left = localQueue.empty();
      if (left.length === 0) return;
      await db.query(releasePayments, keys.of(left)).catch(onError);
    },
  };
}

/** What is in the local queue for a rail that has too much to answer is left to its lease, and to a claim after that. */
async function claimDue(db: Database, localQueue: LocalQueue, { rails, rooms }: RailQuotas): Promise<PaymentRow[]> {
  const takeLocal = (most: number) => localQueue.due(most).filter(({ rail }) => rails.includes(rail));
  const mine = takeLocal(MOST_LOCAL);
  const most = rooms.map((room) => Math.min(room, PORTION - mine.length));
  const claimed = await db.query<PaymentRow>(claimPayments, [rails, most]).catch((error) => {
    // Outside the local queue they would wait for their lease, a minute.
    localQueue.take(mine, 0);
    throw error;
  });
  return [...mine, ...takeLocal(PORTION - mine.length - claimed.length), ...claimed];
}

async function nextDueMs(db: Database, localQueue: LocalQueue, rails: readonly string[]): Promise<number | null> {
  const [next] = await db.query<{ ms: number | null }>(nextDuePayment, [rails]);
  const times = [next?.ms ?? null, localQueue.nextMs()].filter((ms) => ms !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

/** A rail that throws has not said no: the outcome is unknown, and it will be asked again. */
async function ask(rails: Rails, payment: PaymentRow, onError: (error: unknown) => void): Promise<RailAnswer> {
  const collection = toCollection(payment);
  const rail = rails[payment.rail]!;
  try {
    return payment.status === 'pending' ? await rail.collect(collection) : await rail.check(collection);
  } catch (error) {
    onError(error);
    return { state: 'processing' };
  }
}
