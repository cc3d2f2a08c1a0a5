import type { Statement } from '../db/database.ts';
import { arraysFrom, from, int4, int8 } from '../db/table.ts';

export type WorldLoad = {
  readonly world: number;
  readonly requests: number;
  readonly refused: number;
  readonly rows: number;
  readonly batchMs: number;
  readonly connectionMs: number;
};
const worlds = arraysFrom<WorldLoad>({ world: from(int4, ({ world }) => world) });
const whole = (read: (load: WorldLoad) => number) => from(int8, (load: WorldLoad) => BigInt(Math.round(read(load))));
const sums = arraysFrom<WorldLoad>(
  {
    requests: whole(({ requests }) => requests),
    refused: whole(({ refused }) => refused),
    rows: whole(({ rows }) => rows),
    batch_us: whole(({ batchMs }) => batchMs * 1_000),
    connection_us: whole(({ connectionMs }) => connectionMs * 1_000),
  },
  { first: worlds.next },
);
export const loadArrays = (loads: readonly WorldLoad[]) => [...worlds.of(loads), ...sums.of(loads)];

/** Runs once a second on each node: one row for each active world, in slots of ten seconds. */
export const addLoad: Statement = {
  name: 'tenancy_add_load',
  text: `
    INSERT INTO tenant_load AS l (slot, ${worlds.names}, ${sums.names})
    SELECT date_bin('10 s', now(), 'epoch'), n.* FROM (
      SELECT ${worlds.unnest}, ${sums.unnamed}) AS n
    ORDER BY world
    ON CONFLICT (slot, world) DO UPDATE SET
      requests = l.requests + excluded.requests, refused = l.refused + excluded.refused, rows = l.rows + excluded.rows,
      batch_us = l.batch_us + excluded.batch_us, connection_us = l.connection_us + excluded.connection_us`,
};

export const deleteOldLoad: Statement = {
  name: 'tenancy_delete_old_load',
  text: `DELETE FROM tenant_load WHERE slot < now() - interval '2 hours'`,
};

export type LoadRow = {
  integration: string;
  name: string;
  merchant: string;
  livemode: boolean;
  requests: number;
  refused: number;
  rows: number;
  batch_ms: number;
  connection_ms: number;
  requests_per_second: number | null;
  reason: string | null;
  throttled_by: string | null;
  throttled_at: Date | null;
};

/** $1: how many seconds back, $2: one world or NULL. An hour has 360 slots with the worlds that were busy in it. */
const loadOf = (which: string) => `
  SELECT i.id AS integration, i.name, i.merchant_id AS merchant, w.livemode, coalesce(requests, 0)::float8 AS requests,
         coalesce(refused, 0)::float8 AS refused, coalesce(rows, 0)::float8 AS rows,
         coalesce(round(batch_us / 1000), 0)::float8 AS batch_ms, coalesce(round(connection_us / 1000), 0)::float8 AS connection_ms,
         t.requests_per_second, t.reason, t.throttled_by, t.throttled_at
  FROM (SELECT world, sum(requests) AS requests, sum(refused) AS refused, sum(rows) AS rows, sum(batch_us) AS batch_us,
               sum(connection_us) AS connection_us
        FROM tenant_load WHERE slot > now() - make_interval(secs => $1) GROUP BY world) AS l
  FULL JOIN tenant_throttles t USING (world)
  ${which}`;

export const selectLoad: Statement = {
  name: 'tenancy_select_load',
  text: `
    ${loadOf('JOIN worlds w ON w.id = world JOIN integrations i ON i.id = w.integration_id')}
    ORDER BY connection_us DESC NULLS LAST, batch_us DESC NULLS LAST, requests DESC NULLS LAST, world
    LIMIT $2 OFFSET $3`,
};

export const selectLoadOf: Statement = {
  name: 'tenancy_select_load_of',
  text: `
    ${loadOf('RIGHT JOIN worlds w ON w.id = world JOIN integrations i ON i.id = w.integration_id')} WHERE w.id = $2`,
};

export const selectThrottledWorld: Statement = {
  name: 'tenancy_select_world',
  text: `SELECT id AS world FROM worlds WHERE integration_id = $1 AND livemode = $2 FOR KEY SHARE`,
};

export type ThrottleRow = { world: number; requests_per_second: number; reason: string };

export const selectThrottles: Statement = {
  name: 'tenancy_select_throttles',
  text: `SELECT world, requests_per_second, reason FROM tenant_throttles`,
};

export const lockThrottle: Statement = {
  name: 'tenancy_lock_throttle',
  text: `SELECT world, requests_per_second, reason FROM tenant_throttles WHERE world = $1 FOR UPDATE`,
};

export const setThrottle: Statement = {
  name: 'tenancy_set_throttle',
  text: `
    WITH written AS (
      INSERT INTO tenant_throttles (world, requests_per_second, reason, throttled_by) VALUES ($1, $2, $3, $4)
      ON CONFLICT (world) DO UPDATE SET
        requests_per_second = excluded.requests_per_second, reason = excluded.reason,
        throttled_by = excluded.throttled_by, throttled_at = now()
      RETURNING world)
    SELECT pg_notify('rialto_throttles', world::text) FROM written`,
};

export const liftThrottle: Statement = {
  name: 'tenancy_lift_throttle',
  text: `
    WITH lifted AS (DELETE FROM tenant_throttles WHERE world = $1 RETURNING world)
    SELECT pg_notify('rialto_throttles', world::text) FROM lifted`,
};
