import { coalesce } from './coalesce.ts';

/**
 * Batches for each key: inputs with the same key are gathered, and different keys do not wait for each other.
 * @param batchesOf the key of an input, compared by identity
 */
export function createBatches<In, Out>(
  batchesOf: (input: In) => unknown,
  run: (inputs: In[]) => Promise<(Out | Promise<Out>)[]>,
  options: { maxBatch: number; batches?: number; partyOf?: (input: In) => unknown },
): (input: In) => Promise<Out> {
  type Batches = { readonly send: (input: In) => Promise<Out | Promise<Out>>; waiting: number };
  const open = new Map<unknown, Batches>();
  return async (input) => {
    const key = batchesOf(input);
    const known = open.get(key) ?? { send: coalesce(run, { ...options, batches: options.batches ?? 1 }), waiting: 0 };
    open.set(key, known);
    known.waiting++;
    try {
      return await known.send(input);
    } finally {
      known.waiting--;
      if (known.waiting === 0) open.delete(key);
    }
  };
}
