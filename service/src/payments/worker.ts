import type { RailAnswer } from '../core/payment.ts';
import { int4s, texts } from '../db/arrays.ts';
import type { Database } from '../db/database.ts';
import type { Rails } from '../rails/rail.ts';
import type { Parking } from '../workers/parking/park-failing.ts';
import type { Suspended } from '../workers/parking/store.ts';
import { createRailWorker, type Lanes, PORTION } from '../workers/rail-worker.ts';
import { type Hand, offerHand, openHand } from './local-queue.ts';
import { type Asked, settlePayments } from './settle.ts';
import { claimPayments, letGoOfPayments, nextDuePayment, type PaymentRow, toCollection } from './store.ts';

/** So many of a portion may be out of this process's hand before what others left is looked for. */
const FROM_HAND = 400;

export type PaymentsWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly onError: (error: unknown) => void;
  readonly onFinal: (payment: PaymentRow) => void;
  readonly parking?: Parking;
  readonly onSuspended?: (suspended: Suspended) => void;
};

/** Works on payments whose time has come: out of this process's hand, and by a claim. */
export function createPaymentsWorker({ db, rails, onError, onFinal, parking, onSuspended }: PaymentsWorker) {
  const onFailed = parking && ((error: unknown, payment: PaymentRow) => parking.failed(payment, error));
  const hooks = { ...(onFailed ? { onFailed } : {}), ...(onSuspended ? { onSuspended } : {}) };
  const hand = openHand();
  const withdraw = offerHand(db, hand);
  const worker = createRailWorker({
    name: 'payments',
    rails: Object.keys(rails),
    claim: (lanes) => claimDue(db, hand, lanes),
    nextDueMs: (known) => nextDueMs(db, hand, known),
    ask: async (payment: PaymentRow): Promise<Asked> => ({ payment, answer: await ask(rails, payment, onError) }),
    settle: (portion) => settlePayments(db, portion, onError, hooks),
    onSettled: onFinal,
    onError,
    ...(parking ? { failures: parking } : {}),
  });
  return {
    round: worker.round,
    /** After the last round: what is still in hand is anybody's, at once or, where the database does not hear of it, after its lease. */
    async letGo(): Promise<void> {
      await worker.finish();
      withdraw();
      const left = hand.empty();
      if (left.length === 0) return;
      const keys = [int4s(left.map((row) => row.world)), texts(left.map((row) => row.id))];
      await db.query(letGoOfPayments, keys).catch(onError);
    },
  };
}

/** What is in hand for a rail that has too much to answer is left to its lease, and to a claim after that. */
async function claimDue(db: Database, hand: Hand, { rails, rooms }: Lanes): Promise<PaymentRow[]> {
  const fromHand = (most: number) => hand.due(most).filter(({ rail }) => rails.includes(rail));
  const mine = fromHand(FROM_HAND);
  const most = rooms.map((room) => Math.min(room, PORTION - mine.length));
  const claimed = await db.query<PaymentRow>(claimPayments, [rails, most]).catch((error) => {
    // Out of hand they would wait for their lease, a minute.
    hand.take(mine, 0);
    throw error;
  });
  return [...mine, ...fromHand(PORTION - mine.length - claimed.length), ...claimed];
}

async function nextDueMs(db: Database, hand: Hand, rails: readonly string[]): Promise<number | null> {
  const [next] = await db.query<{ ms: number | null }>(nextDuePayment, [rails]);
  const times = [next?.ms ?? null, hand.nextMs()].filter((ms) => ms !== null);
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
