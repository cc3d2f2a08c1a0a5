const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;
/** An open prompt blocks the customer for up to 10 minutes, and pawaPay may need one more. */
const WATCHED_MS = 660_000;

/**
 * The wait before the next state query: a third of the record's age, from 2 s to 30 s. A callback usually comes first.
 * @param ageMs since the record was sent
 * @returns no wait after 11 minutes: then the service has its own pace, up to an hour
 */
export function pawapayPace(ageMs: number): { askAgainInMs?: number } {
  if (ageMs >= WATCHED_MS) return {};
  return { askAgainInMs: Math.min(Math.max(Math.floor(ageMs / 3), SHORTEST_MS), LONGEST_MS) };
}
