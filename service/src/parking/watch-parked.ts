import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../db/database.ts';
import { singleFlight } from '../db/single-flight.ts';

/** What is parked has indexes of its own, so this costs what there is of it. */
const countParked: Statement = {
  name: 'parked_count',
  text: `
    SELECT what, livemode, count(*)::int AS count
    FROM (
      SELECT kind AS what, world FROM parked_settlements WHERE resolved_at IS NULL
      UNION ALL SELECT 'clock', world FROM clock_advances WHERE due_at IS NULL
      UNION ALL SELECT 'replay', world FROM replays WHERE completed_at IS NULL AND next_at IS NULL) parked
    JOIN worlds w ON w.id = parked.world
    GROUP BY what, livemode`,
};

const kinds = ['payment', 'refund', 'payout', 'payout_item', 'clock', 'replay'];

/** Tells at each scrape how much is parked: work that failed too often, and settlements in suspense. */
export function watchParked(db: Database, registry: Registry): void {
  const look = singleFlight(() => db.query<{ what: string; livemode: boolean; count: number }>(countParked));
  new Gauge({
    name: 'rialto_parked',
    help: 'Work that waits for an operator: it failed too often, or its money is in suspense',
    labelNames: ['what', 'mode'],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await look().catch(() => null);
      if (!rows) return;
      for (const what of kinds) for (const mode of ['live', 'test']) this.set({ what, mode }, 0);
      for (const { what, livemode, count } of rows) this.set({ what, mode: livemode ? 'live' : 'test' }, count);
    },
  });
}
