import { coalesce } from '../db/coalesce.ts';
import { isRefusedData } from '../db/failure.ts';
import type { Callback } from './callback.ts';
import type { Spool } from './spool.ts';

/** A provider waits some seconds for the answer, and MTN calls only once. */
const COMMIT_MS = 1_000;
const MOST_AT_ONCE = 200;
const AT_ONCE = 2;

export type KeepOptions = {
  readonly commit: (callbacks: readonly Callback[]) => Promise<void>;
  readonly spool: Pick<Spool, 'write'>;
  readonly onKept: (where: 'database' | 'disk' | 'nowhere') => void;
  readonly onError: (error: unknown) => void;
  readonly commitMs?: number;
};

/** Resolves when the callback is safe: in the database, or on the disk. @throws if neither takes it */
export type Keep = (callback: Callback) => Promise<void>;

/**
 * Commits callbacks in batches. A callback that the database does not take within a second goes to the disk of this
 * node; if its commit succeeds after all, the one from the disk has no further effect.
 */
export function createKeep({ commit, spool, onKept, onError, commitMs = COMMIT_MS }: KeepOptions): Keep {
  const inBatch = coalesce<Callback, unknown>((batch) => commitBatch(batch, commit), {
    maxBatch: MOST_AT_ONCE,
    batches: AT_ONCE,
    partyOf: ({ rail }) => rail,
  });
  const tryCommit = async (callback: Callback): Promise<boolean> => {
    try {
      const error = await inBatch(callback);
      if (error !== null) onError(error);
      return error === null;
    } catch (error) {
      onError(error);
      return false;
    }
  };
  return async (callback) => {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, commitMs, false);
    const committed = await Promise.race([tryCommit(callback), late]);
    clearTimeout(timer);
    if (committed) return onKept('database');
    try {
      await spool.write(callback);
      onKept('disk');
    } catch (error) {
      onKept('nowhere');
      throw error;
    }
  };
}

/** @returns for each null, or its error: one that the database refuses must not take the others with it */
async function commitBatch(batch: Callback[], commit: KeepOptions['commit']): Promise<unknown[]> {
  try {
    await commit(batch);
    return batch.map(() => null);
  } catch (error) {
    if (!isRefusedData(error) || batch.length === 1) throw error;
    const alone: unknown[] = [];
    for (const one of batch)
      alone.push(
        await commit([one]).then(
          () => null,
          (cause: unknown) => cause,
        ),
      );
    return alone;
  }
}
