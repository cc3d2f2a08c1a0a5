import type { Database } from './database.ts';
import { readClock } from './read-clock.ts';

const EVERY_MS = 60_000;
/** NTP keeps machines within some milliseconds. A list by time still finds what is a minute off (`http/list.ts`). */
const TOLERATED_MS = 5_000;

/** Compares the clocks of this machine and of the database's, now and each minute. @returns how to stop */
export function watchClock(db: Database, onWrong: (aheadMs: number) => void): () => void {
  const poll = async () => {
    const { at, tookMs } = await readClock(db);
    const aheadMs = Math.round(Date.now() - tookMs / 2 - at);
    if (Math.abs(aheadMs) > TOLERATED_MS + tookMs) onWrong(aheadMs);
  };
  // A database that is away is told of by whoever needs it.
  const tryToLook = () => poll().catch(() => {});
  tryToLook();
  const timer = setInterval(tryToLook, EVERY_MS);
  return () => clearInterval(timer);
}
