import type { About, Node, WorkerName } from '../db/node.ts';

export type Worker = { stop(): Promise<void> };

/** One look at the work: how much was found, and in how many milliseconds the next is due (null: none is known). */
export type Round = { readonly done: number; readonly nextDueMs: number | null };

/** Work whose announcement was lost is found within this time. */
export const BACKSTOP_MS = 5_000;
/** After an error (the database away, say) the worker waits, then goes on. */
const AFTER_ERROR_MS = 1_000;

/**
 * Runs `round` for as long as there is work, then sleeps until the next is due, it is woken, or the backstop.
 * `onWoken` hears what each wake is about. stop() lets the round under way finish.
 */
export function startWorker(
  node: Node,
  name: WorkerName,
  round: () => Promise<Round>,
  onError: (error: unknown) => void,
  onWoken: (about: About) => void = () => {},
): Worker {
  let stopping = false;
  let woken = false;
  let rouse: () => void = () => {};
  const forget = node.onWake(name, (about) => {
    onWoken(about);
    woken = true;
    rouse();
  });

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      if (woken || stopping) return resolve();
      const timer = setTimeout(resolve, ms);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async () => {
    while (!stopping) {
      woken = false;
      try {
        const { done, nextDueMs } = await round();
        if (done === 0) await sleep(Math.min(Math.max(nextDueMs ?? BACKSTOP_MS, 1), BACKSTOP_MS));
      } catch (error) {
        onError(error);
        woken = false;
        await sleep(AFTER_ERROR_MS);
      }
    }
  };
  const ended = loop();

  return {
    stop: async () => {
      stopping = true;
      rouse();
      forget();
      await ended;
    },
  };
}
