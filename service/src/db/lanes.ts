import { coalesce } from './coalesce.ts';

/**
 * Lanes that come and go: inputs of one lane gather into batches, and lanes do not wait for each other.
 * @param laneOf the lane that an input belongs to, compared by identity
 */
export function createLanes<In, Out>(
  laneOf: (input: In) => unknown,
  run: (inputs: In[]) => Promise<(Out | Promise<Out>)[]>,
  options: { maxBatch: number; lanes?: number; partyOf?: (input: In) => unknown },
): (input: In) => Promise<Out> {
  type Lane = { readonly send: (input: In) => Promise<Out | Promise<Out>>; waiting: number };
  const open = new Map<unknown, Lane>();
  return async (input) => {
    const key = laneOf(input);
    const lane = open.get(key) ?? { send: coalesce(run, { ...options, lanes: options.lanes ?? 1 }), waiting: 0 };
    open.set(key, lane);
    lane.waiting++;
    try {
      return await lane.send(input);
    } finally {
      lane.waiting--;
      if (lane.waiting === 0) open.delete(key);
    }
  };
}
