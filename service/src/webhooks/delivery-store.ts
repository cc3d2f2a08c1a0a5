import { KEPT_ATTEMPTS } from '../core/retry.ts';
import { asynchronousCommit } from '../db/asynchronous-commit.ts';
import type { Statement } from '../db/database.ts';
import { arraysFrom, arraysOf, bool, from, int4, int8, json, key, nullable, type RowOf, text } from '../db/table.ts';
import { type ClaimedDelivery, DELIVERY_LEASE_S, endpointKey } from '../events/local-deliveries.ts';

/** Events as they happen and what is resent by hand; what failed before; what is replayed. */
export const PRIORITIES = { fresh: 0, retry: 1, replay: 2 } as const;

/** For a probe of each: one that left the lane open would read past the index of what is due. */
export const everyPriority = `(VALUES (${PRIORITIES.fresh}::smallint), (${PRIORITIES.retry}), (${PRIORITIES.replay})) AS l (lane)`;

/** Sends at once to an endpoint of which nothing is known yet. */
export const FIRST_LIMIT = 2;

/** The endpoint that it goes to, as `about` of a wake names it. */
export const endpointOf = ({ world, endpoint_id: id }: ClaimedDelivery) => endpointKey(world, id);

/** The endpoints that are known, and how many deliveries each has room for. */
export const knownRooms = arraysOf({ ...key, count: int4 }, { first: 2 });
/** The endpoints that a claim looks at alone. */
export const namedEndpoints = arraysOf(key, { first: 9 });

const claimedColumns = `
    SELECT c.world, w.livemode, c.id, c.endpoint_id, c.event_id, c.attempts_made, c.run_start, e.url, e.secret,
           CASE WHEN e.old_secret_until > now() THEN e.old_secret END AS old_secret, e.headers, v.payload,
           v.traceparent, e.failing_since IS NOT NULL AS failing
    FROM claimed c
    JOIN worlds w ON w.id = c.world
    JOIN webhook_endpoints e ON e.world = c.world AND e.id = c.endpoint_id
    JOIN events v ON v.world = c.world AND v.id = c.event_id`;

const dueOf = (lane: string) => `
            SELECT * FROM (SELECT ctid FROM deliveries_open
             WHERE world = room.world AND endpoint_id = room.id AND status = 'pending' AND lane = ${lane} AND next_attempt_at <= now()
               AND (leased_until IS NULL OR leased_until <= now())
             ORDER BY next_attempt_at LIMIT room.count FOR UPDATE SKIP LOCKED) lane${lane.at(1)}`;

/**
 * Claims due deliveries, endpoint by endpoint and lane by lane: each is one range of the index deliveries_due, so an
 * endpoint with 100 000 due costs the others nothing. $1 in all; $2, $3, $4 the endpoints that are known and what each has
 * room for; $5 how many that are not known and fail; $6, $7, $8 the lanes in the order of this turn.
 *
 * A claim is a transaction by itself, so that its commit's setting rides in the WHERE: by a statement of its own it would take
 * BEGIN and COMMIT too. The condition is always true.
 */
const claimFrom = (name: string, endpoints: string): Statement => ({
  name,
  text: `
    WITH looked AS (
      SELECT e.world, e.id, b.count, b.id IS NULL AND e.failing_since IS NOT NULL AS strange
      FROM ${endpoints}
      LEFT JOIN (SELECT ${knownRooms.unnest}) AS b
        ON b.id = e.id AND b.world = e.world
      WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND coalesce(b.count, 1) > 0
    ), room AS MATERIALIZED (
      SELECT world, id, coalesce(count, CASE WHEN strange THEN 1 ELSE ${FIRST_LIMIT} END) AS count
      FROM (SELECT *, row_number() OVER (PARTITION BY strange ORDER BY random()) AS turn FROM looked) l
      WHERE NOT strange OR turn <= $5::int
      ORDER BY random()
    ), due AS MATERIALIZED (
      SELECT p.ctid
      FROM room CROSS JOIN LATERAL (
        SELECT * FROM (${['$6', '$7', '$8'].map((lane) => dueOf(`${lane}::smallint`)).join(' UNION ALL ')}) l LIMIT room.count) p
      LIMIT $1
    ), claimed AS (
      UPDATE deliveries_open d SET leased_until = now() + interval '${DELIVERY_LEASE_S} s'
      FROM due WHERE d.ctid = due.ctid
      RETURNING d.world, d.id, d.endpoint_id, d.event_id, d.attempts_made, d.run_start
    )
    ${claimedColumns}
    WHERE ${asynchronousCommit} IS NOT NULL`,
});

export const claimAll = claimFrom('deliveries_claim_all', 'webhook_endpoints e');

/** Looks at the endpoints of $9 and $10 alone. */
export const claimNamed = claimFrom(
  'deliveries_claim_named',
  `(SELECT e.* FROM (SELECT ${namedEndpoints.unnest}) AS n
    JOIN webhook_endpoints e ON e.world = n.world AND e.id = n.id) e`,
);

/**
 * What is open is pending or held. Where a delivery is found by its id it is said so: by `status = 'pending'`, a plan that was
 * made while the table was empty took the index of what is due, and read all of its world for each of the deliveries.
 */
const isPending = `status <> 'held'`;

export const released = arraysOf({ ...key, attempts_made: int4 });

/** Deliveries that were claimed and will not be sent by this process are due again at once. */
export const releaseDeliveries: Statement = {
  name: 'deliveries_release',
  text: `
    UPDATE deliveries_open d SET leased_until = NULL
    FROM (SELECT ${released.unnest}
          ORDER BY world, id) AS n
    WHERE d.world = n.world AND d.id = n.id AND d.leased_until IS NOT NULL AND d.${isPending} AND d.attempts_made = n.attempts_made`,
};

/** In how many milliseconds the next delivery is due, of those that are not due yet. */
export const nextDueDelivery: Statement = {
  name: 'deliveries_next_due',
  text: `
    SELECT extract(epoch FROM (min(d.next_attempt_at) - now()))::float8 * 1000 AS ms
    FROM webhook_endpoints e CROSS JOIN ${everyPriority} CROSS JOIN LATERAL (
      SELECT next_attempt_at FROM deliveries_open
      WHERE world = e.world AND endpoint_id = e.id AND status = 'pending' AND lane = l.lane AND next_attempt_at > now()
      ORDER BY next_attempt_at LIMIT 1) d
    WHERE e.status = 'enabled' AND e.deleted_at IS NULL`,
};

/**
 * Nobody waits for the disk after a claim or a record. Work that a crash of the database takes back is done again: a
 * delivery may come twice, and none is lost.
 */
export const withoutWaiting: Statement = {
  name: 'deliveries_without_waiting',
  text: `SELECT ${asynchronousCommit}`,
};

/** What is over is kept for so long: dead letters as docs/webhooks.md promises it, and what succeeded with them. */
const KEPT = `interval '30 days'`;

/** With each attempt all that are kept are written again: without a bound, resends in a loop would fill the disk. */
const lastAttempts = `(d.attempts || n.attempt)[greatest(cardinality(d.attempts) + 2 - ${KEPT_ATTEMPTS}, 1):]`;

/** The columns of a record: attempts, then the log of each, then the next state of each delivery. */
export const attemptKeys = arraysFrom<{ readonly delivery: ClaimedDelivery }>({
  world: from(int4, ({ delivery }) => delivery.world),
  id: from(text, ({ delivery }) => delivery.id),
  number: from(int4, ({ delivery }) => delivery.attempts_made + 1),
});
export const attemptLogs = arraysFrom<string>({ attempt: from(json) }, { first: attemptKeys.next });
const nextState = { status: text, due_in_ms: nullable(int8) };
export type NextState = RowOf<typeof nextState>;
export const nextStates = arraysOf(nextState, { first: attemptLogs.next });

/**
 * Writes what attempts came to: the log, and where each delivery goes from there. Only where no other worker has recorded
 * this attempt: a lease may have run out meanwhile. The next one is due by the database's clock, as claims read it. A delivery whose endpoint was disabled while it was being sent stays
 * held, unless this was its last attempt. What is over leaves for the partition that it is kept in. It leaves by DELETE and
 * INSERT: whoever else wants the row then finds it gone, where an UPDATE across partitions would give them an error.
 */
export const recordOutcomes: Statement = {
  name: 'deliveries_record',
  text: `
    WITH attempted AS MATERIALIZED (
      SELECT ${attemptKeys.unnest}, ${attemptLogs.unnest}, ${nextStates.unnest}
    ), waiting AS (
      UPDATE deliveries_open d
      SET next_attempt_at = CASE WHEN d.status = 'pending' THEN now() + make_interval(secs => n.due_in_ms / 1000.0) END, attempts_made = n.number,
          attempts = ${lastAttempts}, lane = greatest(d.lane, ${PRIORITIES.retry}), leased_until = NULL, updated_at = now(),
          version = d.version + 1
      FROM attempted n
      WHERE n.status = 'pending' AND d.world = n.world AND d.id = n.id AND d.leased_until IS NOT NULL
        AND d.attempts_made = n.number - 1
    ), leaving AS (
      DELETE FROM deliveries_open d USING attempted n
      WHERE n.status <> 'pending' AND d.world = n.world AND d.id = n.id AND d.leased_until IS NOT NULL
        AND d.attempts_made = n.number - 1
      RETURNING d.world, d.id, d.endpoint_id, d.event_id, d.event_type, n.status, d.lane, n.number, d.run_start, d.created_at,
                d.version, ${lastAttempts} AS attempts
    )
    INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, lane, attempts_made, run_start,
                            kept_until, created_at, updated_at, version, attempts)
    SELECT world, id, endpoint_id, event_id, event_type, status, greatest(lane, ${PRIORITIES.retry}), number, run_start,
           now() + ${KEPT}, created_at, now(), version + 1, attempts
    FROM leaving`,
};

export const healths = arraysOf({ ...key, succeeded: bool });

/** A 2xx ends a spell of failures; the first failure after a 2xx begins one. Rows that stay as they are are not written. */
export const updateHealth: Statement = {
  name: 'endpoints_update_health',
  text: `
    UPDATE webhook_endpoints e
    SET failing_since = CASE WHEN n.succeeded THEN NULL ELSE now() END, warned_days = 0
    FROM (SELECT ${healths.unnest}) AS n
    WHERE e.world = n.world AND e.id = n.id AND n.succeeded = (e.failing_since IS NOT NULL)`,
};

/** A delivery that was written for a request to send it by itself, once. */
export const claimOne: Statement = {
  name: 'deliveries_claim_one',
  text: `
    WITH claimed AS (
      UPDATE deliveries_open SET leased_until = now() + interval '${DELIVERY_LEASE_S} s'
      WHERE world = $1 AND id = $2 AND ${isPending} AND leased_until IS NULL
      RETURNING world, id, endpoint_id, event_id, attempts_made, run_start)
    ${claimedColumns}`,
};
