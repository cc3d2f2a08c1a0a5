/**
 * On whose behalf a connection is wanted. `world`: one world alone, such as a list or a retry. `batch`: all worlds of a
 * mode at once.
 * `operator`: staff. `internal`: the service itself, its workers and logins.
 */
export type Claim =
  | { readonly by: 'world'; readonly world: number; readonly livemode: boolean }
  | { readonly by: 'batch'; readonly livemode: boolean }
  | { readonly by: 'operator' }
  | { readonly by: 'internal' };

/** The world uses all connections that it may have, and its queue is full. The client gets 429. */
export class GateFull extends Error {}

/** No connection became free in time. */
export class GateTimeout extends Error {
  constructor() {
    super('timeout: no database connection became free');
  }
}

export type Gate = {
  /**
   * Waits until the claim may use a connection.
   * @returns a function to call once, when the connection is back in the pool
   * @throws GateFull, GateTimeout
   */
  enter(claim: Claim): Promise<Leave> | Leave;
};

/** Requests of one world that may wait. At a few milliseconds each, the last one waits about a second. */
const MOST_WAITING = 100;
/** The same time as the pool itself waits for a connection. */
const PATIENCE_MS = 5_000;

/** Connections that each kind of claim may use at once, of a pool of `size`. Small pools give each kind one. */
const sharesOf = (size: number) => {
  const share = (part: number) => Math.max(1, Math.floor(size * part));
  return {
    testWorld: share(0.2),
    liveWorld: share(0.3),
    testWorlds: share(0.3),
    /** For all worlds together. The rest is for batches, workers and operators. */
    worlds: share(0.6),
    testBatches: share(0.5),
    operators: share(0.3),
  };
};

/** The waiting requests in order. A request that gives up is removed. */
type Line = { readonly waiting: Set<() => void> };
type Kind = 'live' | 'test';
type World = Line & { used: number };

/**
 * Guards the connection pool, so that no tenant uses all of it. Waiting worlds are served in turn, and test worlds
 * never take the connections reserved for live ones.
 * Batches of live money, workers and operators never wait for a world here.
 */
export function createGate(size: number): Gate {
  const shares = sharesOf(size);
  const limits = { live: shares.liveWorld, test: shares.testWorld };
  const used = { live: 0, test: 0 };
  /** The worlds of each mode that use or await a connection, in the order of their next turns. */
  const worlds: Record<Kind, Map<number, World>> = { live: new Map(), test: new Map() };
  const testBatches = limited(shares.testBatches);
  const operators = limited(shares.operators);

  const hasRoom = (kind: Kind) =>
    used.live + used.test < shares.worlds && (kind === 'live' || used.test < shares.testWorlds);

  /**
   * Admits waiting requests that have room now. Live worlds come first; each world gets one before any gets a second.
   */
  const letIn = () => {
    for (const kind of ['live', 'test'] as const)
      for (const [id, world] of worlds[kind]) {
        if (!hasRoom(kind)) break;
        if (world.waiting.size === 0 || world.used >= limits[kind]) continue;
        worlds[kind].delete(id);
        worlds[kind].set(id, world);
        goFirst(world);
      }
  };

  const enterWorld = (kind: Kind, id: number): Promise<Leave> | Leave => {
    const world = worlds[kind].get(id) ?? { used: 0, waiting: new Set() };
    worlds[kind].set(id, world);
    const tidy = () => world.used + world.waiting.size === 0 && worlds[kind].delete(id);
    const begin = () => {
      used[kind]++;
      world.used++;
      return onlyOnce(() => {
        used[kind]--;
        world.used--;
        tidy();
        letIn();
      });
    };
    if (world.waiting.size === 0 && world.used < limits[kind] && hasRoom(kind)) return begin();
    if (world.waiting.size >= MOST_WAITING) throw new GateFull();
    return waitIn(world, begin, tidy);
  };

  return {
    enter: (claim) => {
      switch (claim.by) {
        case 'world':
          return enterWorld(claim.livemode ? 'live' : 'test', claim.world);
        case 'batch':
          return claim.livemode ? nothing : testBatches();
        case 'operator':
          return operators();
        case 'internal':
          return nothing;
      }
    },
  };
}

type Leave = () => void;
const nothing = () => {};

/** Admits at most this many at once, in order of arrival. */
function limited(most: number): () => Promise<Leave> | Leave {
  const line: Line = { waiting: new Set() };
  let used = 0;
  const begin = () => {
    used++;
    return onlyOnce(() => {
      used--;
      if (used < most) goFirst(line);
    });
  };
  return () => (used < most && line.waiting.size === 0 ? begin() : waitIn(line, begin));
}

function goFirst({ waiting }: Line): void {
  const first = waiting.values().next().value;
  if (!first) return;
  waiting.delete(first);
  first();
}

/** @param tidy is called when a request has given up */
function waitIn({ waiting }: Line, begin: () => Leave, tidy: () => void = nothing): Promise<Leave> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer);
      resolve(begin());
    };
    const timer = setTimeout(() => {
      waiting.delete(go);
      tidy();
      reject(new GateTimeout());
    }, PATIENCE_MS);
    waiting.add(go);
  });
}

function onlyOnce(act: () => void): Leave {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
