/**
 * Callbacks of one rail that one node takes in a second. Daraja sends two for each payment and never repeats one: a
 * refused one delays its payment to the next question. With 2 000 the bench settled 0.11 of the sandbox's rate there.
 */
const MOST = 5_000;
const WINDOW_MS = 1_000;

/**
 * Limits the callbacks of each rail, so that a provider that repeats without end does not take the database from the
 * others.
 * @param now must be monotonic
 * @returns whether the rail may have one more now
 */
export function createRailLimit(
  most = MOST,
  now: () => number = performance.now.bind(performance),
): (rail: string) => boolean {
  const windows = new Map<string, { start: number; used: number }>();
  return (rail) => {
    const at = now();
    const before = windows.get(rail);
    const window = before && at - before.start < WINDOW_MS ? before : { start: at, used: 0 };
    window.used++;
    windows.set(rail, window);
    return window.used <= most;
  };
}
