import { Gauge, type Registry } from 'prom-client';
import { caseKinds } from '../../../contract/src/cases.ts';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';

/** Open cases have their own index, so the cost depends only on their number. */
const countOpen: Statement = {
  name: 'cases_count',
  text: `
    SELECT kind, livemode, count(*)::int AS count, extract(epoch FROM now() - min(created_at))::float8 AS seconds
    FROM cases WHERE status = 'open' GROUP BY kind, livemode`,
};
type OpenRow = { kind: string; livemode: boolean; count: number; seconds: number };

/**
 * Reports at each scrape the open cases of each kind and the age of the oldest, at most 15 s old.
 * @returns a function that ends it
 */
export function watchCases(db: Database, registry: Registry, everyMs?: number): () => void {
  const open = readEvery<OpenRow>(db, countOpen, everyMs);
  const gauge = (name: string, help: string, read: (row: OpenRow) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['kind', 'mode'], registers: [registry] },
      async collect() {
        const known = await open.known();
        this.reset();
        if (!known) return;
        for (const kind of caseKinds) for (const mode of ['live', 'test']) this.set({ kind, mode }, 0);
        for (const row of known) this.set({ kind: row.kind, mode: row.livemode ? 'live' : 'test' }, read(row));
      },
    });
  gauge('rialto_open_cases', 'Cases about rails that wait for an operator', ({ count }) => count);
  gauge('rialto_oldest_case_seconds', 'The age of the oldest open case', ({ seconds }) => Math.max(seconds, 0));
  return open.stop;
}
