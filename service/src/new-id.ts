import { randomFillSync } from 'node:crypto';
import type { Prefix } from '../../contract/src/fields.ts';
import { encodeRandom, encodeTime, type Id, makeId } from './core/id.ts';

/** Random bytes of an id: a character comes of each one's low bits, and two bits more of the first one's high ones. */
const BYTES = 12;
const pool = new Uint8Array(512 * BYTES);
let characters = '';
let used = pool.length;
let lastMs = 0;
let lastTime = '';
let sub = 0;

/** A new id, later in order than every id that this process made before it, also within one millisecond. */
export function newId<P extends Prefix>(prefix: P): Id<P> {
  if (used === pool.length) {
    randomFillSync(pool);
    characters = encodeRandom(pool);
    used = 0;
  }
  const bits = pool[used]! >>> 6;
  const end = characters.slice(used, used + BYTES);
  used += BYTES;
  const now = Date.now();
  if (now > lastMs || sub === 0xfff) {
    // Above 4 095 ids in a millisecond, or when the clock steps back, the count runs ahead of the clock.
    lastMs = Math.max(now, lastMs + 1);
    lastTime = encodeTime(lastMs);
    sub = 0;
  } else {
    sub++;
  }
  return makeId(prefix, lastTime, sub, bits, end);
}
