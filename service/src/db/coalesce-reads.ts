import { coalesce } from './coalesce.ts';

export type Share = <Answer>(key: string, run: () => Promise<Answer>) => Promise<Answer>;

/**
 * Asks that are alike and come while another is being answered become one, which leaves the moment that one is done. An ask
 * never joins one that has begun: what it is told was read after it came. Those that differ go beside each other, so none
 * waits behind another's slow one.
 *
 * The key holds everything that the answer depends on.
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
        { maxBatch: Number.POSITIVE_INFINITY, lanes: 1 },
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
