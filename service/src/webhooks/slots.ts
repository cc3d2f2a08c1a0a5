import type { ClaimedDelivery } from '../events/local-deliveries.ts';
import { endpointOf, FIRST_LIMIT } from './delivery-store.ts';
import { hasSucceeded, type Outcome } from './send.ts';

/** Deliveries claimed by this process, from their claim until they are recorded. */
const MOST_CLAIMED = 1024;
/** The most that unhealthy endpoints may hold of them together, so that the others always find room. */
const MOST_UNHEALTHY_CLAIMED = 128;
/** The most sends in flight to one endpoint. */
const HIGHEST_LIMIT = 32;
/** This many failures in a row make an endpoint unhealthy. So does an answer that takes SLOW_MS. */
const UNHEALTHY_AFTER = 3;
const SLOW_MS = 1_000;
/** An idle endpoint is forgotten after this time. The database also stores that it fails. */
const FORGET_MS = 60_000;
/**
 * For an endpoint that answers well, this multiple of its limit is claimed ahead, so that no slot waits for the
 * database. It is never more than half of the free room, so that the next endpoint finds some.
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
  /** The last answer was good. Only then is anything claimed ahead for it. */
  healthy: boolean;
  slow: boolean;
  /** The time of the last answer, or of the first send after a rest. */
  activeAt: number;
};

export type Room = { readonly world: number; readonly id: string; readonly count: number };

/**
 * Limits the sends in flight to each endpoint. The limit grows by one for each success up to 32 and halves when the
 * endpoint cannot be reached or asks for time (additive increase, multiplicative decrease), so an endpoint that never
 * answers comes down to one.
 */
export class Slots {
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #now: () => number;
  #claimed = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The number of deliveries that may still be claimed. */
  free(): number {
    return MOST_CLAIMED - this.#claimed;
  }

  /** The number of them for failing endpoints. */
  freeForUnhealthy(): number {
    let held = 0;
    for (const one of this.#endpoints.values()) {
      if (this.#isUnhealthy(one)) held += one.underWay + one.waiting.length;
    }
    return Math.max(MOST_UNHEALTHY_CLAIMED - held, 0);
  }

  /** The room of known endpoints, or of the named ones among them, by key. Others have FIRST_LIMIT. */
  rooms(names?: ReadonlySet<string>): Map<string, Room> {
    let left = this.freeForUnhealthy();
    const rooms = new Map<string, Room>();
    for (const [key, one] of this.#endpoints) {
      if (one.underWay + one.waiting.length === 0 && this.#now() - one.activeAt > FORGET_MS) {
        this.#endpoints.delete(key);
        continue;
      }
      // The room for unhealthy endpoints goes only to the named ones: others might hold it with nothing due.
      if (names && !names.has(key)) continue;
      let count = this.#roomFor(one);
      if (this.#isUnhealthy(one)) {
        count = Math.min(count, left);
        left -= count;
      }
      rooms.set(key, { world: one.world, id: one.id, count });
    }
    return rooms;
  }

  roomOf(key: string): number {
    const one = this.#endpoints.get(key);
    if (!one) return FIRST_LIMIT;
    return this.#isUnhealthy(one) ? Math.min(this.#roomFor(one), this.freeForUnhealthy()) : this.#roomFor(one);
  }

  /** The room for new deliveries that need no claim: none for an unhealthy endpoint. */
  roomForFresh(key: string): number {
    const one = this.#endpoints.get(key);
    if (!one) return FIRST_LIMIT;
    return this.#isUnhealthy(one) ? 0 : this.#roomFor(one);
  }

  /** Adds deliveries whose leases began at `since`. */
  add(deliveries: readonly ClaimedDelivery[], since = this.#now()): void {
    this.#claimed += deliveries.length;
    for (const delivery of deliveries) this.#known(delivery).waiting.push({ delivery, since });
  }

  /** Takes a slot for the next delivery to this endpoint, if one may be sent now. Returns it with its waiting time. */
  next(key: string): { delivery: ClaimedDelivery; waitedMs: number } | null {
    const one = this.#endpoints.get(key);
    if (!one || one.underWay >= one.limit) return null;
    const first = one.waiting.shift();
    if (!first) return null;
    if (one.underWay === 0) one.activeAt = this.#now();
    one.underWay++;
    return { delivery: first.delivery, waitedMs: this.#now() - first.since };
  }

  /**
   * Called when a send has ended. @returns whether there is room to claim more, and whether the endpoint is unhealthy
   */
  finish(key: string, outcome: Outcome | null): { hasRoom: boolean; unhealthy: boolean } {
    const one = this.#endpoints.get(key)!;
    one.underWay--;
    one.activeAt = this.#now();
    if (outcome) learn(one, outcome);
    if (this.#isUnhealthy(one)) {
      // Moved behind the other unhealthy endpoints, so that each gets its turn.
      this.#endpoints.delete(key);
      this.#endpoints.set(key, one);
    }
    return { hasRoom: this.#roomFor(one) > 0, unhealthy: this.#isUnhealthy(one) };
  }

  /** Called when deliveries are no longer claimed. */
  forget(count: number): void {
    this.#claimed -= count;
  }

  /** Removes the waiting deliveries of this endpoint, or of all. They are no longer claimed and will not be sent. */
  release(key?: string): ClaimedDelivery[] {
    const whose = key === undefined ? [...this.#endpoints.values()] : [this.#endpoints.get(key)];
    const released = whose.flatMap((one) => one?.waiting.splice(0).map(({ delivery }) => delivery) ?? []);
    this.#claimed -= released.length;
    return released;
  }

  #isUnhealthy(one: Endpoint): boolean {
    return one.failures >= UNHEALTHY_AFTER || one.slow || (one.underWay > 0 && this.#now() - one.activeAt > SLOW_MS);
  }

  #roomFor(one: Endpoint): number {
    const half = (MOST_CLAIMED - this.#claimed + one.waiting.length) / 2;
    const ahead = one.healthy && !this.#isUnhealthy(one) ? Math.floor(Math.min(one.limit * AHEAD, half)) : 0;
    // Waits until half of it is used: many small claims cost more than a few large ones.
    if (one.waiting.length > ahead / 2) return 0;
    return Math.max(one.limit + ahead - one.underWay - one.waiting.length, 0);
  }

  /** The endpoint of a delivery. A new one starts with what the database knows of it. */
  #known(delivery: ClaimedDelivery): Endpoint {
    const { world, endpoint_id: id, failing } = delivery;
    const key = endpointOf(delivery);
    const found = this.#endpoints.get(key);
    if (found) return found;
    const learnt = failing ? { limit: 1, failures: UNHEALTHY_AFTER } : { limit: FIRST_LIMIT, failures: 0 };
    const fresh: Endpoint = {
      world,
      id,
      waiting: [],
      underWay: 0,
      healthy: false,
      slow: false,
      activeAt: this.#now(),
      ...learnt,
    };
    this.#endpoints.set(key, fresh);
    return fresh;
  }
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
