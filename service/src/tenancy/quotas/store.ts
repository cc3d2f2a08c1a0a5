import type { Statement } from '../../db/database.ts';

/** The days whose `bytes` count as stored: a test world's events, answers and logs are kept for about this time. */
export const STORED_DAYS = 30;

export type UsageRow = { world: number; rows: bigint; bytes: bigint };

/** Today's rows, and the bytes of the last 30 days without today. $2: today. */
export const selectUsage: Statement = {
  name: 'world_usage_select',
  text: `
    SELECT coalesce(sum(rows) FILTER (WHERE day = $2::date), 0)::bigint AS rows,
           coalesce(sum(bytes) FILTER (WHERE day = $2::date), 0)::bigint AS bytes,
           coalesce(sum(bytes) FILTER (WHERE day < $2::date), 0)::bigint AS bytes_before
    FROM world_usage WHERE world = $1 AND day > $2::date - ${STORED_DAYS}`,
};

/** Written in the order of the worlds, in which every node locks them. The totals include the counts of other nodes. */
export const addUsage: Statement = {
  name: 'world_usage_add',
  text: `
    INSERT INTO world_usage AS u (world, day, rows, bytes)
    SELECT world, $2::date, rows, bytes
    FROM unnest($1::int[], $3::bigint[], $4::bigint[]) AS n (world, rows, bytes) ORDER BY world
    ON CONFLICT (world, day) DO UPDATE SET rows = u.rows + excluded.rows, bytes = u.bytes + excluded.bytes
    RETURNING world, rows, bytes`,
};

/** Uses the index of rare statuses, so completed payouts are not read. */
export const countOpenItems: Statement = {
  name: 'payouts_count_open_items',
  text: `
    SELECT coalesce(sum(count - succeeded_count - failed_count), 0)::int AS open FROM payouts
    WHERE world = $1 AND status IN ('pending', 'processing')`,
};
