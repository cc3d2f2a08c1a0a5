import { createBatches } from '../../db/batches.ts';
import type { Caller } from '../../kernel/command.ts';

/** Queues the work on a long body and runs it when its turn comes. */
export type BulkTurns = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

/** In bytes. A shorter body costs about as much as any other request. */
export const LONG = 16 * 1024;

type Job = { readonly caller: Caller; readonly work: () => Promise<unknown> };

/**
 * Reads and checks one long body at a time in each mode, in turn between worlds.
 * Each job yields to other requests after a few milliseconds. Ten jobs at once would yield to each other first, and a
 * short request would wait for ten portions at each step.
 */
export function createBulkTurns(): BulkTurns {
  const run = createBatches<Job, unknown>(
    ({ caller }) => caller.livemode,
    async ([job]) => [await job!.work()],
    { maxBatch: 1, partyOf: ({ caller }) => caller.world },
  );
  return <T>(caller: Caller, work: () => Promise<T>) => run({ caller, work }) as Promise<T>;
}
