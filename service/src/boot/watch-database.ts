import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';

const WITHIN_MS = 3_000;

/** The ages are those of the oldest database of the cluster, because any of them stops all writes at 2^31. */
const selectState: Statement = {
  name: 'database_state',
  withinMs: WITHIN_MS,
  text: `
    SELECT current_setting('transaction_read_only') = 'off' AS writes, max(age(datfrozenxid))::float8 AS transactions,
           max(mxid_age(datminmxid))::float8 AS multixacts
    FROM pg_database`,
};

type StateRow = { writes: boolean; transactions: number; multixacts: number };

/**
 * Reports at each scrape whether the database answers and takes writes, and the age of its oldest transaction ids, at
 * most 15 s old.
 * @returns a function that ends it
 */
export function watchDatabase(db: Database, registry: Registry, everyMs?: number): () => void {
  const state = readEvery<StateRow>(db, selectState, everyMs);
  const registers = [registry];
  new Gauge({
    name: 'rialto_database_ready',
    help: '1 while the database answers this process and takes writes, else 0',
    registers,
    async collect() {
      const [row] = (await state.known()) ?? [];
      this.set(row?.writes ? 1 : 0);
    },
  });
  new Gauge({
    name: 'rialto_database_id_age',
    help: 'The age of the oldest transaction ids and multixact ids; PostgreSQL refuses writes near 2147483647',
    labelNames: ['kind'],
    registers,
    async collect() {
      const known = await state.known();
      this.reset();
      for (const row of known ?? []) {
        this.set({ kind: 'transaction' }, row.transactions);
        this.set({ kind: 'multixact' }, row.multixacts);
      }
    },
  });
  return state.stop;
}
