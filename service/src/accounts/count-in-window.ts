import type { Queries, Statement } from '../db/database.ts';

/** Allows $2 tries within a window of $3 seconds that begins with the first. */
const reserveStatement: Statement = {
  name: 'throttles_reserve_in_window',
  text: `
    INSERT INTO throttles AS t (subject, failures, retry_at) VALUES ($1, 1, now() + make_interval(secs => $3::int))
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN t.retry_at <= now() THEN 1 ELSE t.failures + 1 END,
      retry_at = CASE WHEN t.retry_at <= now() THEN now() + make_interval(secs => $3::int) ELSE t.retry_at END,
      updated_at = now()
    WHERE t.retry_at <= now() OR t.failures < $2::int
    RETURNING 1`,
};

const waitStatement: Statement = {
  name: 'throttles_wait_in_window',
  text: `SELECT greatest(ceil(extract(epoch FROM retry_at - now())), 1)::int AS seconds FROM throttles WHERE subject = $1`,
};

const uncountStatement: Statement = {
  name: 'throttles_uncount',
  text: `UPDATE throttles SET failures = failures - 1 WHERE subject = $1 AND failures > 0`,
};

export const HOUR_S = 3_600;
export const DAY_S = 86_400;

export type Window = { readonly subject: Buffer; readonly most: number; readonly seconds: number };

/** Counts one try if there is room. @returns null, or the seconds until there is room again */
export async function countInWindow(db: Queries, { subject, most, seconds }: Window): Promise<number | null> {
  if ((await db.query(reserveStatement, [subject, most, seconds])).length > 0) return null;
  const [wait] = await db.query<{ seconds: number }>(waitStatement, [subject]);
  return wait?.seconds ?? 1;
}

/** Takes back one counted try. */
export const uncount = (db: Queries, subject: Buffer): Promise<unknown> => db.query(uncountStatement, [subject]);
