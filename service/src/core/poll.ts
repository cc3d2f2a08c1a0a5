const FIRST_MS = 2_000;
const LONGEST_MS = 3_600_000;

/** The time until a rail is polled again: 2 s, doubled with each poll, up to an hour. */
export function pollDelayMs(asked: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(asked - 1, 0), LONGEST_MS);
}
