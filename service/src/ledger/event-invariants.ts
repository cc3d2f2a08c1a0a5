import { KEPT_ATTEMPTS } from '../core/retry.ts';
import type { Invariant } from './invariant.ts';

/** Whether the events of a record from this time must exist: in test those before `events_from` may be deleted. */
export const kept = (moment: string) => `coalesce(${moment} >= o.events_from, true)`;

/** The number of events of each kind for a record. Samples (POST /test/events) refer to records that do not exist. */
const eventsOf = (...types: string[]) => `
  SELECT world, payload::json #>> '{data,object,id}' AS id,
         ${types.map((type) => `count(*) FILTER (WHERE type = '${type}') AS "${type}"`).join(', ')}
  FROM events WHERE type IN (${types.map((type) => `'${type}'`).join(', ')}) GROUP BY 1, 2`;

/**
 * Changes are reported: each has its event (in test as long as events are kept), and every delivery and attempt is
 * accounted for.
 */
export const eventInvariants: readonly Invariant[] = [
  {
    name: 'payment_has_its_final_event',
    meaning: 'A payment has one final event, with its outcome, once it is final, and none before.',
    sql: `
      SELECT p.id AS payment, p.status, e."payment.succeeded", e."payment.failed"
      FROM payments p JOIN worlds o ON o.id = p.world
      LEFT JOIN (${eventsOf('payment.succeeded', 'payment.failed')}) e ON (e.world, e.id) = (p.world, p.id)
      WHERE ${kept('coalesce(p.succeeded_at, p.failed_at)')} AND (coalesce(e."payment.succeeded", 0), coalesce(e."payment.failed", 0))
            IS DISTINCT FROM ((p.status = 'succeeded')::int, (p.status = 'failed')::int)`,
  },
  {
    name: 'refund_has_its_events',
    meaning: 'A refund has one refund.created event, and one final event, with its outcome, once it is final.',
    sql: `
      SELECT r.id AS refund, r.status, e."refund.created", e."refund.succeeded", e."refund.failed"
      FROM refunds r JOIN worlds o ON o.id = r.world
      LEFT JOIN (${eventsOf('refund.created', 'refund.succeeded', 'refund.failed')}) e ON (e.world, e.id) = (r.world, r.id)
      WHERE ${kept('r.created_at')} AND (e."refund.created", e."refund.succeeded", e."refund.failed")
            IS DISTINCT FROM (1, (r.status = 'succeeded')::int, (r.status = 'failed')::int)`,
  },
  {
    name: 'payout_has_its_event',
    meaning:
      'A payout has one payout.completed event once it is completed, and none before. It has one payout.canceled event only if it is canceled.',
    // Payouts that were canceled before payout.canceled existed have none.
    sql: `
      SELECT p.id AS payout, p.status, e."payout.completed", e."payout.canceled"
      FROM payouts p JOIN worlds o ON o.id = p.world
      LEFT JOIN (${eventsOf('payout.completed', 'payout.canceled')}) e ON (e.world, e.id) = (p.world, p.id)
      WHERE (${kept('p.completed_at')} AND coalesce(e."payout.completed", 0) <> (p.status = 'completed')::int)
         OR e."payout.canceled" > (p.status = 'canceled')::int`,
  },
  {
    name: 'transfer_has_its_event',
    meaning: 'Every transfer has one transfer.succeeded event.',
    sql: `
      SELECT t.id AS transfer, e."transfer.succeeded"
      FROM transfers t JOIN worlds o ON o.id = t.world
      LEFT JOIN (${eventsOf('transfer.succeeded')}) e ON (e.world, e.id) = (t.world, t.id)
      WHERE ${kept('t.created_at')} AND e."transfer.succeeded" IS DISTINCT FROM 1`,
  },
  {
    name: 'delivery_has_its_event',
    meaning: 'The event and the endpoint of every delivery exist, and it names the kind of its event.',
    sql: `
      SELECT d.id AS delivery, d.event_id AS event, d.endpoint_id AS endpoint, d.event_type, e.type
      FROM deliveries d
      LEFT JOIN events e ON e.world = d.world AND e.id = d.event_id
      LEFT JOIN webhook_endpoints w ON w.world = d.world AND w.id = d.endpoint_id
      WHERE e.type IS DISTINCT FROM d.event_type OR w.id IS NULL`,
  },
  {
    name: 'attempts_are_logged',
    meaning: `Every attempt that a delivery counts, or the last ${KEPT_ATTEMPTS} of them, is logged without a gap. No other attempt is logged.`,
    sql: `
      SELECT id AS delivery, status, attempts_made, cardinality(attempts) AS logged
      FROM deliveries
      WHERE cardinality(attempts) NOT BETWEEN least(attempts_made, ${KEPT_ATTEMPTS}) AND attempts_made
         OR EXISTS (SELECT FROM unnest(attempts) WITH ORDINALITY AS a (attempt, place)
                    WHERE (attempt ->> 'number')::int <> attempts_made - cardinality(attempts) + place)`,
  },
];
