import { paceByAge } from '../pace-by-age.ts';

/** The customer's 5 minutes to approve, and a minute more for the provider. */
const WATCHED_MS = 360_000;

/** About 20 state queries cover the approval window. MTN allows 10 queries a second. @param ageMs since the send */
export const paceMs = (ageMs: number): number | undefined => paceByAge(ageMs, WATCHED_MS);
