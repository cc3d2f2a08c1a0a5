import { COVERED_MS } from './world-writes.ts';

/** The position of the primary in its log, with the monotonic times before the question and after its answer. */
export type Tick = { readonly sentAt: number; readonly gotAt: number; readonly position: bigint };

/** The primary's position, and that of the last note of a world. */
export type WorldPosition = { readonly position: bigint; readonly written: bigint | null };

export type Positions = {
  add(tick: Tick): void;
  /** The primary has another history now. */
  clear(): void;
  /** The position that a standby must have reached to answer this world. `now` is after `asked` was answered. */
  required(now: number, asked: WorldPosition): bigint;
  /** How far behind a standby is at most, in milliseconds, that had reached this position. Null: not known. */
  lagAt(now: number, replayed: bigint): number | null;
};

/**
 * Relates times of this process to positions of the primary, so that no clock of another machine matters. A tick's
 * position covers everything that was acknowledged before the tick was sent.
 */
export function createPositions(maxLagMs: number): Positions {
  let ticks: Tick[] = [];
  const coverOf = (at: number, { position }: WorldPosition) =>
    ticks.find(({ sentAt }) => sentAt >= at)?.position ?? position;
  return {
    add: (tick) => {
      const oldest = tick.sentAt - COVERED_MS - maxLagMs;
      const first = ticks.findIndex(({ sentAt }) => sentAt >= oldest);
      if (first > 0) ticks.splice(0, first);
      ticks.push(tick);
    },
    clear: () => {
      ticks = [];
    },
    required: (now, asked) => {
      const bound = coverOf(now - maxLagMs, asked);
      const { written } = asked;
      if (written === null) return bound;
      // The note was written before that time, and its last write follows it by at most COVERED_MS.
      const noted = ticks.find(({ position }) => position >= written)?.gotAt ?? now;
      const own = coverOf(noted + COVERED_MS, asked);
      return own > bound ? own : bound;
    },
    lagAt: (now, replayed) => {
      const reached = ticks.findLast(({ position }) => position <= replayed);
      return reached ? now - reached.sentAt : null;
    },
  };
}
