import type { Database } from '../db/database.ts';
import type { About } from '../db/node.ts';
import type { ClaimedDelivery, LocalDeliveries } from '../events/local-deliveries.ts';
import { BACKSTOP_MS, type Round } from '../workers/worker.ts';
import { claimAll, claimNamed, endpointOf, FIRST_LIMIT, nextDueDelivery, PRIORITIES } from './delivery-store.ts';
import { type Dispatch, type DispatchOptions, dispatchDeliveries } from './dispatch.ts';
import { createSlots, type Room } from './slots.ts';

/** At most so many in one claim: it keeps one connection for milliseconds. */
const CLAIM = 256;
/** An endpoint's part of a claim by name, at least: a hundred that had three each cost PostgreSQL half as much again. */
const LEAST_PART = 8;
/** Looks at every endpoint are at least so far apart: a retry may be that much late. */
const LOOK_MS = 100;

/**
 * Fresh before retries before replays, and now and then each comes first, so that none waits for ever. The turn is drawn:
 * one that went round could meet the same endpoint at the same step each time.
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
  /** These endpoints may have something due; null: any. */
  woken(about: About): void;
  /** For what this process commits itself. */
  readonly localDeliveries: LocalDeliveries;
  /** Gives back what was not begun, and resolves when nothing is under way any more. */
  stop(): Promise<void>;
};

/**
 * Claims due deliveries and has them sent. A round never waits for a receiver: it claims what there is room for. Endpoints
 * that were woken for, or that had more than they had room for, are looked at by name; all of them only when something is
 * known to be due, or now and then.
 */
export function createDeliveryWorker(options: DispatchOptions, drawTurn = drawn): DeliveryWorker {
  const { db } = options;
  const slots = createSlots();
  const backlog = new Set<string>();
  /** Those of them that have something due for which there was no room: what is fresh must not overtake it. */
  const behind = new Set<string>();
  let lookAt = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const dispatch: Dispatch = dispatchDeliveries(options, slots, {
    roomAt: (key) => backlog.has(key) && db.node.wakeHere('deliveries', []),
    roomForUnhealthy: () => db.node.wakeHere('deliveries', []),
  });

  const fallBehind = (key: string) => {
    backlog.add(key);
    behind.add(key);
  };

  let claiming: Promise<unknown> = Promise.resolve();
  /** What is begun ends; no other goes to an address that was given up, or is signed with a secret that was. */
  const forget = db.node.onWake('endpoints', async (about) => {
    const takeBack = () => Promise.all((about ?? [undefined]).map((key) => dispatch.takeBack(key)));
    await takeBack();
    // What was being claimed at that moment may be as it was before.
    await claiming;
    await takeBack();
    db.node.wakeHere('deliveries', about);
  });

  const claim = (names: readonly string[] | null) => {
    const claimed = claimNow(names);
    claiming = claimed.catch(() => {});
    return claimed;
  };

  const claimNow = async (names: readonly string[] | null) => {
    const rooms = slots.rooms(names === null ? undefined : new Set(names));
    const most = Math.min(slots.free(), CLAIM);
    shareAmong(rooms, most, names === null ? FIRST_LIMIT : LEAST_PART);
    // Taken off before and not after: who is woken for while the claim is under way stays named.
    for (const key of names ?? []) backlog.delete(key);
    const pollAgain = () => {
      for (const key of names ?? []) backlog.add(key);
    };
    const claimed = await claimDue(db, names, {
      most,
      rooms,
      unknown: slots.freeForUnhealthy(),
      turn: drawTurn(),
    }).catch((error) => {
      pollAgain();
      throw error;
    });
    // Whoever got all that it had room for may have more, and so may everyone when the claim was cut short.
    const more: string[] = [];
    const found = Map.groupBy(claimed, endpointOf);
    for (const [key, own] of found) {
      const room = rooms.get(key)?.count ?? (own[0]!.failing ? 1 : FIRST_LIMIT);
      if (own.length >= room) more.push(key);
    }
    const cut = claimed.length === most;
    if (cut) more.push(...(names ?? found.keys()));
    // Who had no room was passed over, and what it has due is not known.
    for (const [key, { count }] of rooms) if (count === 0) more.push(key);
    for (const key of names ?? []) behind.delete(key);
    for (const key of more) fallBehind(key);
    dispatch.put(claimed);
    return { done: claimed.length, cut };
  };

  const pollAll = async (): Promise<number> => {
    lookedAt = performance.now();
    lookAt = lookedAt + BACKSTOP_MS;
    try {
      const [{ done, cut }, [next]] = await Promise.all([
        claim(null),
        db.query<{ ms: number | null }>(nextDueDelivery),
      ]);
      const nextIn = cut ? 0 : (next?.ms ?? BACKSTOP_MS);
      lookAt = Math.min(lookAt, performance.now() + nextIn);
      return done;
    } catch (error) {
      lookAt = 0;
      throw error;
    }
  };

  return {
    woken: (about) => {
      if (about === null) lookAt = 0;
      else for (const key of about) slots.roomOf(key) > 0 ? backlog.add(key) : fallBehind(key);
    },
    round: async () => {
      // Whoever is at its limit is named again when it has room.
      if (slots.free() <= 0) return { done: 0, nextDueMs: null };
      const names = [...backlog].filter((key) => slots.roomOf(key) > 0);
      const done = names.length > 0 ? (await claim(names)).done : 0;
      const wait = Math.max(lookAt, lookedAt + LOOK_MS) - performance.now();
      // Who was passed over has its turn as soon as the others have been asked.
      const passedOver = names.some((key) => backlog.has(key));
      if (wait > 0 || slots.free() <= 0) return { done, nextDueMs: passedOver ? 0 : wait };
      return { done: done + (await pollAll()), nextDueMs: 0 };
    },
    localDeliveries: {
      open: () => {
        const rooms = new Map<string, number>();
        let free = slots.free();
        return (key) => {
          const room = rooms.get(key) ?? (behind.has(key) ? 0 : slots.roomForFresh(key));
          rooms.set(key, room - 1);
          return room > 0 && free-- > 0;
        };
      },
      take: dispatch.put,
    },
    stop: () => {
      forget();
      return dispatch.stop();
    },
  };
}

type Claim = { most: number; rooms: ReadonlyMap<string, Room>; unknown: number; turn: readonly number[] };

/**
 * Each has at most its part of one claim: with room for hundreds the first endpoint would take all of it, and nobody else
 * would be known to have anything due until the next look at all of them. Whoever has more is asked by name at once.
 */
function shareAmong(rooms: Map<string, Room>, most: number, least: number): void {
  const part = Math.max(Math.ceil(most / rooms.size), least);
  for (const [key, room] of rooms) if (room.count > part) rooms.set(key, { ...room, count: part });
}

function claimDue(db: Database, names: readonly string[] | null, { most, rooms, unknown, turn }: Claim) {
  const known = [...rooms.values()];
  const values = [
    most,
    known.map((room) => room.world),
    known.map((room) => room.id),
    known.map((room) => room.count),
    unknown,
    ...turn,
  ];
  if (names === null) return db.query<ClaimedDelivery>(claimAll, values);
  const pairs = names.map((key) => key.split(':'));
  const named = [pairs.map(([world]) => Number(world)), pairs.map(([, id]) => id)];
  return db.query<ClaimedDelivery>(claimNamed, [...values, ...named]);
}
