const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;

/**
 * The wait before the next state query: a third of the record's age, from 2 s to 30 s. A callback shortens it.
 * @param ageMs since the record was sent
 * @param watchedMs the age from which the service has its own pace, up to an hour
 * @returns undefined from that age
 */
export function paceByAge(ageMs: number, watchedMs: number): number | undefined {
  if (ageMs >= watchedMs) return undefined;
  return Math.min(Math.max(Math.floor(ageMs / 3), SHORTEST_MS), LONGEST_MS);
}
