const FIRST_MS = 2_000;
const LONGEST_MS = 3_600_000;

/** How long to wait before a rail is asked again: 2 s, doubling with each time it was asked, up to an hour. */
export function pollDelayMs(asked: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(asked - 1, 0), LONGEST_MS);
}
