import type { Statement } from '../db/database.ts';
import { arraysOf, bool, int4, key } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import { INBOX_URL } from '../events/open-inbox.ts';
import type { Attempted } from './attempt.ts';
import { hasSucceeded } from './send.ts';

const counts = arraysOf({ ...key, succeeded: int4, failed: int4, last_succeeded: bool });

const countStatement: Statement = {
  name: 'endpoints_count_hours',
  text: `
    INSERT INTO endpoint_hours AS h (world, endpoint_id, hour, succeeded, failed, last_at, last_succeeded)
    SELECT n.world, n.id, date_trunc('hour', now(), 'UTC'), n.succeeded, n.failed, now(), n.last_succeeded
    FROM (SELECT ${counts.unnest}) AS n JOIN webhook_endpoints e ON e.world = n.world AND e.id = n.id
    ORDER BY n.world, n.id
    ON CONFLICT (world, endpoint_id, hour) DO UPDATE
    SET succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed,
        last_at = greatest(h.last_at, excluded.last_at),
        last_succeeded = CASE WHEN excluded.last_at < h.last_at THEN h.last_succeeded ELSE excluded.last_succeeded END`,
};

/** Hours older than this are no longer shown. Deleted by retention. */
export const deleteOldHours: Statement = {
  name: 'endpoints_delete_hours',
  text: `DELETE FROM endpoint_hours WHERE hour < now() - interval '31 days'`,
};

/**
 * Adds the attempts of a batch, in the order of their endpoints, to the current hour: one row for each endpoint,
 * however many attempts. A batch that began earlier and commits later leaves the last outcome. It is the last statement
 * of the batch, so its rows are locked only for the commit. An endpoint that went with its idle test merchant is left
 * out.
 */
export function countHours(tx: Tx, attempts: readonly Attempted[]): void {
  const byEndpoint = new Map<string, { world: number; id: string; succeeded: number; failed: number; last: Date }>();
  const lasts = new Map<string, boolean>();
  for (const { delivery, at, outcome } of attempts) {
    if (delivery.url === INBOX_URL) continue;
    const { world, endpoint_id: id } = delivery;
    const count = byEndpoint.get(id) ?? { world, id, succeeded: 0, failed: 0, last: at };
    const succeeded = hasSucceeded(outcome);
    if (succeeded) count.succeeded++;
    else count.failed++;
    if (at >= count.last) lasts.set(id, succeeded);
    count.last = at >= count.last ? at : count.last;
    byEndpoint.set(id, count);
  }
  if (byEndpoint.size === 0) return;
  tx.query(
    countStatement,
    counts.of([...byEndpoint.values()].map((row) => ({ ...row, last_succeeded: lasts.get(row.id)! }))),
  );
}
