import { createPublicKey, type KeyObject } from 'node:crypto';
import type { PawapayRail } from './client.ts';

/** The keys that pawaPay signs callbacks with, by their ids. */
export type PublicKeys = {
  /** Null if pawaPay has no such key, or does not answer. */
  find(id: string): Promise<KeyObject | null>;
};

/** A forged callback may name a key that does not exist: it costs at most one request in this time. */
const AGAIN_MS = 10_000;

/** Keys rotate, so an unknown id is looked for again. */
export function keepPublicKeys({ client, now }: PawapayRail): PublicKeys {
  let keys: ReadonlyMap<string, KeyObject> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const read = async () => {
    readAt = now();
    const response = await client.get('/v2/public-key/http');
    if (response.kind === 'answered' && response.status === 200) keys = readPublicKeys(response.json);
  };
  return {
    find: async (id) => {
      const known = keys.get(id);
      if (known) return known;
      if (reading === null && now() - readAt < AGAIN_MS) return null;
      reading ??= read().finally(() => {
        reading = null;
      });
      await reading;
      return keys.get(id) ?? null;
    },
  };
}

/** Reads `[{id, key}]`, with keys in PEM. A key that cannot be read is left out. */
function readPublicKeys(json: unknown): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const one of Array.isArray(json) ? json : []) {
    try {
      if (typeof one?.id === 'string') keys.set(one.id, createPublicKey(String(one.key)));
    } catch {
      // One unreadable key must not make the others unusable.
    }
  }
  return keys;
}
