import { randomFillSync } from 'node:crypto';
import type { Prefix } from '../../../contract/src/fields.ts';
import { encodeRandom, encodeTime, type Id, makeId } from '../core/id.ts';

/**
 * Random bytes of an id: each gives one character from its low five bits, and the first also two bits from its high
 * ones.
 */
const BYTES = 12;
/**
 * The most that ids may be ahead of the clock. A list by time searches ids within a minute of that time
 * (`http/list.ts`). If the clock is set back by an hour and ids stayed ahead, no list by time would show new records.
 */
const MOST_AHEAD_MS = 30_000;
const pool = new Uint8Array(512 * BYTES);
let characters = '';
let used = pool.length;
let lastMs = 0;
let lastTime = '';
let sub = 0;

/**
 * Creates an id that sorts after every earlier id of this process, also within one millisecond and when the clock steps
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
    // After 4 096 ids in a millisecond, or if the clock steps back, the id's time runs ahead of the clock.
    lastMs = isSetBack ? now : Math.max(now, lastMs + 1);
    lastTime = encodeTime(lastMs);
    sub = 0;
  } else {
    sub++;
  }
  return makeId(prefix, lastTime, sub, bits, end);
}
