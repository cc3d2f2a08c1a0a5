import type { Database } from '../db/database.ts';
import { type ClaimedDelivery, DELIVERY_LEASE_S } from '../events/local-deliveries.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { endpointOf, releaseDeliveries, released } from './delivery-store.ts';
import { createRecorder, isLast } from './record.ts';
import { hasSucceeded, type Outcome } from './send.ts';
import type { Slots } from './slots.ts';
import { createInboxTrim } from './trim-inbox.ts';

/**
 * Deliveries that have waited this long in this process are released: a send may take 10 s of the lease, and its record
 * some more.
 */
const STALE_MS = (DELIVERY_LEASE_S - 15) * 1000;

export type DispatchOptions = AttemptOptions & {
  readonly db: Database;
  readonly onError: (error: unknown) => void;
  readonly onAttempt: (succeeded: boolean, dead: boolean) => void;
};

type RoomListener = {
  /** More may be claimed for this endpoint. */
  roomAt(key: string): void;
  /** More may be claimed for unhealthy endpoints. */
  roomForUnhealthy(): void;
};

export type Dispatch = {
  /** Takes deliveries whose leases began at `since`, or just now. */
  put(claimed: readonly ClaimedDelivery[], since?: number): void;
  /**
   * Releases deliveries of this endpoint, or of all, that were not begun: their address and secrets are from before a
   * change.
   */
  takeBack(key?: string): Promise<void>;
  /** Releases deliveries that were not begun, and resolves when none is in flight. */
  stop(): Promise<void>;
};

/**
 * Sends claimed deliveries as the endpoints' slots allow, in separate steps: sign, send (no transaction is open),
 * record. The slot is free when the send ends, before the record.
 */
export function dispatchDeliveries(options: DispatchOptions, slots: Slots, listener: RoomListener): Dispatch {
  const { db, onError, onAttempt } = options;
  const record = createRecorder(db);
  const trimInbox = createInboxTrim(db);
  const underWay = new Set<Promise<void>>();
  let stopping = false;

  const giveBack = async (deliveries: readonly ClaimedDelivery[]) => {
    if (deliveries.length === 0) return;
    await db.query(releaseDeliveries, released.of(deliveries)).catch(onError);
  };

  const deliver = async (delivery: ClaimedDelivery, key: string) => {
    const attempted = await attempt(delivery, options).catch(onError);
    // undici has its socket back one turn of the event loop after the answer. An earlier send would wait in its queue.
    setImmediate(sent, key, attempted?.outcome ?? null);
    if (attempted) {
      onAttempt(hasSucceeded(attempted.outcome), isLast(attempted));
      // If recording fails, the lease expires and the attempt is made again.
      await record(attempted).catch(onError);
      await trimInbox(delivery).catch(onError);
    }
    const wasFull = slots.free() <= 0;
    slots.forget(1);
    if (wasFull) db.node.wakeHere('deliveries', []);
  };

  const sent = (key: string, outcome: Outcome | null) => {
    const { hasRoom, unhealthy } = slots.finish(key, outcome);
    if (unhealthy) giveBack(slots.release(key));
    start(key);
    if (unhealthy) listener.roomForUnhealthy();
    else if (hasRoom) listener.roomAt(key);
  };

  const start = (key: string) => {
    for (let next = slots.next(key); next; next = slots.next(key)) {
      const { delivery, waitedMs } = next;
      if (waitedMs > STALE_MS) {
        slots.finish(key, null);
        slots.forget(1);
        giveBack([delivery]);
        continue;
      }
      const sending = deliver(delivery, key).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  };

  return {
    put: (claimed, since) => {
      if (stopping) return void giveBack(claimed);
      slots.add(claimed, since);
      // The request that committed them is answered first.
      setImmediate(() => {
        for (const key of new Set(claimed.map(endpointOf))) start(key);
      });
    },
    takeBack: (key) => giveBack(slots.release(key)),
    stop: async () => {
      stopping = true;
      await giveBack(slots.release());
      await Promise.allSettled(underWay);
    },
  };
}
