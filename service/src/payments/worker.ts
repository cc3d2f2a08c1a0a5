import type { RailAnswer } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import type { Rails } from '../rails/rail.ts';
import { settleEach } from '../workers/settle-each.ts';
import type { Round } from '../workers/worker.ts';
import { type Asked, settlePayments } from './settle.ts';
import { claimPayments, nextDuePayment, type PaymentRow, toCollection } from './store.ts';

/** As many as one settlement writes in a transaction. */
const CLAIM = 500;

export type PaymentsWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly onError: (error: unknown) => void;
  readonly onFinal: (payment: PaymentRow) => void;
};

/** Claims due payments, asks their rails outside any transaction, and settles what they say. */
export async function workOnPayments({ db, rails, onError, onFinal }: PaymentsWorker): Promise<Round> {
  const claimed = await db.query<PaymentRow>(claimPayments, [CLAIM]);
  if (claimed.length === 0) {
    const [next] = await db.query<{ ms: number | null }>(nextDuePayment);
    return { done: 0, nextDueMs: next?.ms ?? null };
  }
  const asked = await Promise.all(
    claimed.map(async (payment): Promise<Asked> => ({ payment, answer: await ask(rails, payment, onError) })),
  );
  const settle = (portion: Asked[]) => settlePayments(db, portion);
  for (const payment of await settleEach(asked, settle, onError)) onFinal(payment);
  return { done: claimed.length, nextDueMs: null };
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
