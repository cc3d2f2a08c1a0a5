import type { Database } from '../db/database.ts';
import { isUnreachable } from '../db/failure.ts';
import type { Round } from '../workers/worker.ts';
import { continueClock } from './clock-slice.ts';
import { nextDueJob, putOffJob } from './clock-store.ts';

/** With waits of 2, 4 … 60 s these take about five minutes. */
const MOST_FAILURES = 10;

export type ClockWorker = {
  readonly db: Database;
  readonly onError: (error: unknown) => void;
  /** Called after too many failures: the advance rests until its tenant requests another one. */
  readonly onParked: (world: number) => void;
};

/**
 * Continues advances of test clocks, one slice at a time, the world that has waited longest first. It rests as long as
 * it worked, so tenants who only advance their clocks use at most half of one connection.
 */
export function createClockWorker({ db, onError, onParked }: ClockWorker): () => Promise<Round> {
  return async () => {
    const began = performance.now();
    let world: number | null = null;
    try {
      const rest = await continueClock(db, null, (job) => {
        world = job.world;
      });
      if (rest !== undefined) return { done: 0, nextDueMs: performance.now() - began };
    } catch (error) {
      if (world === null || isUnreachable(error)) throw error;
      onError(error);
      const [job] = await db.query<{ due_at: Date | null }>(putOffJob, [world, MOST_FAILURES]);
      if (job?.due_at === null) onParked(world);
    }
    const [next] = await db.query<{ ms: number | null }>(nextDueJob);
    return { done: 0, nextDueMs: next?.ms ?? null };
  };
}
