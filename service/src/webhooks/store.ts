import type { EventGroup, EventKind } from '../../../contract/src/events.ts';
import type { Attempt, DeliveryStatus } from '../../../contract/src/webhooks.ts';
import type { Statement } from '../db/database.ts';
import { PRIORITIES } from './delivery-store.ts';

export type EndpointRow = {
  world: number;
  livemode: boolean;
  id: string;
  url: string;
  events: (EventKind | EventGroup | '*')[];
  header_names: string[];
  description: string | null;
  metadata: Record<string, string>;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

export const endpointColumns = `
  e.world, w.livemode, e.id, e.url, e.events, e.header_names, e.description, e.metadata, e.status, e.disabled_reason, e.created_at,
  e.updated_at, e.version`;

/** The inbox of a test world is no endpoint to read or change. */
export const selectEndpoint: Statement = {
  name: 'endpoints_select',
  text: `
    SELECT ${endpointColumns} FROM webhook_endpoints e JOIN worlds w ON w.id = e.world
    WHERE e.world = $1 AND e.id = $2 AND e.deleted_at IS NULL AND NOT e.inbox`,
};

/** For a change of some of them. */
export const lockHeaders: Statement = {
  name: 'endpoints_lock_headers',
  text: `
    SELECT headers FROM webhook_endpoints
    WHERE world = $1 AND id = $2 AND deleted_at IS NULL AND NOT inbox FOR NO KEY UPDATE`,
};

/** For a change whose act says what was before. */
export const lockEndpoint: Statement = {
  name: 'endpoints_lock',
  text: `${selectEndpoint.text} FOR NO KEY UPDATE OF e`,
};

/** Serialises the creations of one world, so that the limit holds under parallel requests. */
export const lockWorld: Statement = {
  name: 'endpoints_lock_world',
  text: `SELECT id FROM worlds WHERE id = $1 FOR NO KEY UPDATE`,
};

export const countEndpoints: Statement = {
  name: 'endpoints_count',
  text: `SELECT count(*)::int AS count FROM webhook_endpoints WHERE world = $1 AND deleted_at IS NULL AND NOT inbox`,
};

export const insertEndpoint: Statement = {
  name: 'endpoints_insert',
  text: `
    WITH e AS (
      INSERT INTO webhook_endpoints (world, id, url, events, description, metadata, secret, headers, header_names)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *)
    SELECT ${endpointColumns} FROM e JOIN worlds w ON w.id = e.world`,
};

/** $3 and after: null leaves a field as it is; $5 and $9 say whether the description and the headers are set. */
const updated = {
  url: 'coalesce($3, url)',
  events: 'coalesce($4::text[], events)',
  description: 'CASE WHEN $5 THEN $6::text ELSE description END',
  metadata: 'coalesce($7::jsonb, metadata)',
  status: 'coalesce($8, status)',
  headers: 'CASE WHEN $9 THEN $10::bytea ELSE headers END',
  header_names: 'CASE WHEN $9 THEN $11::text[] ELSE header_names END',
  disabled_reason: `CASE $8 WHEN 'enabled' THEN NULL WHEN 'disabled' THEN 'Disabled by its owner.' ELSE disabled_reason END`,
  failing_since: `CASE WHEN $8 = 'enabled' THEN NULL ELSE failing_since END`,
};
const isUpdated = `(${Object.keys(updated)}) IS DISTINCT FROM (${Object.values(updated)})`;

/** What is sent as it was is no change: the version stays. */
export const updateEndpoint: Statement = {
  name: 'endpoints_update',
  text: `
    WITH e AS (
      UPDATE webhook_endpoints
      SET (${Object.keys(updated)}) = ROW (${Object.values(updated)}),
          updated_at = CASE WHEN ${isUpdated} THEN now() ELSE updated_at END,
          version = version + (${isUpdated})::int
      WHERE world = $1 AND id = $2 AND deleted_at IS NULL AND NOT inbox
      RETURNING *)
    SELECT ${endpointColumns} FROM e JOIN worlds w ON w.id = e.world`,
};

/**
 * The secret before becomes the old one. Within an overlap the old one was promised to sign until its end: what gives way
 * is the secret that only `Service-Signature-Next` was signed with. Without an overlap ($4 = 0) the new one is alone.
 */
export const rollSecret: Statement = {
  name: 'endpoints_roll_secret',
  text: `
    WITH e AS (
      UPDATE webhook_endpoints
      SET old_secret = CASE WHEN old_secret_until > now() AND $4 > 0 THEN old_secret ELSE secret END,
          old_secret_until = greatest(now() + make_interval(secs => $4), CASE WHEN $4 > 0 THEN old_secret_until END),
          secret = $3,
          updated_at = now(), version = version + 1
      WHERE world = $1 AND id = $2 AND deleted_at IS NULL AND NOT inbox
      RETURNING *)
    SELECT ${endpointColumns} FROM e JOIN worlds w ON w.id = e.world`,
};

export const deleteEndpoint: Statement = {
  name: 'endpoints_delete',
  text: `
    UPDATE webhook_endpoints SET deleted_at = now()
    WHERE world = $1 AND id = $2 AND deleted_at IS NULL AND NOT inbox RETURNING id`,
};

/** So many are held in the transaction that disables or deletes an endpoint. A worker holds the rest (`hold-rest.ts`). */
export const FIRST_HELD = 200;

/** Holds the next $3 deliveries of an endpoint that is locked, and notes whether there may be more. */
export const holdDeliveries: Statement = {
  name: 'deliveries_hold',
  text: `
    WITH held AS (
      UPDATE deliveries_open SET status = 'held', next_attempt_at = NULL, updated_at = now(), version = version + 1
      WHERE world = $1 AND id = ANY (ARRAY(
        SELECT id FROM deliveries_open
        WHERE world = $1 AND endpoint_id = $2 AND status = 'pending' ORDER BY id LIMIT $3 FOR UPDATE))
      RETURNING 1)
    UPDATE webhook_endpoints SET holding_at = CASE WHEN (SELECT count(*) FROM held) = $3 THEN clock_timestamp() END
    WHERE world = $1 AND id = $2
    RETURNING (SELECT count(*)::int FROM held) AS held`,
};

/** An endpoint that has deliveries to be held: the one that has waited longest. */
export const claimHolding: Statement = {
  name: 'endpoints_claim_holding',
  text: `
    SELECT world, id, status = 'disabled' OR deleted_at IS NOT NULL AS closed FROM webhook_endpoints
    WHERE holding_at <= now() ORDER BY holding_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
};

/** It was enabled again meanwhile: what waits is sent. */
export const stopHolding: Statement = {
  name: 'endpoints_stop_holding',
  text: 'UPDATE webhook_endpoints SET holding_at = NULL WHERE world = $1 AND id = $2',
};

/** Holding its deliveries failed: others come first, and it is tried again in a minute. */
export const putOffHolding: Statement = {
  name: 'endpoints_put_off_holding',
  text: `UPDATE webhook_endpoints SET holding_at = now() + interval '1 min' WHERE world = $1 AND id = $2 AND holding_at IS NOT NULL`,
};

export type DeliveryRow = {
  world: number;
  livemode: boolean;
  id: string;
  endpoint_id: string;
  /** Null for the inbox. */
  endpoint_url: string | null;
  event_id: string;
  event_type: EventKind;
  payload: string;
  status: DeliveryStatus;
  next_attempt_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
  attempts: Attempt[];
};

const selectWith = (attempts: string) => `
  SELECT d.world, w.livemode, d.id, d.endpoint_id, d.event_id, d.event_type, d.status, d.next_attempt_at, d.created_at,
         d.updated_at, d.version, CASE WHEN NOT e.inbox THEN e.url END AS endpoint_url, v.payload, ${attempts}
  FROM deliveries d JOIN worlds w ON w.id = d.world JOIN events v ON v.world = d.world AND v.id = d.event_id
  JOIN webhook_endpoints e ON e.world = d.world AND e.id = d.endpoint_id`;

/** For a page: of a hundred dead letters, seven whole answers each would be 45 MiB. */
export const selectDeliveriesFrom = selectWith(`ARRAY (
  SELECT CASE WHEN octet_length(a::text) <= 16384 THEN a
              ELSE (a::jsonb || jsonb_build_object('response_body', left(a->>'response_body', 16384)))::json END
  FROM unnest(d.attempts) WITH ORDINALITY AS made (a, place) ORDER BY place) AS attempts`);

/** For the inbox, whose answers are short. */
export const selectInboxEventsFrom = selectWith('d.attempts');

export const selectInbox: Statement = {
  name: 'inbox_select',
  text: 'SELECT id FROM webhook_endpoints WHERE world = $1 AND inbox',
};

/** A delivery that is over is visible for 30 days, whenever its partition is dropped. */
export const VISIBLE = `(d.kept_until > now())`;

export const selectDelivery: Statement = {
  name: 'deliveries_select',
  text: `${selectWith('d.attempts')} WHERE d.world = $1 AND d.id = $2 AND ${VISIBLE}`,
};

const putInLine = (lane: number, which: string) => `
    UPDATE deliveries
    SET status = 'pending', next_attempt_at = now(), run_start = attempts_made, lane = ${lane}, kept_until = 'infinity',
        leased_until = NULL, updated_at = now(), version = version + 1
    WHERE world = $1 AND ${which}
    RETURNING id`;

/** Puts a delivery in line again, now, whatever its state; one that is being sent at this moment stays as it is. */
export const resendDelivery: Statement = {
  name: 'deliveries_resend',
  text: `
    ${putInLine(PRIORITIES.fresh, `id = $2 AND (status <> 'pending' OR leased_until IS NULL OR leased_until <= now())`)}`,
};

export const lockDelivery: Statement = {
  name: 'deliveries_lock',
  text: `
    SELECT d.endpoint_id, e.status AS endpoint_status, e.deleted_at IS NOT NULL AS endpoint_deleted
    FROM deliveries d JOIN webhook_endpoints e ON e.world = d.world AND e.id = d.endpoint_id
    WHERE d.world = $1 AND d.id = $2 AND ${VISIBLE}
    FOR UPDATE OF d`,
};

export type ReplayRow = {
  world: number;
  livemode: boolean;
  id: string;
  endpoint_id: string;
  since: Date;
  until: Date;
  types: EventKind[] | null;
  delivery_status: 'dead' | 'held' | 'failed' | 'all';
  cursor: string;
  resent_count: number;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  version: number;
};

const replayColumns = `
  r.world, w.livemode, r.id, r.endpoint_id, r.since, r.until, r.types, r.delivery_status, r.cursor, r.resent_count,
  r.created_at, r.updated_at, r.completed_at, r.version`;

export const insertReplay: Statement = {
  name: 'replays_insert',
  text: `
    WITH r AS (
      INSERT INTO replays (world, id, endpoint_id, since, until, types, delivery_status)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *)
    SELECT ${replayColumns} FROM r JOIN worlds w ON w.id = r.world`,
};

export const selectReplaysFrom = `SELECT ${replayColumns} FROM replays r JOIN worlds w ON w.id = r.world`;

export const selectReplay: Statement = {
  name: 'replays_select',
  text: `${selectReplaysFrom} WHERE r.world = $1 AND r.id = $2`,
};

/**
 * One replay that is not done, for one worker at a time: the one that has waited longest, so that a long one does not keep
 * the others. It rests while its endpoint is disabled.
 */
export const claimReplay: Statement = {
  name: 'replays_claim',
  text: `
    ${selectReplaysFrom} JOIN webhook_endpoints e ON e.world = r.world AND e.id = r.endpoint_id
    WHERE r.completed_at IS NULL AND r.next_at <= now() AND e.status = 'enabled' AND e.deleted_at IS NULL
    ORDER BY r.updated_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
};

/** With its endpoint a replay is at its end. */
export const endReplays: Statement = {
  name: 'replays_end',
  text: `
    UPDATE replays SET completed_at = now(), updated_at = now(), version = version + 1
    WHERE world = $1 AND endpoint_id = $2 AND completed_at IS NULL`,
};

/**
 * Puts the next portion of a replay in line. $1 world, $2 endpoint, $3 the last id looked at, $4 and $5 the bounds of the
 * ids, $6 and $7 the times, $8 kinds or null, $9 states, $10 how many. Answers the ids in order.
 */
export const resendPortion: Statement = {
  name: 'deliveries_resend_portion',
  text: `
    WITH portion AS MATERIALIZED (
      SELECT id FROM deliveries
      WHERE world = $1 AND endpoint_id = $2 AND id > $3 AND id >= $4 AND id < $5
        AND created_at >= $6 AND created_at < $7
        AND ($8::text[] IS NULL OR event_type = ANY ($8)) AND status = ANY ($9::text[])
        AND kept_until > now()
      ORDER BY id LIMIT $10
      FOR UPDATE
    )
    ${putInLine(PRIORITIES.replay, 'id IN (SELECT id FROM portion)')}`,
};

export const advanceReplay: Statement = {
  name: 'replays_advance',
  text: `
    UPDATE replays SET cursor = $3, failures = 0, resent_count = resent_count + $4, updated_at = now(), version = version + 1,
                       completed_at = CASE WHEN $5 THEN now() END
    WHERE world = $1 AND id = $2`,
};

/** A portion failed: 2, 4, 8 … seconds, and after $3 failures it is parked. */
export const putOffReplay: Statement = {
  name: 'replays_put_off',
  text: `
    UPDATE replays
    SET failures = failures + 1, next_at = CASE WHEN failures + 1 < $3 THEN now() + make_interval(secs => 2 ^ (failures + 1)) END
    WHERE world = $1 AND id = $2 AND completed_at IS NULL RETURNING next_at`,
};

/** Replays that are parked go on once their endpoint is enabled. */
export const unparkReplays: Statement = {
  name: 'replays_unpark',
  text: `
    UPDATE replays SET next_at = now(), failures = 0
    WHERE world = $1 AND endpoint_id = $2 AND completed_at IS NULL AND next_at IS NULL`,
};
