import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';

/** The checks run once a day or less. */
const EVERY_MS = 60_000;

const selectChecks: Statement = {
  name: 'checks_last',
  text: `
    SELECT 'ledger' AS check, extract(epoch FROM checked_at)::float8 AS at, findings FROM ledger_checks
    UNION ALL
    SELECT 'audit', extract(epoch FROM coalesce(verified_at, began_at))::float8, (broken_at IS NOT NULL)::int
    FROM audit_walk`,
};

type CheckRow = { check: string; at: number; findings: number };

/**
 * Reports the last `ledger check`, and the last walk along the audit log.
 * @returns a function that ends it
 */
export function watchChecks(db: Database, registry: Registry, everyMs = EVERY_MS): () => void {
  const checks = readEvery<CheckRow>(db, selectChecks, everyMs);
  const gauge = (name: string, help: string, read: (row: CheckRow) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['check'], registers: [registry] },
      async collect() {
        const known = await checks.known();
        this.reset();
        for (const row of known ?? []) this.set({ check: row.check }, read(row));
      },
    });
  gauge(
    'rialto_check_timestamp_seconds',
    'When the ledger was last checked and the audit log last verified, in Unix time; at first, when recording began',
    ({ at }) => at,
  );
  gauge(
    'rialto_check_findings',
    'Broken invariants and seals of the ledger; breaks of the audit log',
    (row) => row.findings,
  );
  return checks.stop;
}
