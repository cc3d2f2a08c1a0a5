import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { endpointKey, wakeWorker } from '../workers/wake.ts';
import { FIRST_HELD, holdDeliveries } from './store.ts';

/** Days without a 2xx: notices after the first two, disabled after the last. */
const NOTICE_DAYS = [1, 3, 5] as const;
export const LAST_DAY = 5;

export type FailingEndpoint = {
  readonly world: number;
  readonly id: string;
  readonly url: string;
  readonly day: number;
};

/** Takes the due notices, each once. $1 are the days. */
const takeNotices: Statement = {
  name: 'endpoints_take_notices',
  text: `
    WITH due AS (
      SELECT e.world, e.id, max(n.day) AS day
      FROM webhook_endpoints e JOIN unnest($1::int[]) AS n (day) ON e.failing_since <= now() - make_interval(days => n.day)
      WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failing_since IS NOT NULL
      GROUP BY e.world, e.id, e.warned_days HAVING max(n.day) > e.warned_days
    )
    UPDATE webhook_endpoints e SET warned_days = due.day FROM due
    WHERE e.world = due.world AND e.id = due.id
      -- Asked of the row as it is once it is locked: another node may have told, or a 2xx ended the spell, meanwhile.
      AND e.warned_days < due.day AND e.status = 'enabled' AND e.failing_since <= now() - make_interval(days => due.day)
    RETURNING e.world, e.id, e.url, due.day`,
};

const disable: Statement = {
  name: 'endpoints_disable_failing',
  text: `
    UPDATE webhook_endpoints
    SET status = 'disabled', disabled_reason = $3, updated_at = now(), version = version + 1
    WHERE world = $1 AND id = $2`,
};

/**
 * Looks for endpoints that have not answered 2xx for days. On day 5 an endpoint is disabled with a reason and its
 * deliveries are held: nothing is lost, and all of it can be replayed.
 * The days count even if nothing was sent: a single failure leads to five days without a 2xx, and a test that gets a
 * 2xx ends them.
 * @returns the endpoints whose developers to notify
 */
export async function disableFailing(db: Database): Promise<FailingEndpoint[]> {
  return transaction(db, async (tx) => {
    const notices = await tx.query<FailingEndpoint>(takeNotices, [NOTICE_DAYS]);
    for (const { world, id, day } of notices) {
      if (day < LAST_DAY) continue;
      const reason = `No delivery has been answered with 2xx for ${LAST_DAY} days. Fix the endpoint, enable it, then replay the held deliveries.`;
      tx.query(disable, [world, id, reason]);
      tx.query(holdDeliveries, [world, id, Math.ceil(FIRST_HELD / notices.length)]);
      tx.afterCommit(() => {
        wakeWorker('endpoints', [endpointKey(world, id)]);
        wakeWorker('replays');
      });
    }
    return notices;
  });
}
