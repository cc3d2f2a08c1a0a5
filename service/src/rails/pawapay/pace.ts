import { paceByAge } from '../pace-by-age.ts';

/** An open prompt blocks the customer for up to 10 minutes, and pawaPay may need one more. */
const WATCHED_MS = 660_000;

/** @param ageMs since the record was sent */
export function pawapayPace(ageMs: number): { askAgainInMs?: number } {
  const askAgainInMs = paceByAge(ageMs, WATCHED_MS);
  return askAgainInMs === undefined ? {} : { askAgainInMs };
}
