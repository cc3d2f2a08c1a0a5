export type WorkTurns<Key> = {
  /**
   * Runs immediately, or when other work of this key is done.
   * @throws what `refusal` makes, if no turn comes in time
   */
  during<Answer>(key: Key, run: () => Promise<Answer>): Promise<Answer>;
};

export type WorkLimits = {
  /** Work of one key at once, on one node. */
  readonly atOnce: number;
  readonly waitMs: number;
  readonly mostWaiting: number;
  readonly refusal: () => Error;
};

/** Limits work that is under way at once. Each key waits only for its own. */
export function createWorkTurns<Key>({ atOnce, waitMs, mostWaiting, refusal }: WorkLimits): WorkTurns<Key> {
  type Waiter = { readonly begin: () => void };
  type Line = { underWay: number; readonly waiting: Set<Waiter> };
  const lines = new Map<Key, Line>();

  const wait = ({ waiting }: Line) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= mostWaiting) return reject(refusal());
      const timer = setTimeout(() => {
        waiting.delete(waiter);
        reject(refusal());
      }, waitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { begin };
      waiting.add(waiter);
    });

  return {
    during: async (key, run) => {
      const own = lines.get(key) ?? { underWay: 0, waiting: new Set() };
      lines.set(key, own);
      if (own.underWay >= atOnce) await wait(own);
      else own.underWay++;
      try {
        return await run();
      } finally {
        // The slot goes directly to the next waiter, so that new work cannot take it.
        const [next] = own.waiting;
        if (next) {
          own.waiting.delete(next);
          next.begin();
        } else if (--own.underWay === 0) lines.delete(key);
      }
    },
  };
}
