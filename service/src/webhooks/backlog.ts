import type { WebhookBacklog } from '../../../contract/src/operator-reads.ts';
import type { Database, Statement } from '../db/database.ts';

const LISTED = 100;

type BacklogRow = {
  integration: string;
  name: string;
  merchant: string;
  livemode: boolean;
  due: number;
  oldest_due_at: Date | null;
  waiting: number;
  held: number;
  dead: number;
  disabled_endpoints: number;
  failing_endpoints: number;
};

/**
 * Open deliveries are in one partition, and dead ones are read with the predicate of the index deliveries_missed, dead
 * or held. So the cost depends only on their number.
 * Deliveries of a deleted endpoint can never be sent. Deliveries written while an endpoint was being disabled wait like
 * held ones. Neither count as due.
 */
const selectBacklog: Statement = {
  name: 'webhooks_backlog',
  text: `
    WITH open AS (
      SELECT d.world, count(*) FILTER (WHERE in_line AND next_attempt_at <= now()) AS due,
             min(next_attempt_at) FILTER (WHERE in_line AND next_attempt_at <= now()) AS oldest_due_at,
             count(*) FILTER (WHERE in_line AND next_attempt_at > now()) AS waiting,
             count(*) FILTER (WHERE NOT in_line) AS held
      FROM deliveries_open d JOIN webhook_endpoints e ON e.world = d.world AND e.id = d.endpoint_id AND e.deleted_at IS NULL
           CROSS JOIN LATERAL (SELECT d.status = 'pending' AND e.status = 'enabled' AS in_line) l
      GROUP BY d.world),
    dead AS (
      SELECT d.world, count(*) AS dead
      FROM deliveries d JOIN webhook_endpoints e ON e.world = d.world AND e.id = d.endpoint_id AND e.deleted_at IS NULL
      WHERE d.status IN ('dead', 'held') AND d.status = 'dead' AND kept_until > now() GROUP BY d.world),
    endpoints AS (
      SELECT world, count(*) FILTER (WHERE status = 'disabled') AS disabled_endpoints,
             count(*) FILTER (WHERE status = 'enabled' AND failing_since IS NOT NULL) AS failing_endpoints
      FROM webhook_endpoints WHERE deleted_at IS NULL GROUP BY world)
    SELECT i.id AS integration, i.name, i.merchant_id AS merchant, w.livemode, coalesce(due, 0)::int AS due, oldest_due_at,
           coalesce(waiting, 0)::int AS waiting, coalesce(held, 0)::int AS held, coalesce(dead, 0)::int AS dead,
           coalesce(disabled_endpoints, 0)::int AS disabled_endpoints, coalesce(failing_endpoints, 0)::int AS failing_endpoints
    FROM open FULL JOIN dead USING (world) FULL JOIN endpoints USING (world)
    JOIN worlds w ON w.id = world JOIN integrations i ON i.id = w.integration_id
    WHERE coalesce(due, 0) + coalesce(waiting, 0) + coalesce(held, 0) + coalesce(dead, 0) + coalesce(disabled_endpoints, 0)
        + coalesce(failing_endpoints, 0) > 0
    ORDER BY 5 DESC, dead DESC NULLS LAST, i.id, w.livemode`,
};

export async function readBacklog(db: Database): Promise<string> {
  const integrations = (await db.query<BacklogRow>(selectBacklog)).map((row) => ({
    ...row,
    oldest_due_at: row.oldest_due_at?.toISOString() ?? null,
  }));
  const all = (column: 'due' | 'waiting' | 'held' | 'dead' | 'disabled_endpoints' | 'failing_endpoints') =>
    integrations.reduce((sum, row) => sum + row[column], 0);
  const oldest = integrations.flatMap(({ oldest_due_at: at }) => (at === null ? [] : [at])).sort();
  return JSON.stringify({
    object: 'webhook_backlog',
    at: new Date().toISOString(),
    due: all('due'),
    oldest_due_at: oldest[0] ?? null,
    waiting: all('waiting'),
    held: all('held'),
    dead: all('dead'),
    disabled_endpoints: all('disabled_endpoints'),
    failing_endpoints: all('failing_endpoints'),
    integrations: integrations.slice(0, LISTED),
  } satisfies WebhookBacklog);
}
