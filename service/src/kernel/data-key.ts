import { createHmac, type Hmac } from 'node:crypto';

/** One key of a purpose. `usedFrom` is on the process's monotonic clock, in milliseconds. */
export type Generation = { readonly number: number; readonly key: Buffer; readonly usedFrom: number };

/**
 * The key of one purpose: all generations that are accepted, the newest first. A rotation adds generations and removes
 * them while the process runs, so nobody keeps one of them.
 */
export type DataKey = { generations: readonly Generation[] };

/** The first generation marks nothing: in a database of an earlier version it is the key that was derived. */
export const FIRST = 1;

/** The generation that seals and hashes now. A newer one may be known already, so that every node has it in time. */
export function currentOf({ generations }: DataKey): Generation {
  const now = performance.now();
  return generations.find(({ usedFrom }) => usedFrom <= now) ?? generations.at(-1)!;
}

export const generationOf = ({ generations }: DataKey, number: number): Generation | undefined =>
  generations.find((generation) => generation.number === number);

/** A DataKey of one generation, for the other side of a rotation and for tests. */
export const dataKeyOf = (key: Buffer): DataKey => ({
  generations: [{ number: FIRST, key, usedFrom: Number.NEGATIVE_INFINITY }],
});

/** For names that are computed and compared, and that begin again with the next generation. */
export const hmacUnder = (key: DataKey): Hmac => createHmac('sha256', currentOf(key).key);

/** The hash to store for a secret. It shows its generation, so the database can count hashes of an older one. */
export const hashUnder = (key: DataKey, text: string): Buffer => hashOf(currentOf(key), text);

/** The hashes under which a secret may be stored, the current one first. */
export function hashesUnder(key: DataKey, text: string): Buffer[] {
  const current = currentOf(key);
  const others = key.generations.filter((generation) => generation !== current);
  return [current, ...others].map((generation) => hashOf(generation, text));
}

function hashOf({ number, key }: Generation, text: string): Buffer {
  const hash = createHmac('sha256', key).update(text).digest();
  return number === FIRST ? hash : Buffer.concat([bytesOf(number), hash]);
}

const HASH_BYTES = 32;

export const generationOfHash = (hash: Buffer): number => (hash.length <= HASH_BYTES ? FIRST : hash.readUInt16BE(0));

/** Two bytes. SQL reads the generation of a hash with `hash_generation`. */
export const bytesOf = (generation: number): Buffer => Buffer.from([generation >> 8, generation & 0xff]);
