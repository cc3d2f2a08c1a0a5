import type { Round } from './worker.ts';

/** Work that is announced, or that nobody waits for, is looked for this often. */
export const SLOW_MS = 15_000;

/**
 * A round that asks the database less often while there is no work. A wake asks at once. An idle service then sends
 * few statements, however many workers it has.
 */
export function pollSlowly(round: () => Promise<Round>, everyMs = SLOW_MS) {
  let nextAt = 0;
  let wakes = 0;
  return {
    woken: () => {
      nextAt = 0;
      wakes++;
    },
    round: async (): Promise<Round> => {
      const leftMs = nextAt - performance.now();
      if (leftMs > 0) return { done: 0, nextDueMs: leftMs };
      const before = wakes;
      const result = await round();
      // Work that was announced during the round may be missing from it.
      if (result.done === 0 && wakes === before)
        nextAt = performance.now() + Math.min(result.nextDueMs ?? everyMs, everyMs);
      return result;
    },
  };
}
