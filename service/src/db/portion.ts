/**
 * The longest transaction of long work, in milliseconds. The event feed reads up to the oldest open transaction, so one
 * tenant's work delays every event stream by this time.
 */
export const SLICE_MS = 50;

const FIRST = 100;
const LEAST = 10;

export type Portion = {
  /** The number of rows for the next statement. */
  readonly size: number;
  /** Called with the result of the last statement. */
  took(rows: number, ms: number): void;
};

/**
 * The number of rows for one statement of long work, so that it takes about `targetMs`. It adapts to the measured time:
 * immediately when a statement was slower, and by doubling when it was faster. `most` limits the step from cheap to
 * expensive rows.
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
