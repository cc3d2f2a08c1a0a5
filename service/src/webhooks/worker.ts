import type { Database } from '../db/database.ts';
import type { About } from '../db/node.ts';
import type { ClaimedDelivery, LocalDeliveries } from '../events/local-deliveries.ts';
import { BACKSTOP_MS, type Round } from '../workers/worker.ts';
import {
  claimAll,
  claimNamed,
  endpointOf,
  FIRST_LIMIT,
  knownRooms,
  namedEndpoints,
  nextDueDelivery,
  PRIORITIES,
} from './delivery-store.ts';
import { type Dispatch, type DispatchOptions, dispatchDeliveries } from './dispatch.ts';
import { type Room, Slots } from './slots.ts';

/** The most deliveries of one claim, which uses a connection for milliseconds. */
const CLAIM = 256;
/**
 * The least part of an endpoint in a claim by name. Parts of three for a hundred endpoints cost PostgreSQL half as much
 * again.
 */
const LEAST_PART = 8;
/** The least time between two polls of every endpoint. A retry may be late by this time. */
const POLL_GAP_MS = 100;

/**
 * Usually fresh deliveries come before retries, and retries before replays. Sometimes each comes first, so that none
 * waits for ever. The order is random: a fixed rotation could meet the same endpoint at the same step each time.
 */
const { fresh, retry, replay } = PRIORITIES;
const FRESH_FIRST = [fresh, retry, replay];
const RETRIES_FIRST = [retry, fresh, replay];
const REPLAYS_FIRST = [replay, fresh, retry];
const turns = [
  FRESH_FIRST,
  FRESH_FIRST,
  FRESH_FIRST,
  FRESH_FIRST,
  FRESH_FIRST,
  RETRIES_FIRST,
  RETRIES_FIRST,
  REPLAYS_FIRST,
];
const drawn = (): readonly number[] => turns[Math.floor(Math.random() * turns.length)]!;

export type DeliveryWorker = {
  round(): Promise<Round>;
  /** These endpoints may have due deliveries; null means any endpoint. */
  woken(about: About): void;
  /** For deliveries that this process commits itself. */
  readonly localDeliveries: LocalDeliveries;
  /** Releases deliveries that were not begun, and resolves when none is in flight. */
  stop(): Promise<void>;
};

/** The endpoints to poll by name. */
type Backlog = {
  readonly named: Set<string>;
  /** Those with due deliveries that found no room. New deliveries must not overtake these. */
  readonly behind: Set<string>;
};

function fallBehind({ named, behind }: Backlog, key: string): void {
  named.add(key);
  behind.add(key);
}

/**
 * Claims due deliveries and dispatches them. A round never waits for a receiver: it claims as many as there is room
 * for.
 * Endpoints that were woken, or had more than their room, are polled by name. All endpoints are polled only when
 * something is known to be due, and periodically.
 */
export function createDeliveryWorker(options: DispatchOptions, drawTurn = drawn): DeliveryWorker {
  const { db } = options;
  const slots = new Slots();
  const backlog: Backlog = { named: new Set(), behind: new Set() };
  let pollAt = 0;
  let polledAt = Number.NEGATIVE_INFINITY;
  const dispatch: Dispatch = dispatchDeliveries(options, slots, {
    roomAt: (key) => backlog.named.has(key) && db.node.wakeHere('deliveries', []),
    roomForUnhealthy: () => db.node.wakeHere('deliveries', []),
  });

  let claiming: Promise<unknown> = Promise.resolve();
  /** Sends in flight finish. No other delivery goes to an old address or is signed with an old secret. */
  const forget = db.node.onWake('endpoints', async (about) => {
    const takeBack = () => Promise.all((about ?? [undefined]).map((key) => dispatch.takeBack(key)));
    await takeBack();
    // A claim that was in progress at that moment may have read the old values.
    await claiming;
    await takeBack();
    db.node.wakeHere('deliveries', about);
  });

  const claim = (names: readonly string[] | null) => {
    const claimed = claimOnce({ db, slots, backlog, dispatch }, names, drawTurn());
    claiming = claimed.catch(() => {});
    return claimed;
  };

  const pollAll = async (): Promise<number> => {
    polledAt = performance.now();
    pollAt = polledAt + BACKSTOP_MS;
    try {
      const [{ done, cut }, [next]] = await Promise.all([
        claim(null),
        db.query<{ ms: number | null }>(nextDueDelivery),
      ]);
      const nextIn = cut ? 0 : (next?.ms ?? BACKSTOP_MS);
      pollAt = Math.min(pollAt, performance.now() + nextIn);
      return done;
    } catch (error) {
      pollAt = 0;
      throw error;
    }
  };

  return {
    woken: (about) => {
      if (about === null) pollAt = 0;
      else for (const key of about) slots.roomOf(key) > 0 ? backlog.named.add(key) : fallBehind(backlog, key);
    },
    round: async () => {
      // An endpoint at its limit is named again when it has room.
      if (slots.free() <= 0) return { done: 0, nextDueMs: null };
      const names = [...backlog.named].filter((key) => slots.roomOf(key) > 0);
      const done = names.length > 0 ? (await claim(names)).done : 0;
      const wait = Math.max(pollAt, polledAt + POLL_GAP_MS) - performance.now();
      // Endpoints that were skipped get their turn after the others.
      const passedOver = names.some((key) => backlog.named.has(key));
      if (wait > 0 || slots.free() <= 0) return { done, nextDueMs: passedOver ? 0 : wait };
      return { done: done + (await pollAll()), nextDueMs: 0 };
    },
    localDeliveries: { open: () => roomForLocal(slots, backlog), take: dispatch.put },
    stop: () => {
      forget();
      return dispatch.stop();
    },
  };
}

/** Decides for each new delivery of this process, by the key of its endpoint, whether it needs no claim. */
function roomForLocal(slots: Slots, { behind }: Backlog): (key: string) => boolean {
  const rooms = new Map<string, number>();
  let free = slots.free();
  return (key) => {
    const room = rooms.get(key) ?? (behind.has(key) ? 0 : slots.roomForFresh(key));
    rooms.set(key, room - 1);
    return room > 0 && free-- > 0;
  };
}

type ClaimFrom = { db: Database; slots: Slots; backlog: Backlog; dispatch: Dispatch };

/**
 * Claims what there is room for and dispatches it. @returns `cut`: the claim reached its limit
 */
async function claimOnce(
  { db, slots, backlog, dispatch }: ClaimFrom,
  names: readonly string[] | null,
  turn: readonly number[],
): Promise<{ done: number; cut: boolean }> {
  const rooms = slots.rooms(names === null ? undefined : new Set(names));
  const most = Math.min(slots.free(), CLAIM);
  shareAmong(rooms, most, names === null ? FIRST_LIMIT : LEAST_PART);
  // Removed before the claim and not after, so that endpoints that are woken meanwhile stay in the backlog.
  for (const key of names ?? []) backlog.named.delete(key);
  const unknown = slots.freeForUnhealthy();
  const claimed = await claimDue(db, names, { most, rooms, unknown, turn }).catch((error) => {
    for (const key of names ?? []) backlog.named.add(key);
    throw error;
  });
  const cut = claimed.length === most;
  for (const key of names ?? []) backlog.behind.delete(key);
  for (const key of mayHaveMore(claimed, rooms, cut, names)) fallBehind(backlog, key);
  dispatch.put(claimed);
  return { done: claimed.length, cut };
}

/** The endpoints that may have deliveries due after a claim. */
function mayHaveMore(
  claimed: readonly ClaimedDelivery[],
  rooms: ReadonlyMap<string, Room>,
  cut: boolean,
  names: readonly string[] | null,
): string[] {
  const more: string[] = [];
  // An endpoint that filled its room may have more due, and so may all if the claim reached its limit.
  const found = Map.groupBy(claimed, endpointOf);
  for (const [key, own] of found) {
    const room = rooms.get(key)?.count ?? (own[0]!.failing ? 1 : FIRST_LIMIT);
    if (own.length >= room) more.push(key);
  }
  if (cut) more.push(...(names ?? found.keys()));
  // An endpoint without room was skipped, so it may have deliveries due.
  for (const [key, { count }] of rooms) if (count === 0) more.push(key);
  return more;
}

type Claim = { most: number; rooms: ReadonlyMap<string, Room>; unknown: number; turn: readonly number[] };

/**
 * Limits each endpoint to its part of one claim. Otherwise the first one with room for hundreds would take all of it,
 * and the others would not be seen until the next poll of all endpoints. An endpoint with more is polled by name
 * immediately.
 */
function shareAmong(rooms: Map<string, Room>, most: number, least: number): void {
  const part = Math.max(Math.ceil(most / rooms.size), least);
  for (const [key, room] of rooms) if (room.count > part) rooms.set(key, { ...room, count: part });
}

function claimDue(db: Database, names: readonly string[] | null, { most, rooms, unknown, turn }: Claim) {
  const values = [most, ...knownRooms.of([...rooms.values()]), unknown, ...turn];
  if (names === null) return db.query<ClaimedDelivery>(claimAll, values);
  const endpoints = names.map((name) => name.split(':')).map(([world, id]) => ({ world: Number(world), id: id! }));
  return db.query<ClaimedDelivery>(claimNamed, [...values, ...namedEndpoints.of(endpoints)]);
}
