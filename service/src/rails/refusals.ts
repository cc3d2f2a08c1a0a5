/** MTN and Daraja have short spells of 401, so one refusal proves nothing. */
const TIMES = 3;
const WINDOW_MS = 60_000;

export type Refusals = {
  /**
   * Counts a call that the provider refused for our credentials. A call that began before the last counted refusal had
   * the same token and does not count.
   * @returns whether the credentials themselves are refused: the third time within a minute
   */
  note(begunAt: number, now: number): boolean;
};

export function countRefusals(): Refusals {
  let counted: number[] = [];
  return {
    note: (begunAt, now) => {
      counted = counted.filter((at) => now - at < WINDOW_MS);
      const last = counted.at(-1);
      if (last !== undefined && begunAt < last) return false;
      counted.push(now);
      if (counted.length < TIMES) return false;
      counted = [];
      return true;
    },
  };
}
