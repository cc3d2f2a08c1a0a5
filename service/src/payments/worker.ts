import type { RailAnswer } from '../core/payment.ts';
import { int4s, texts } from '../db/arrays.ts';
import type { Database } from '../db/database.ts';
import type { Rails } from '../rails/rail.ts';
import { settleEach } from '../workers/settle-each.ts';
import type { Round } from '../workers/worker.ts';
import { type Hand, offerHand, openHand } from './hand.ts';
import { type Asked, settlePayments } from './settle.ts';
import { claimPayments, letGoOfPayments, nextDuePayment, type PaymentRow, toCollection } from './store.ts';

/** As many as one settlement writes in a transaction, and how many of them may be out of this process's hand. */
const PORTION = 500;
const FROM_HAND = 400;

export type PaymentsWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly onError: (error: unknown) => void;
  readonly onFinal: (payment: PaymentRow) => void;
};

/**
 * Takes payments whose time has come, out of this process's hand and by a claim, asks their rails outside any transaction,
 * and settles what they say.
 */
export function createPaymentsWorker({ db, rails, onError, onFinal }: PaymentsWorker) {
  const hand = openHand();
  const withdraw = offerHand(db, hand);
  const settle = (portion: Asked[]) => settlePayments(db, portion);
  return {
    async round(): Promise<Round> {
      const mine = hand.due(FROM_HAND);
      const payments = [...mine, ...(await db.query<PaymentRow>(claimPayments, [PORTION - mine.length]))];
      if (payments.length === 0) return { done: 0, nextDueMs: await nextDueMs(db, hand) };
      const asked = await Promise.all(
        payments.map(async (payment): Promise<Asked> => ({ payment, answer: await ask(rails, payment, onError) })),
      );
      for (const payment of await settleEach(asked, settle, onError)) onFinal(payment);
      return { done: payments.length, nextDueMs: null };
    },
    /** After the last round: what is still in hand is anybody's. */
    async letGo(): Promise<void> {
      withdraw();
      const left = hand.empty();
      if (left.length === 0) return;
      await db.query(letGoOfPayments, [int4s(left.map((row) => row.world)), texts(left.map((row) => row.id))]);
    },
  };
}

async function nextDueMs(db: Database, hand: Hand): Promise<number | null> {
  const [next] = await db.query<{ ms: number | null }>(nextDuePayment);
  const times = [next?.ms ?? null, hand.nextMs()].filter((ms) => ms !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

/** A rail that throws has not said no: the outcome is unknown, and it will be asked again. */
async function ask(rails: Rails, payment: PaymentRow, onError: (error: unknown) => void): Promise<RailAnswer> {
  const collection = toCollection(payment);
  try {
    const rail = rails[payment.rail];
    if (!rail) throw new Error(`no rail ${payment.rail}`);
    return payment.status === 'pending' ? await rail.collect(collection) : await rail.check(collection);
  } catch (error) {
    onError(error);
    return { state: 'processing' };
  }
}
