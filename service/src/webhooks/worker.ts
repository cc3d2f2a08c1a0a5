import { signAttempt } from '../core/signature.ts';
import { coalesce } from '../db/coalesce.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { wakeWorker } from '../workers/wake.ts';
import type { Round } from '../workers/worker.ts';
import { type Attempted, hasSucceeded, recordAttempts } from './record.ts';
import { openSecret } from './secret.ts';
import type { Outcome, Sender } from './send.ts';
import { type ClaimedDelivery, claimDeliveries, nextDueDelivery } from './store.ts';

/** Sends under way at once, in all and to one endpoint. */
const SLOTS = 256;
const SLOTS_PER_ENDPOINT = 16;

export type DeliveryWorkerOptions = {
  readonly db: Database;
  readonly senders: { readonly test: Sender; readonly live: Sender };
  readonly encryptionKey: Buffer;
  readonly headerPrefix: string;
  readonly onError: (error: unknown) => void;
  readonly onAttempt: (succeeded: boolean) => void;
};

export type DeliveryWorker = {
  round(): Promise<Round>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
};

/**
 * Claims due deliveries and sends them, each in steps that stand apart: claim (the lease is committed), sign, send (no
 * transaction is open), record. A round never waits for a receiver: it starts what there are slots for.
 */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { db, onError } = options;
  const underWay = new Set<Promise<void>>();
  const busy = new Map<string, number>();
  const record = coalesce<Attempted, void>(
    async (attempts) => {
      await transaction(db, async (tx) => recordAttempts(tx, attempts, Date.now()));
      return attempts.map(() => undefined);
    },
    { maxBatch: 500, lanes: 1 },
  );

  const deliver = async (delivery: ClaimedDelivery) => {
    try {
      const attempted = await attempt(delivery, options);
      options.onAttempt(hasSucceeded(attempted.outcome));
      await record(attempted);
    } catch (error) {
      // Nothing was recorded: the lease runs out and the attempt is made again.
      onError(error);
    }
  };

  const start = (delivery: ClaimedDelivery) => {
    const { endpoint_id: endpoint } = delivery;
    busy.set(endpoint, (busy.get(endpoint) ?? 0) + 1);
    const sending = deliver(delivery).finally(() => {
      underWay.delete(sending);
      const left = busy.get(endpoint)! - 1;
      if (left === 0) busy.delete(endpoint);
      else busy.set(endpoint, left);
      wakeWorker('deliveries');
    });
    underWay.add(sending);
  };

  return {
    round: async () => {
      if (underWay.size >= SLOTS) return { done: 0, nextDueMs: null };
      const claimed = await db.query<ClaimedDelivery>(claimDeliveries, [
        SLOTS - underWay.size,
        SLOTS_PER_ENDPOINT,
        [...busy.keys()],
        [...busy.values()],
      ]);
      claimed.forEach(start);
      if (claimed.length > 0) return { done: claimed.length, nextDueMs: null };
      const [next] = await db.query<{ ms: number | null }>(nextDueDelivery);
      return { done: 0, nextDueMs: next?.ms ?? null };
    },
    idle: async () => {
      await Promise.allSettled(underWay);
    },
  };
}

async function attempt(delivery: ClaimedDelivery, options: DeliveryWorkerOptions): Promise<Attempted> {
  const at = new Date();
  const previous = delivery.old_secret ? openSecret(delivery.old_secret, options.encryptionKey) : undefined;
  const requestHeaders = signAttempt({
    secrets: { current: openSecret(delivery.secret, options.encryptionKey), previous },
    endpointId: delivery.endpoint_id,
    eventId: delivery.event_id,
    deliveryId: delivery.id,
    attempt: delivery.attempts_made + 1,
    t: Math.floor(at.getTime() / 1000),
    body: delivery.payload,
    headerPrefix: options.headerPrefix,
  });
  const sender = delivery.livemode ? options.senders.live : options.senders.test;
  const outcome: Outcome = await sender.send({ url: delivery.url, headers: requestHeaders, body: delivery.payload });
  return { delivery, at, requestHeaders, outcome };
}
