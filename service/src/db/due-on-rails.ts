/**
 * The due rows of a table, separately for each rail. Use it in a FROM; its alias is `due`. $1 are the rails, $2 the
 * number of rows for each.
 * A search over all rails would read past every waiting row of a rail that hangs for an hour.
 */
export const dueOnEachRail = (columns: string, table: string) => `(
      SELECT one.* FROM (SELECT unnest((SELECT $1::text[])) AS rail, unnest((SELECT $2::int[])) AS room) AS lane
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM ${table} WHERE rail = lane.rail AND due_at <= now() ORDER BY due_at LIMIT lane.room
        FOR UPDATE SKIP LOCKED) one) due`;

/** The milliseconds until the next row of a table is due on these rails ($1). */
export const nextDueOnRails = (table: string) => `
    SELECT extract(epoch FROM (min(one.due_at) - now()))::float8 * 1000 AS ms
    FROM unnest((SELECT $1::text[])) AS lane (rail)
    CROSS JOIN LATERAL (
      SELECT due_at FROM ${table} WHERE rail = lane.rail AND due_at IS NOT NULL ORDER BY due_at LIMIT 1) one`;
