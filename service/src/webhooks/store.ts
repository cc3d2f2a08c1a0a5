import type { EventKind } from '../../../contract/src/events.ts';
import type { DeliveryStatus } from '../../../contract/src/webhooks.ts';
import type { Statement } from '../db/database.ts';

export type EndpointRow = {
  world: number;
  livemode: boolean;
  id: string;
  url: string;
  events: (EventKind | '*')[];
  description: string | null;
  metadata: Record<string, string>;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

export const endpointColumns = `
  e.world, w.livemode, e.id, e.url, e.events, e.description, e.metadata, e.status, e.disabled_reason, e.created_at,
  e.updated_at, e.version`;

export const selectEndpoint: Statement = {
  name: 'endpoints_select',
  text: `
    SELECT ${endpointColumns} FROM webhook_endpoints e JOIN worlds w ON w.id = e.world
    WHERE e.world = $1 AND e.id = $2 AND e.deleted_at IS NULL`,
};

/** Serialises the creations of one world, so that the limit holds under parallel requests. */
export const lockWorld: Statement = {
  name: 'endpoints_lock_world',
  text: `SELECT id FROM worlds WHERE id = $1 FOR NO KEY UPDATE`,
};

export const countEndpoints: Statement = {
  name: 'endpoints_count',
  text: `SELECT count(*)::int AS count FROM webhook_endpoints WHERE world = $1 AND deleted_at IS NULL`,
};

export const insertEndpoint: Statement = {
  name: 'endpoints_insert',
  text: `
    WITH e AS (
      INSERT INTO webhook_endpoints (world, id, url, events, description, metadata, secret)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *)
    SELECT ${endpointColumns} FROM e JOIN worlds w ON w.id = e.world`,
};

export const deleteEndpoint: Statement = {
  name: 'endpoints_delete',
  text: `UPDATE webhook_endpoints SET deleted_at = now() WHERE world = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`,
};

export const holdDeliveries: Statement = {
  name: 'deliveries_hold',
  text: `
    UPDATE deliveries SET status = 'held', next_attempt_at = NULL, updated_at = now(), version = version + 1
    WHERE world = $1 AND endpoint_id = $2 AND status = 'pending'`,
};

export type AttemptRow = {
  number: number;
  at: string;
  request_headers: Record<string, string>;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  error: { class: string; message: string } | null;
  duration_ms: number;
};

export type DeliveryRow = {
  world: number;
  livemode: boolean;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: EventKind;
  status: DeliveryStatus;
  next_attempt_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
  attempts: AttemptRow[];
};

const deliveryColumns = `
  d.world, w.livemode, d.id, d.endpoint_id, d.event_id, d.event_type, d.status, d.next_attempt_at, d.created_at,
  d.updated_at, d.version,
  coalesce((SELECT json_agg(json_build_object(
      'number', a.number, 'at', a.at, 'request_headers', a.request_headers, 'response_status', a.response_status,
      'response_headers', a.response_headers, 'response_body', a.response_body, 'error', a.error, 'duration_ms', a.duration_ms)
      ORDER BY a.number)
    FROM delivery_attempts a WHERE a.world = d.world AND a.delivery_id = d.id), '[]') AS attempts`;

export const selectDeliveriesFrom = `SELECT ${deliveryColumns} FROM deliveries d JOIN worlds w ON w.id = d.world`;

/** A dead letter is visible for 30 days, then gone. */
export const VISIBLE = `(d.dead_until IS NULL OR d.dead_until > now())`;

export const selectDelivery: Statement = {
  name: 'deliveries_select',
  text: `${selectDeliveriesFrom} WHERE d.world = $1 AND d.id = $2 AND ${VISIBLE}`,
};

export type ClaimedDelivery = {
  world: number;
  livemode: boolean;
  id: string;
  endpoint_id: string;
  event_id: string;
  attempts_made: number;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
  payload: string;
};

/** Longer than a send may take (10 s) and its record with it: what a dead worker had is tried again after this. */
const LEASE_S = 30;

/**
 * Claims due deliveries, endpoint by endpoint: each is one range of the index deliveries_due, so an endpoint with 100 000
 * due costs the others nothing. $1 in all, $2 for each endpoint less what is under way there ($3 endpoints, $4 counts).
 */
export const claimDeliveries: Statement = {
  name: 'deliveries_claim',
  text: `
    WITH room AS MATERIALIZED (
      SELECT e.world, e.id, $2::int - coalesce(b.count, 0) AS count
      FROM webhook_endpoints e LEFT JOIN unnest($3::text[], $4::int[]) AS b (id, count) ON b.id = e.id
      WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND coalesce(b.count, 0) < $2::int
      ORDER BY random()
    ), due AS MATERIALIZED (
      SELECT d.world, d.id FROM room CROSS JOIN LATERAL (
        SELECT world, id FROM deliveries
        WHERE world = room.world AND endpoint_id = room.id AND status = 'pending' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT room.count FOR UPDATE SKIP LOCKED) d
      LIMIT $1
    ), claimed AS (
      UPDATE deliveries d SET next_attempt_at = now() + interval '${LEASE_S} s'
      FROM due WHERE d.world = due.world AND d.id = due.id
      RETURNING d.world, d.id, d.endpoint_id, d.event_id, d.attempts_made
    )
    SELECT c.world, w.livemode, c.id, c.endpoint_id, c.event_id, c.attempts_made, e.url, e.secret,
           CASE WHEN e.old_secret_until > now() THEN e.old_secret END AS old_secret, v.payload
    FROM claimed c
    JOIN worlds w ON w.id = c.world
    JOIN webhook_endpoints e ON e.world = c.world AND e.id = c.endpoint_id
    JOIN events v ON v.world = c.world AND v.id = c.event_id`,
};

/** In how many milliseconds the next delivery is due, of those that are not due yet. */
export const nextDueDelivery: Statement = {
  name: 'deliveries_next_due',
  text: `
    SELECT extract(epoch FROM (min(d.next_attempt_at) - now()))::float8 * 1000 AS ms
    FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT next_attempt_at FROM deliveries
      WHERE world = e.world AND endpoint_id = e.id AND status = 'pending' AND next_attempt_at > now()
      ORDER BY next_attempt_at LIMIT 1) d
    WHERE e.status = 'enabled' AND e.deleted_at IS NULL`,
};

export const insertAttempts: Statement = {
  name: 'attempts_insert',
  text: `
    INSERT INTO delivery_attempts (world, delivery_id, number, at, request_headers, response_status, response_headers,
                                   response_body, error, duration_ms)
    SELECT * FROM unnest($1::int[], $2::text[], $3::int[], $4::timestamptz[], $5::jsonb[], $6::int[], $7::jsonb[], $8::text[],
                         $9::jsonb[], $10::int[])
    ON CONFLICT DO NOTHING`,
};

/** Only where no other worker has recorded this attempt: a lease may have run out meanwhile. */
export const updateDeliveries: Statement = {
  name: 'deliveries_update',
  text: `
    UPDATE deliveries d
    SET status = n.status, attempts_made = n.number, next_attempt_at = n.next_attempt_at, updated_at = now(),
        version = d.version + 1, dead_until = CASE WHEN n.status = 'dead' THEN now() + interval '30 days' END
    FROM unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::timestamptz[]) AS n (world, id, number, status, next_attempt_at)
    WHERE d.world = n.world AND d.id = n.id AND d.status = 'pending' AND d.attempts_made = n.number - 1`,
};
