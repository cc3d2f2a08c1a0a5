import type { Database } from '../db/database.ts';
import type { Rails, RefundAnswer } from '../rails/rail.ts';
import { settleEach } from '../workers/settle-each.ts';
import type { Round } from '../workers/worker.ts';
import { type AskedRefund, settleRefunds } from './settle.ts';
import { claimRefunds, nextDueRefund, type RefundRow } from './store.ts';

const CLAIM = 500;

/** Claims due refunds, asks their rails outside any transaction, and settles what they say. */
export async function workOnRefunds(db: Database, rails: Rails, onError: (error: unknown) => void): Promise<Round> {
  const claimed = await db.query<RefundRow>(claimRefunds, [CLAIM]);
  if (claimed.length === 0) {
    const [next] = await db.query<{ ms: number | null }>(nextDueRefund);
    return { done: 0, nextDueMs: next?.ms ?? null };
  }
  const asked = await Promise.all(
    claimed.map(async (refund): Promise<AskedRefund> => ({ refund, answer: await ask(rails, refund, onError) })),
  );
  await settleEach(asked, (portion) => settleRefunds(db, portion), onError);
  return { done: claimed.length, nextDueMs: null };
}

/** A rail that throws has not said no: the money stays reserved, and the rail will be asked again under the same id. */
async function ask(rails: Rails, refund: RefundRow, onError: (error: unknown) => void): Promise<RefundAnswer> {
  try {
    const rail = rails[refund.rail];
    if (!rail) throw new Error(`no rail ${refund.rail}`);
    return await rail.refund({ ...refund, payment: refund.payment_id });
  } catch (error) {
    onError(error);
    return { state: 'pending' };
  }
}
