import { coalesce } from './coalesce.ts';

export type Share = <Answer>(key: string, run: () => Promise<Answer>) => Promise<Answer>;

/**
 * Merges identical reads. Reads that arrive while one is in flight share the next one, which starts when the first is
 * done.
 * A read never joins one that has begun, so its answer is never older than the request. Different reads run beside each
 * other, so a slow one delays no other.
 * The key must contain everything that the answer depends on.
 */
export function createCoalescedReads(): Share {
  type Runs = { readonly ask: (run: () => Promise<unknown>) => Promise<unknown>; waiting: number };
  const alike = new Map<string, Runs>();
  const begin = (key: string) => {
    const runs: Runs = {
      ask: coalesce(
        async (asks) => {
          const answer = await asks[0]!();
          return asks.map(() => answer);
        },
        { maxBatch: Number.POSITIVE_INFINITY, batches: 1 },
      ),
      waiting: 0,
    };
    alike.set(key, runs);
    return runs;
  };
  return async <Answer>(key: string, run: () => Promise<Answer>) => {
    const runs = alike.get(key) ?? begin(key);
    runs.waiting++;
    try {
      return (await runs.ask(run)) as Answer;
    } finally {
      runs.waiting--;
      if (runs.waiting === 0) alike.delete(key);
    }
  };
}
