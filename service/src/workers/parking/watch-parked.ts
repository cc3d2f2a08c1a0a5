import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../../db/database.ts';
import { readEvery } from '../../db/read-every.ts';

/** Parked work has its own indexes, so the cost depends only on its amount. */
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

type ParkedRow = { what: string; livemode: boolean; count: number };

/**
 * Reports at each scrape how much is parked, at most 15 s old: work that failed too often, and settlements in suspense.
 * @returns a function that ends it
 */
export function watchParked(db: Database, registry: Registry, everyMs?: number): () => void {
  const parked = readEvery<ParkedRow>(db, countParked, everyMs);
  new Gauge({
    name: 'rialto_parked',
    help: 'Work that needs an operator: it failed too often, or its money is in suspense',
    labelNames: ['what', 'mode'],
    registers: [registry],
    async collect() {
      const known = await parked.known();
      this.reset();
      if (!known) return;
      for (const what of kinds) for (const mode of ['live', 'test']) this.set({ what, mode }, 0);
      for (const { what, livemode, count } of known) this.set({ what, mode: livemode ? 'live' : 'test' }, count);
    },
  });
  return parked.stop;
}
