import type { Database } from '../db/database.ts';
import { readClock } from '../db/read-clock.ts';

/** NTP slews a clock by at most 500 ppm, 30 ms a minute. A larger difference means that the clock was set. */
const SET_MS = 5_000;

export type ClockLook = {
  /** By how much the clock was set since the last check; below zero means back. */
  readonly setByMs: number;
  /** The clock was seen to be set a while ago, and may be corrected again. */
  readonly doubted: boolean;
  /**
   * The clock has not been set for so long that expired rows may be deleted. A process that has just started cannot
   * know that.
   */
  readonly steady: boolean;
};

/** Compares the database's clock with a monotonic clock, so that a day on which it is a month ahead deletes nothing. */
export function watchSteadiness(
  db: Database,
  steadyMs: number,
  elapsed: () => number = () => performance.now(),
): () => Promise<ClockLook> {
  let since = elapsed();
  let offset: number | null = null;
  let everSet = false;
  return async () => {
    const { at, tookMs } = await readClock(db);
    const now = elapsed();
    const before = offset;
    offset = at - (now - tookMs / 2);
    const movedMs = before === null ? 0 : Math.round(offset - before);
    const wasSet = Math.abs(movedMs) > SET_MS + tookMs;
    if (wasSet) since = now;
    everSet ||= wasSet;
    const steady = now - since >= steadyMs;
    return { setByMs: wasSet ? movedMs : 0, doubted: everSet && !steady, steady };
  };
}
