import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from './db/database.ts';
import { singleFlight } from './db/single-flight.ts';
import { everyLane } from './webhooks/delivery-store.ts';

/** Longer than it takes, and less than who scrapes waits: of a database that says nothing the other series are told all the same. */
const PATIENCE_MS = 3_000;

/**
 * What has waited longest. What is under way has indexes of its own, so this costs what there is of it; of deliveries it is
 * a probe for each lane of an endpoint. What waits for its customer, or for an endpoint that fails, is nobody's trouble here.
 */
const selectOldest: Statement = {
  name: 'waiting_oldest',
  text: `
    SELECT what, livemode, max(extract(epoch FROM now() - since))::float8 AS seconds
    FROM (
      SELECT 'payments' AS what, world, created_at AS since FROM payments
      WHERE due_at IS NOT NULL AND status IN ('pending', 'processing')
      UNION ALL SELECT 'refunds', world, created_at FROM refunds WHERE due_at IS NOT NULL
      UNION ALL SELECT 'payout_items', world, updated_at FROM payout_items WHERE due_at IS NOT NULL
      UNION ALL SELECT 'payouts', world, due_at FROM payouts WHERE due_at <= now()
      UNION ALL
      SELECT 'deliveries', e.world, due.next_attempt_at
      FROM webhook_endpoints e CROSS JOIN ${everyLane} CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM deliveries_open
        WHERE world = e.world AND endpoint_id = e.id AND status = 'pending' AND lane = l.lane AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT 1) due
      WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failing_since IS NULL) open
    JOIN worlds w ON w.id = open.world
    GROUP BY what, livemode`,
};

type OldestRow = { what: string; livemode: boolean; seconds: number };

const kinds = ['payments', 'refunds', 'payouts', 'payout_items', 'deliveries'];

/** Tells at each scrape for how long the oldest of each kind has waited: 0 where nothing does, no series where nobody knows. */
export function watchWaiting(db: Database, registry: Registry): void {
  const look = singleFlight(() => db.query<OldestRow>(selectOldest));
  new Gauge({
    name: 'rialto_oldest_waiting_seconds',
    help: 'For how long the oldest has waited for a rail, or past the time of its payment or delivery',
    labelNames: ['what', 'mode'],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await Promise.race([look(), sleep(PATIENCE_MS, null, { ref: false })]).catch(() => null);
      if (!rows) return;
      for (const what of kinds) for (const mode of ['live', 'test']) this.set({ what, mode }, 0);
      for (const { what, livemode, seconds } of rows)
        this.set({ what, mode: livemode ? 'live' : 'test' }, Math.max(seconds, 0));
    },
  });
}
