import { randomFillSync } from 'node:crypto';
import type { Prefix } from '../../../contract/src/fields.ts';
import { encodeRandom, encodeTime, type Id, makeId } from '../core/id.ts';

/** Random bytes of an id: a character comes of each one's low bits, and two bits more of the first one's high ones. */
const BYTES = 12;
/**
 * Ids may be so far ahead of the clock. A list that asks for a time finds its ids within a minute of it (`http/list.ts`): an hour
 * ahead, where the clock was set back, what is made now would be in no list of any time.
 */
const MOST_AHEAD_MS = 30_000;
const pool = new Uint8Array(512 * BYTES);
let characters = '';
let used = pool.length;
let lastMs = 0;
let lastTime = '';
let sub = 0;

/**
 * A new id, later in order than every id that this process made before it, also within one millisecond and where the clock steps
 * back a little.
 */
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
  const isSetBack = now < lastMs - MOST_AHEAD_MS;
  if (now > lastMs || sub === 0xfff || isSetBack) {
    // Above 4 095 ids in a millisecond, or when the clock steps back, the count runs ahead of the clock.
    lastMs = isSetBack ? now : Math.max(now, lastMs + 1);
    lastTime = encodeTime(lastMs);
    sub = 0;
  } else {
    sub++;
  }
  return makeId(prefix, lastTime, sub, bits, end);
}
