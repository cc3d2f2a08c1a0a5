/** Worlds that do not share batches for a time, on this node. */
export type Isolation = {
  has(world: number): boolean;
  /** Extends what is left, and never shortens it. */
  isolate(world: number, ms: number): void;
};

/** A world that shared a batch that failed: long enough to see whether the failure was its own. */
export const SUSPECTED_MS = 1_000;
/** A world that failed by itself. The others meet it in a shared batch at most once in this time. */
export const FAILED_MS = 60_000;

/** Where as many are isolated, those whose time is over are forgotten. */
const MOST_KNOWN = 10_000;

/**
 * Remembers which worlds' requests met a locked row or an error of the database. Their requests go on in a lane of their own
 * (`own-lane.ts`), so that no other world waits for their rows.
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
