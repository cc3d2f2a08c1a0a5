import { Refusal } from '../kernel/refusal.ts';
import { createWorkTurns, type WorkTurns } from './work-turns.ts';

/**
 * Lists of one world that query the database at the same time, on one node: two fifths of the pool's ten connections.
 */
const AT_ONCE = 4;
/** Twice the time that the slowest list may take (http/list.ts). */
const WAIT_MS = 2_000;
const MOST_WAITING = 64;

/** By world. Refuses with `rate_limited`. */
export type ListTurns = WorkTurns<number>;

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
  const refusal = () =>
    new Refusal(
      'rate_limited',
      `More than ${atOnce} lists of this integration are in progress. Request fewer at once.`,
      {
        headers: { 'Retry-After': '1' },
      },
    );
  const turns = createWorkTurns<number>({ atOnce, waitMs, mostWaiting, refusal });
  return {
    during: (world, run) =>
      turns.during(world, async () => {
        const began = performance.now();
        try {
          return await run();
        } finally {
          onDone(world, performance.now() - began);
        }
      }),
  };
}
