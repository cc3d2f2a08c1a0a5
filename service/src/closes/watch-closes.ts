import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';

const EVERY_MS = 60_000;

/**
 * The last day that a statement should cover, and that should be closed, is the day before today less the rail's delay,
 * in the rail's time zone. A rail that never had a statement is closed by its float, so it lacks none.
 */
const selectLate: Statement = {
  name: 'closes_late',
  text: `
    SELECT r.rail, r.livemode, due.day - s.to_on AS statement,
           due.day - coalesce(r.closed_to, (r.created_at AT TIME ZONE r.time_zone)::date - 1) AS close
    FROM reconciled_rails r
      CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE r.time_zone)::date - 1 - r.delay_days AS day) due
      LEFT JOIN LATERAL (
        SELECT s.to_on FROM statements s JOIN statement_files f ON f.id = s.file
        WHERE s.rail = r.rail AND f.status = 'imported' ORDER BY s.to_on DESC LIMIT 1) s ON true`,
};

type LateRow = { rail: string; livemode: boolean; statement: number | null; close: number };

/**
 * Reports for each reconciled rail the days that lack a statement, and the days that are not closed.
 * @returns a function that ends it
 */
export function watchCloses(db: Database, registry: Registry, everyMs = EVERY_MS): () => void {
  const rails = readEvery<LateRow>(db, selectLate, everyMs);
  const gauge = (name: string, help: string, read: (row: LateRow) => number | null) =>
    new Gauge({
      ...{ name, help, labelNames: ['rail', 'mode'], registers: [registry] },
      async collect() {
        const known = await rails.known();
        this.reset();
        for (const row of known ?? []) {
          const days = read(row);
          if (days !== null) this.set({ rail: row.rail, mode: row.livemode ? 'live' : 'test' }, Math.max(days, 0));
        }
      },
    });
  gauge(
    'rialto_statement_late_days',
    'Days that no statement of a rail covers, after its delay',
    (row) => row.statement,
  );
  gauge('rialto_close_late_days', 'Days of a rail that are not closed, after its delay', (row) => row.close);
  return rails.stop;
}
