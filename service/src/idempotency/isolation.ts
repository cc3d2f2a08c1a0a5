/** Worlds that are excluded from shared batches for a time, on this node. */
export type Isolation = {
  has(world: number): boolean;
  /** Extends the remaining time, and never shortens it. */
  isolate(world: number, ms: number): void;
};

/** For a world in a shared batch that failed: long enough to see whether its own requests caused the failure. */
export const SUSPECTED_MS = 1_000;
/** For a world that failed alone. It can delay a shared batch at most once in this time. */
export const FAILED_MS = 60_000;

/** At this number of isolated worlds, those whose time is over are removed. */
const MOST_KNOWN = 10_000;

/**
 * Remembers the worlds whose requests met a locked row or a database error. Their requests use a lane for their world
 * alone (`once.ts`), so that no other world waits for their rows.
 */
export function createIsolation(now: () => number = () => performance.now()): Isolation {
  const until = new Map<number, number>();
  return {
    has(world) {
      const end = until.get(world);
      if (end === undefined) return false;
      if (end > now()) return true;
      until.delete(world);
      return false;
    },
    isolate(world, ms) {
      if (until.size >= MOST_KNOWN) for (const [known, end] of until) if (end <= now()) until.delete(known);
      until.set(world, Math.max(until.get(world) ?? 0, now() + ms));
    },
  };
}
