import type { Database } from './database.ts';
import { readClock } from './read-clock.ts';

const EVERY_MS = 60_000;
/**
 * NTP keeps clocks within some milliseconds of each other. Lists by time tolerate a difference of a minute
 * (`http/list.ts`).
 */
const TOLERATED_MS = 5_000;

/** Compares the clocks of this machine and the database, now and each minute. @returns a function that stops it */
export function watchClock(db: Database, onWrong: (aheadMs: number) => void): () => void {
  const poll = async () => {
    const { at, tookMs } = await readClock(db);
    const aheadMs = Math.round(Date.now() - tookMs / 2 - at);
    if (Math.abs(aheadMs) > TOLERATED_MS + tookMs) onWrong(aheadMs);
  };
  // A failing database is reported where it is needed, so an error is ignored here.
  const tryPoll = () => poll().catch(() => {});
  tryPoll();
  const timer = setInterval(tryPoll, EVERY_MS);
  return () => clearInterval(timer);
}
