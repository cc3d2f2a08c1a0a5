import { Refusal } from '../kernel/refusal.ts';

/**
 * Lists of one world that query the database at the same time, on one node: two fifths of the pool's ten connections.
 */
const AT_ONCE = 4;
/** Twice the time that the slowest list may take (http/list.ts). */
const WAIT_MS = 2_000;
const MOST_WAITING = 64;

export type ListTurns = {
  /**
   * Runs immediately, or when another list of the world is done.
   * @throws Refusal rate_limited if no turn comes in time
   */
  during<Answer>(world: number, run: () => Promise<Answer>): Promise<Answer>;
};

/**
 * Limits lists, the reads that one tenant can make slow. Each world waits only for its own lists, so none takes the
 * pool from another.
 */
export function createListTurns({
  atOnce = AT_ONCE,
  waitMs = WAIT_MS,
  mostWaiting = MOST_WAITING,
  onDone = (_world: number, _ms: number) => {},
} = {}): ListTurns {
  type Waiter = { readonly begin: () => void };
  type World = { underWay: number; readonly waiting: Set<Waiter> };
  const worlds = new Map<number, World>();
  const refusal = () =>
    new Refusal(
      'rate_limited',
      `More than ${atOnce} lists of this integration are in progress. Request fewer at once.`,
      {
        headers: { 'Retry-After': '1' },
      },
    );

  const wait = ({ waiting }: World) =>
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
    during: async (world, run) => {
      const own = worlds.get(world) ?? { underWay: 0, waiting: new Set() };
      worlds.set(world, own);
      if (own.underWay >= atOnce) await wait(own);
      else own.underWay++;
      const began = performance.now();
      try {
        return await run();
      } finally {
        onDone(world, performance.now() - began);
        // The slot goes directly to the next waiter, so that a new list cannot take it.
        const [next] = own.waiting;
        if (next) {
          own.waiting.delete(next);
          next.begin();
        } else if (--own.underWay === 0) worlds.delete(world);
      }
    },
  };
}
