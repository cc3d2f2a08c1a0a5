import { openCases } from '../cases/open-cases.ts';
import type { RailAnswer } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import { keys } from '../db/table.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { addContext, type ContextSource, emptyContext } from '../rails/context.ts';
import { isBuiltIn, type Rails } from '../rails/rail.ts';
import type { Parking } from '../workers/parking/park-failing.ts';
import type { Suspended } from '../workers/parking/store.ts';
import { createRailWorker, PORTION, type RailQuotas } from '../workers/rail-worker.ts';
import { type AskHooks, askRail } from './ask-rail.ts';
import { type LocalQueue, openLocalQueue } from './local-queue.ts';
import { continueElsewhere } from './next-candidate.ts';
import { openCode } from './one-time-code.ts';
import { settlePayments } from './settle.ts';
import {
  claimPayments,
  nextDuePayment,
  type PaymentJob,
  type PaymentRow,
  releasePayments,
  toCollection,
} from './store.ts';
import { wrongAmountCase } from './wrong-amount.ts';

/** At most this many of a batch come from the local queue, so other nodes' leftovers are still claimed. */
const MOST_LOCAL = 400;

export type PaymentsWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly contextOf?: ContextSource;
  /** The page of this service to which a redirect returns a payer, if the merchant names none. */
  readonly returnUrl?: string;
  /** Opens the payers' one-time codes. */
  readonly codeKey?: DataKey;
  readonly onError: (error: unknown) => void;
  readonly onFinal: (payment: PaymentRow) => void;
  readonly parking?: Parking;
  readonly onSuspended?: (suspended: Suspended) => void;
};

/** Works on due payments, from the local queue and from claims. */
export function createPaymentsWorker(options: PaymentsWorker) {
  const { db, rails, contextOf = emptyContext, onError, onFinal, parking, onSuspended } = options;
  const { returnUrl = null, codeKey } = options;
  const onMismatch: AskHooks['onMismatch'] = (payment, received) => {
    openCases(db, [wrongAmountCase(payment, received)]).catch(onError);
  };

  const onFailed = parking && ((error: unknown, payment: PaymentRow) => parking.failed(payment, error));
  const hooks = { ...(onFailed ? { onFailed } : {}), ...(onSuspended ? { onSuspended } : {}) };
  const localQueue = openLocalQueue();
  db.node.localQueue = localQueue;
  const worker = createRailWorker({
    node: db.node,
    name: 'payments',
    rails,
    claim: async (quotas) => addContext(await claimDue(db, localQueue, quotas), contextOf),
    nextDueMs: (known) => nextDueMs(db, localQueue, known),
    ask: (payment: PaymentJob): Promise<RailAnswer> =>
      askRail(rails, payment, {
        onMismatch,
        describe: (one) => toCollection(one, { returnUrl, code: codeKey ? openCode(one, codeKey) : null }),
      }),
    noAnswer: { state: 'unknown' },
    settle: async (portion) => settlePayments(db, await continueElsewhere(db, rails, portion), onError, hooks),
    onSettled: onFinal,
    onError,
    ...(parking ? { failures: parking } : {}),
  });
  return {
    round: worker.round,
    /**
     * Call it after the last round. It releases the payments left in the local queue for any node, at once, or after
     * their lease if the database cannot be reached.
     */
    async releaseClaims(): Promise<void> {
      await worker.finish();
      db.node.localQueue = undefined;
      const left = localQueue.empty();
      if (left.length === 0) return;
      await db.query(releasePayments, keys.of(left)).catch(onError);
    },
  };
}

/**
 * Payments in the local queue whose built-in rail has too many open requests are left to their lease, and to a claim
 * after that. A provider's rail has its own limits, so payments beyond them are released at once: their mark says sent,
 * and after the lease they would be looked for instead of sent.
 */
async function claimDue(db: Database, localQueue: LocalQueue, { rails, rooms }: RailQuotas): Promise<PaymentJob[]> {
  const room = new Map(rails.map((rail, i) => [rail, rooms[i]!]));
  const released: PaymentJob[] = [];
  const fits = ({ rail }: PaymentJob): boolean => {
    const left = room.get(rail);
    if (left === undefined || isBuiltIn(rail)) return left !== undefined;
    room.set(rail, left - 1);
    return left > 0;
  };
  const takeLocal = (most: number) =>
    localQueue.due(most).filter((payment) => {
      const taken = fits(payment);
      if (!taken && !isBuiltIn(payment.rail)) released.push(payment);
      return taken;
    });
  const mine = takeLocal(MOST_LOCAL);
  const most = rails.map((rail) => Math.max(Math.min(room.get(rail)!, PORTION - mine.length), 0));
  const claimed = await db.query<PaymentJob>(claimPayments, [rails, most]).catch((error) => {
    // Otherwise these payments would wait a minute, until their lease ends.
    localQueue.take(mine, 0);
    throw error;
  });
  claimed.forEach(fits);
  localQueue.leaveOut(claimed);
  const again = new Set(claimed.map(({ id }) => id));
  const rest = takeLocal(PORTION - mine.length - claimed.length);
  if (released.length > 0) await db.query(releasePayments, keys.of(released));
  return [...mine.filter(({ id, sending }) => sending || !again.has(id)), ...rest, ...claimed];
}

async function nextDueMs(db: Database, localQueue: LocalQueue, rails: readonly string[]): Promise<number | null> {
  const [next] = await db.query<{ ms: number | null }>(nextDuePayment, [rails]);
  const times = [next?.ms ?? null, localQueue.nextMs()].filter((ms) => ms !== null);
  return times.length > 0 ? Math.min(...times) : null;
}
