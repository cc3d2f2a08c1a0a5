import { setTimeout as sleep } from 'node:timers/promises';

const MOST_PAUSE_MS = 30_000;

export type Retries = {
  readonly signal: AbortSignal;
  /** Called with each failure. */
  readonly onFailure: (error: unknown) => void;
  /** Gives up after this time; without it, never. */
  readonly forMs?: number;
  /** Whether repetition is of no use. */
  readonly isFinal?: (error: unknown) => boolean;
};

/** Repeats an act until it succeeds, with pauses from one to 30 seconds. */
export async function retryAct<T>(act: () => Promise<T>, retries: Retries): Promise<T> {
  const { signal, onFailure, forMs = Infinity, isFinal = () => false } = retries;
  const began = performance.now();
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      return await act();
    } catch (error) {
      if (isFinal(error)) throw error;
      onFailure(error);
      if (performance.now() - began > forMs) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
