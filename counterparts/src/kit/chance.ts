import { createHash } from 'node:crypto';

/** @returns numbers from 0 to below 1, the same sequence for the same seed (mulberry32) */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns a number from 0 to below 1 that a text has for this seed, whenever it is asked for */
export function chanceOf(seed: number, text: string): number {
  return createHash('sha1').update(`${seed} ${text}`).digest().readUInt32BE(0) / 2 ** 32;
}
