import { Gauge, type Registry } from 'prom-client';
import type { Rails } from '../rails/rail.ts';
import type { RailRow } from '../rails/rail-row.ts';

const statuses: readonly RailRow['status'][] = ['enabled', 'paused', 'closed'];

/** Reports at each scrape the status of each configured rail, from memory. */
export function watchRailStates(rails: Pick<Rails, 'names' | 'row'>, registry: Registry): void {
  new Gauge({
    name: 'rialto_rail_state',
    help: '1 for the present status of a configured rail, 0 for the others',
    labelNames: ['rail', 'mode', 'status'],
    registers: [registry],
    // Every process knows the same.
    aggregator: 'max',
    collect() {
      this.reset();
      for (const row of rails.names().flatMap((name) => rails.row(name) ?? []))
        for (const status of statuses) {
          const labels = { rail: row.slug, mode: row.livemode ? 'live' : 'test', status };
          this.set(labels, row.status === status ? 1 : 0);
        }
    },
  });
}
