/** Counts equal keys of a file. It holds 8 bytes for each key, not the key: a file has millions. */
export type KeyCounter = {
  /** @returns how often the key was counted, with this time */
  count(key: string): number;
};

const FIRST = 1 << 16;

/**
 * Keys are compared by 64 bits of a hash. Among 10 000 000 keys two are taken for equal with a probability of 3 in a
 * million; such a line then counts as the second of its key, and no line is lost.
 */
export function openKeyCounter(seed = Math.floor(Math.random() * 2 ** 32)): KeyCounter {
  let high = new Uint32Array(FIRST);
  let low = new Uint32Array(FIRST);
  let used = 0;
  const repeated = new Map<string, number>();

  /** Both halves zero is an empty place, so no hash has a low half of zero. */
  const placeOf = (h: number, l: number) => {
    const mask = low.length - 1;
    let at = (h ^ Math.imul(l, 0x9e3779b1)) & mask;
    while (low[at] !== 0 && (low[at] !== l || high[at] !== h)) at = (at + 1) & mask;
    return at;
  };
  const grow = () => {
    const [oldHigh, oldLow] = [high, low];
    high = new Uint32Array(oldLow.length * 2);
    low = new Uint32Array(oldLow.length * 2);
    for (let i = 0; i < oldLow.length; i++) {
      if (oldLow[i] === 0) continue;
      const at = placeOf(oldHigh[i]!, oldLow[i]!);
      high[at] = oldHigh[i]!;
      low[at] = oldLow[i]!;
    }
  };

  return {
    count(key) {
      const [h, l] = hashOf(key, seed);
      const at = placeOf(h, l);
      if (low[at] !== 0) {
        const count = (repeated.get(key) ?? 1) + 1;
        repeated.set(key, count);
        return count;
      }
      high[at] = h;
      low[at] = l;
      if (++used * 2 > low.length) grow();
      return 1;
    },
  };
}

/** Two rounds of multiply and rotate, as in MurmurHash3 (public domain), each half with constants of its own. */
function hashOf(key: string, seed: number): [number, number] {
  let h = seed ^ 0xdeadbeef;
  let l = seed ^ 0x41c6ce57;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    h = Math.imul(h ^ code, 2654435761);
    l = Math.imul(l ^ code, 1597334677);
  }
  h = Math.imul(h ^ (h >>> 16), 2246822507) ^ Math.imul(l ^ (l >>> 13), 3266489909);
  l = Math.imul(l ^ (l >>> 16), 2246822507) ^ Math.imul(h ^ (h >>> 13), 3266489909);
  return [h >>> 0, l >>> 0 || 1];
}
