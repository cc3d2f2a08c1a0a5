import type { Database } from '../db/database.ts';
import { readClock } from '../db/read-clock.ts';

/** Where NTP takes a drift out it slows or hurries a clock by 500 ppm, 30 ms a minute. What is more was set. */
const SET_MS = 5_000;

export type ClockLook = {
  /** By how much somebody set the clock since the last look: less than zero is back. */
  readonly setByMs: number;
  /** It was seen to be set a while ago, and may be set right again. */
  readonly doubted: boolean;
  /** Nobody has set it for so long that what it says is over may be deleted. A process that has just begun cannot know. */
  readonly steady: boolean;
};

/**
 * Compares the database's clock with one that only counts what passes, so that a day on which it is a month ahead deletes
 * nothing.
 */
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
