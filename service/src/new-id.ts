import { randomFillSync } from 'node:crypto';
import type { Prefix } from '../../contract/src/fields.ts';
import { encodeTime, type Id, makeId } from './core/id.ts';

const pool = new Uint8Array(8192);
let used = pool.length;
let lastMs = 0;
let lastTime = '';
let sub = 0;

/** A new id, later in order than every id that this process made before it, also within one millisecond. */
export function newId<P extends Prefix>(prefix: P): Id<P> {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + 8);
  used += 8;
  const now = Date.now();
  if (now > lastMs || sub === 0xfff) {
    // Above 4 095 ids in a millisecond, or when the clock steps back, the count runs ahead of the clock.
    lastMs = Math.max(now, lastMs + 1);
    lastTime = encodeTime(lastMs);
    sub = 0;
  } else {
    sub++;
  }
  return makeId(prefix, lastTime, sub, random);
}
