import { Gauge, type Registry } from 'prom-client';
import { caseKinds } from '../../../contract/src/cases.ts';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';

/** Open cases have their own index, so the cost depends only on their number. */
const countOpen: Statement = {
  name: 'cases_count',
  text: `SELECT kind, livemode, count(*)::int AS count FROM cases WHERE status = 'open' GROUP BY kind, livemode`,
};
type OpenRow = { kind: string; livemode: boolean; count: number };

/**
 * Reports the open cases of each kind at each scrape, at most 15 s old.
 * @returns a function that ends it
 */
export function watchCases(db: Database, registry: Registry, everyMs?: number): () => void {
  const open = readEvery<OpenRow>(db, countOpen, everyMs);
  new Gauge({
    name: 'rialto_open_cases',
    help: 'Cases about rails that wait for an operator',
    labelNames: ['kind', 'mode'],
    registers: [registry],
    async collect() {
      const known = await open.known();
      this.reset();
      if (!known) return;
      for (const kind of caseKinds) for (const mode of ['live', 'test']) this.set({ kind, mode }, 0);
      for (const { kind, livemode, count } of known) this.set({ kind, mode: livemode ? 'live' : 'test' }, count);
    },
  });
  return open.stop;
}
