import { Gauge, type Registry } from 'prom-client';
import type { Node } from '../db/node.ts';

/** Reports at each scrape when each worker of this process last ended a round. A node without workers has no series. */
export function watchRounds(node: Node, registry: Registry): void {
  new Gauge({
    name: 'rialto_worker_last_round_timestamp_seconds',
    help: 'When a worker of this process last ended a round, or started, in Unix time; it looks for work every 5 s',
    labelNames: ['worker'],
    registers: [registry],
    collect() {
      for (const [worker, at] of node.lastRounds ?? []) this.set({ worker }, at / 1_000);
    },
  });
}
