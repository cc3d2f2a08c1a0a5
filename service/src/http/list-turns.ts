import { Refusal } from '../kernel/refusal.ts';

/** Lists of one world that are at the database at a time, on one node: two fifths of the pool's ten connections. */
const AT_ONCE = 4;
/** Twice what the slowest list may take (http/list.ts). */
const WAIT_MS = 2_000;
const MOST_WAITING = 64;

export type ListTurns = {
  /**
   * Runs now, or when one of the world's other lists is done.
   * @throws Refusal rate_limited where the turn does not come in time
   */
  during<Answer>(world: number, run: () => Promise<Answer>): Promise<Answer>;
};

/** Lists are what one tenant can make slow. Each world waits for its own alone, so none takes the pool from another. */
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
        // The place goes to the next without being free in between: nobody who comes now takes it.
        const [next] = own.waiting;
        if (next) {
          own.waiting.delete(next);
          next.begin();
        } else if (--own.underWay === 0) worlds.delete(world);
      }
    },
  };
}
