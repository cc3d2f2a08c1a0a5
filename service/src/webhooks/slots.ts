import type { ClaimedDelivery } from '../events/local-deliveries.ts';
import { endpointOf, FIRST_LIMIT } from './delivery-store.ts';
import { hasSucceeded, type Outcome } from './send.ts';

/** Deliveries claimed by this process, from their claim until they are recorded. */
const MOST_CLAIMED = 1024;
/** What endpoints in trouble may hold of them together, so that the others always find room. */
const MOST_UNHEALTHY_CLAIMED = 128;
/** Sends to one endpoint at once, at most. */
const HIGHEST_LIMIT = 32;
/** So many failures in a row put an endpoint in trouble; so does an answer that takes so long. */
const UNHEALTHY_AFTER = 3;
const SLOW_MS = 1_000;
/** What is known of an endpoint at rest is forgotten then; that it fails is in the database too. */
const FORGET_MS = 60_000;
/**
 * An endpoint that answers well has so many times its limit claimed ahead, so that no slot waits for the database; but never
 * more than half of what is free, so that there is room for the next endpoint.
 */
const AHEAD = 16;

type Waiting = { readonly delivery: ClaimedDelivery; readonly since: number };

type Endpoint = {
  readonly world: number;
  readonly id: string;
  /** Claimed, and not begun. */
  readonly waiting: Waiting[];
  underWay: number;
  limit: number;
  failures: number;
  /** Its last answer was good: only then is anything claimed ahead for it. */
  healthy: boolean;
  slow: boolean;
  /** When it last answered, or was first asked after a rest. */
  heardAt: number;
};

export type Room = { readonly world: number; readonly id: string; readonly count: number };

/**
 * How many sends each endpoint may have under way. It grows by one for each success up to 32 and halves when the endpoint
 * cannot be reached or asks for time (additive increase, multiplicative decrease), so a black hole comes down to one.
 */
export type Slots = {
  /** How many more may be claimed. */
  free(): number;
  /** How many of them for endpoints that fail. */
  freeForUnhealthy(): number;
  /** What the endpoints that are known, or those of them that are named, have room for, by their keys; others have FIRST_LIMIT. */
  rooms(names?: ReadonlySet<string>): Map<string, Room>;
  roomOf(key: string): number;
  /** The same for what is fresh and need not be claimed: nothing for an endpoint in trouble. */
  roomForFresh(key: string): number;
  /** Their leases began at `since`. */
  add(deliveries: readonly ClaimedDelivery[], since?: number): void;
  /** The next delivery that may be sent to this endpoint now, and how long it has waited: its slot is taken. */
  next(key: string): { delivery: ClaimedDelivery; waitedMs: number } | null;
  /** The send has ended. @returns whether there is much room, so that more may be claimed, and whether it is in trouble */
  finish(key: string, outcome: Outcome | null): { hasRoom: boolean; unhealthy: boolean };
  /** The delivery is no longer claimed. */
  forget(count: number): void;
  /** What waits for this endpoint, or for any, and will not be sent; it is no longer claimed. */
  release(key?: string): ClaimedDelivery[];
};

export function createSlots(now: () => number = () => performance.now()): Slots {
  const endpoints = new Map<string, Endpoint>();
  let claimed = 0;

  const isUnhealthy = (one: Endpoint) =>
    one.failures >= UNHEALTHY_AFTER || one.slow || (one.underWay > 0 && now() - one.heardAt > SLOW_MS);
  const freeForUnhealthy = () => {
    let held = 0;
    for (const one of endpoints.values()) if (isUnhealthy(one)) held += one.underWay + one.waiting.length;
    return Math.max(MOST_UNHEALTHY_CLAIMED - held, 0);
  };
  const roomFor = (one: Endpoint) => {
    const share = (MOST_CLAIMED - claimed + one.waiting.length) / 2;
    const ahead = one.healthy && !isUnhealthy(one) ? Math.floor(Math.min(one.limit * AHEAD, share)) : 0;
    // Not before half of it is gone: many small claims cost more than a few large ones.
    if (one.waiting.length > ahead / 2) return 0;
    return Math.max(one.limit + ahead - one.underWay - one.waiting.length, 0);
  };
  const known = (delivery: ClaimedDelivery): Endpoint => {
    const { world, endpoint_id: id, failing } = delivery;
    const key = endpointOf(delivery);
    const found = endpoints.get(key);
    if (found) return found;
    const learnt = failing ? { limit: 1, failures: UNHEALTHY_AFTER } : { limit: FIRST_LIMIT, failures: 0 };
    const fresh: Endpoint = {
      world,
      id,
      waiting: [],
      underWay: 0,
      healthy: false,
      slow: false,
      heardAt: now(),
      ...learnt,
    };
    endpoints.set(key, fresh);
    return fresh;
  };

  return {
    free: () => MOST_CLAIMED - claimed,
    freeForUnhealthy,
    rooms: (names) => {
      let left = freeForUnhealthy();
      const rooms = new Map<string, Room>();
      for (const [key, one] of endpoints) {
        if (one.underWay + one.waiting.length === 0 && now() - one.heardAt > FORGET_MS) {
          endpoints.delete(key);
          continue;
        }
        // The share of those in trouble is for whoever is asked about: others would hold it with nothing due.
        if (names && !names.has(key)) continue;
        let count = roomFor(one);
        if (isUnhealthy(one)) {
          count = Math.min(count, left);
          left -= count;
        }
        rooms.set(key, { world: one.world, id: one.id, count });
      }
      return rooms;
    },
    roomOf: (key) => {
      const one = endpoints.get(key);
      if (!one) return FIRST_LIMIT;
      return isUnhealthy(one) ? Math.min(roomFor(one), freeForUnhealthy()) : roomFor(one);
    },
    roomForFresh: (key) => {
      const one = endpoints.get(key);
      if (!one) return FIRST_LIMIT;
      return isUnhealthy(one) ? 0 : roomFor(one);
    },
    add: (deliveries, since = now()) => {
      claimed += deliveries.length;
      for (const delivery of deliveries) known(delivery).waiting.push({ delivery, since });
    },
    next: (key) => {
      const one = endpoints.get(key);
      if (!one || one.underWay >= one.limit) return null;
      const first = one.waiting.shift();
      if (!first) return null;
      if (one.underWay === 0) one.heardAt = now();
      one.underWay++;
      return { delivery: first.delivery, waitedMs: now() - first.since };
    },
    finish: (key, outcome) => {
      const one = endpoints.get(key)!;
      one.underWay--;
      one.heardAt = now();
      if (outcome) learn(one, outcome);
      if (isUnhealthy(one)) {
        // Behind the others in trouble: each gets its turn at their share.
        endpoints.delete(key);
        endpoints.set(key, one);
      }
      return { hasRoom: roomFor(one) > 0, unhealthy: isUnhealthy(one) };
    },
    forget: (count) => {
      claimed -= count;
    },
    release: (key) => {
      const whose = key === undefined ? [...endpoints.values()] : [endpoints.get(key)];
      const released = whose.flatMap((one) => one?.waiting.splice(0).map(({ delivery }) => delivery) ?? []);
      claimed -= released.length;
      return released;
    },
  };
}

function learn(one: Endpoint, outcome: Outcome): void {
  const { error, responseStatus, durationMs } = outcome;
  one.slow = durationMs > SLOW_MS;
  if (hasSucceeded(outcome)) {
    one.failures = 0;
    one.healthy = true;
    if (!one.slow) one.limit = Math.min(one.limit + 1, HIGHEST_LIMIT);
    return;
  }
  one.failures++;
  one.healthy = false;
  const overloaded = error !== null || responseStatus === 429 || responseStatus === 503;
  if (overloaded) one.limit = Math.max(Math.floor(one.limit / 2), 1);
}
