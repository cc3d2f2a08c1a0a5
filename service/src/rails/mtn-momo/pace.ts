const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;
/** The customer's 5 minutes to approve, and a minute more for the provider. */
const WATCHED_MS = 360_000;

/**
 * The wait before the next state query: a third of the record's age, from 2 s to 30 s while the customer may approve.
 * About 20 queries cover the approval window, and a callback shortens the wait. MTN allows 10 queries a second.
 * @param ageMs since the record was sent
 * @returns undefined after that time: the service's own pace, up to an hour
 */
export function paceMs(ageMs: number): number | undefined {
  if (ageMs >= WATCHED_MS) return undefined;
  return Math.min(Math.max(Math.floor(ageMs / 3), SHORTEST_MS), LONGEST_MS);
}
