/**
 * The longest that a transaction of long work lasts, in milliseconds. The event feed reads up to the oldest open transaction, so
 * this is also how long one tenant's work delays every event stream.
 */
export const SLICE_MS = 50;

const FIRST = 100;
const LEAST = 10;

export type Portion = {
  /** How many rows the next statement takes. */
  readonly size: number;
  /** Call it with what the last statement did. */
  took(rows: number, ms: number): void;
};

/**
 * How many rows one statement of long work takes so that it lasts about `targetMs`. It adapts to the measured time: at once when
 * it was slower, and by doubling when it was faster. `most` bounds the step from cheap rows to expensive ones.
 */
export function adaptPortion({ targetMs = SLICE_MS, first = FIRST, least = LEAST, most = 1_000 } = {}): Portion {
  let size = first;
  return {
    get size() {
      return size;
    },
    took: (rows, ms) => {
      if (rows === 0) return;
      const fitting = Math.floor((targetMs * rows) / Math.max(ms, 0.1));
      if (fitting < size) size = Math.max(fitting, least);
      else if (rows >= size) size = Math.min(fitting, size * 2, most);
    },
  };
}
