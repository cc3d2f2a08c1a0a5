import type { Database } from './database.ts';

const clock = { name: 'clock', text: 'SELECT clock_timestamp() AS at' };

/** What the database's clock says, in milliseconds, and how long it took to ask: that much is not known of when it said so. */
export async function readClock(db: Database): Promise<{ at: number; tookMs: number }> {
  const asked = performance.now();
  const [row] = await db.query<{ at: Date }>(clock);
  return { at: row!.at.getTime(), tookMs: performance.now() - asked };
}
