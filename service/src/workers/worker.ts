import type { About, Node, WorkerName } from '../db/node.ts';
import { noteRound } from './note-round.ts';

export type Worker = { stop(): Promise<void> };

/** One poll for work: how much was found, and in how many milliseconds the next is due (null: unknown). */
export type Round = { readonly done: number; readonly nextDueMs: number | null };

/** Work whose announcement was lost is found within this time. */
export const BACKSTOP_MS = 5_000;
/** After an error (for example, the database is unreachable) the worker waits and then continues. */
const AFTER_ERROR_MS = 1_000;

/**
 * Runs `round` while there is work, then sleeps until the next job is due, until it is woken, or until the backstop.
 * `onWoken` receives the records of each wake. stop() lets the current round finish.
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
      noteRound(node, name);
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
