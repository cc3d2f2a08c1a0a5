import type { Database } from './database.ts';

const clock = { name: 'clock', text: 'SELECT clock_timestamp() AS at' };

/** The database's clock in milliseconds, and the duration of the question, which is the uncertainty of the answer. */
export async function readClock(db: Database): Promise<{ at: number; tookMs: number }> {
  const asked = performance.now();
  const [row] = await db.query<{ at: Date }>(clock);
  return { at: row!.at.getTime(), tookMs: performance.now() - asked };
}
