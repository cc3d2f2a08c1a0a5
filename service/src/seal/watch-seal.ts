import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { singleFlight } from '../db/single-flight.ts';
import { readHeadAndLag } from './read-lag.ts';

/** The maximum age of the figures in /metrics. */
const EVERY_MS = 15_000;

/**
 * Reports how far the ledger is sealed, at most 15 s old. A long open transaction, in any database of the cluster, and
 * a seal that fails show in the lag.
 * @returns a function that ends it
 */
export function watchSeal(db: Database, registry: Registry, everyMs = EVERY_MS): () => void {
  let known: Awaited<ReturnType<typeof readHeadAndLag>> | null = null;
  const poll = singleFlight(async () => {
    known = await readHeadAndLag(db).catch(() => null);
  });
  const timer = setInterval(poll, everyMs).unref();
  const first = poll();
  const gauge = (name: string, help: string, read: (head: NonNullable<typeof known>) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        await first;
        if (known) this.set(read(known));
        else this.reset();
      },
    });
  gauge('rialto_seal_lag_seconds', 'The age of the oldest posting that is not sealed', ({ lag }) => lag);
  gauge('rialto_seal_number', 'The number of the last sealed batch', ({ last }) => Number(last?.number ?? 0n));
  return () => clearInterval(timer);
}
