import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';
import { everyPriority } from '../webhooks/delivery-store.ts';

const WITHIN_MS = 3_000;
/** Rows that are read of each kind, in the order of their due time, so that the oldest are included. */
const MOST_READ = 10_000;

/**
 * The oldest waiting record of each kind, from an index of open records. For deliveries it probes each lane of an
 * enabled endpoint.
 * Payments that wait for their customer, and deliveries to a failing endpoint, do not count.
 */
const selectOldest: Statement = {
  name: 'waiting_oldest',
  withinMs: WITHIN_MS,
  text: `
    SELECT what, livemode, max(extract(epoch FROM now() - since))::float8 AS seconds
    FROM (
      SELECT 'payments' AS what, world, created_at AS since FROM (
        SELECT * FROM payments WHERE due_at IS NOT NULL ORDER BY rail, due_at LIMIT ${MOST_READ}) p
      WHERE status IN ('pending', 'processing')
      UNION ALL SELECT 'refunds', world, created_at FROM (
        SELECT * FROM refunds WHERE due_at IS NOT NULL ORDER BY rail, due_at LIMIT ${MOST_READ}) r
      UNION ALL SELECT 'payout_items', world, updated_at FROM (
        SELECT * FROM payout_items WHERE due_at IS NOT NULL ORDER BY rail, world, due_at LIMIT ${MOST_READ}) i
      UNION ALL SELECT 'payouts', world, due_at FROM (
        SELECT * FROM payouts WHERE due_at <= now() ORDER BY due_at LIMIT ${MOST_READ}) o
      UNION ALL
      SELECT 'deliveries', e.world, due.next_attempt_at
      FROM webhook_endpoints e CROSS JOIN ${everyPriority} CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM deliveries_open
        WHERE world = e.world AND endpoint_id = e.id AND status = 'pending' AND lane = l.lane AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT 1) due
      WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failing_since IS NULL) open
    JOIN worlds w ON w.id = open.world
    GROUP BY what, livemode`,
};

type OldestRow = { what: string; livemode: boolean; seconds: number };

const kinds = ['payments', 'refunds', 'payouts', 'payout_items', 'deliveries'];

/**
 * Reports the waiting time of the oldest record of each kind, at most 15 s old: 0 if none waits, no series if the time
 * is unknown.
 * @returns a function that ends it
 */
export function watchWaiting(db: Database, registry: Registry, everyMs?: number): () => void {
  const oldest = readEvery<OldestRow>(db, selectOldest, everyMs);
  new Gauge({
    name: 'rialto_oldest_waiting_seconds',
    help: 'How long the oldest item has waited for a rail, or past the due time of its payment or delivery',
    labelNames: ['what', 'mode'],
    registers: [registry],
    async collect() {
      const known = await oldest.known();
      this.reset();
      if (!known) return;
      for (const what of kinds) for (const mode of ['live', 'test']) this.set({ what, mode }, 0);
      for (const { what, livemode, seconds } of known)
        this.set({ what, mode: livemode ? 'live' : 'test' }, Math.max(seconds, 0));
    },
  });
  return oldest.stop;
}
