import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';
import { arraysFrom, from, text } from '../db/table.ts';
import type { Rails } from '../rails/rail.ts';
import type { Arrived } from './receive.ts';

const WITHIN_MS = 3_000;
const lanes = arraysFrom<string>({ rail: from(text) }, { hidden: true });
/** The newest payments, so that a scrape costs the same however many there are. */
const MOST_READ = 10_000;

/**
 * For each rail, its last callback, and the payments that were sent after it, more than ten minutes and less than an
 * hour ago.
 */
const selectLast: Statement = {
  name: 'callbacks_last',
  withinMs: WITHIN_MS,
  text: `
    WITH lane AS (
      SELECT rail, extract(epoch FROM last.received_at)::float8 AS seconds, last.received_at
      FROM (SELECT ${lanes.unnest}) AS lane
      LEFT JOIN LATERAL (
        SELECT received_at FROM rail_callbacks WHERE rail BETWEEN lane.rail AND lane.rail
        ORDER BY rail DESC, id DESC LIMIT 1) last ON true
    ), sent AS (
      SELECT rail, sent_at FROM payments
      WHERE id > id_from('pay', now() - interval '1 hour') AND rail NOT IN ('sandbox', 'wallet')
      ORDER BY id DESC LIMIT ${MOST_READ})
    SELECT rail, seconds, (
        SELECT count(*) FROM sent
        WHERE sent.rail = lane.rail AND sent.sent_at < now() - interval '10 min'
          AND sent.sent_at > coalesce(lane.received_at, '-infinity'))::int AS since
    FROM lane`,
};

type LastRow = { rail: string; seconds: number | null; since: number };

export type CallbackMetrics = {
  readonly onArrived: (rail: string | null, arrived: Arrived) => void;
  readonly onKept: (where: 'database' | 'disk' | 'nowhere') => void;
  stop(): void;
};

/** Counts callbacks, and reports for each rail when the last one came and whether they have ceased. */
export function watchCallbacks(db: Database, rails: Rails, registry: Registry, everyMs?: number): CallbackMetrics {
  const registers = [registry];
  const arrivals = new Counter({
    name: 'rialto_rail_callbacks_total',
    help: 'Requests at the callback addresses of rails; the rail is empty for addresses that were never given',
    labelNames: ['rail', 'outcome'],
    registers,
  });
  const kept = new Counter({
    name: 'rialto_rail_callbacks_kept_total',
    help: 'Where callbacks were written before they were answered',
    labelNames: ['where'],
    registers,
  });
  for (const where of ['database', 'disk', 'nowhere']) kept.inc({ where }, 0);
  const withCallbacks = () => rails.names().filter((name) => rails.get(name)?.receive);
  const last = readEvery<LastRow>(db, selectLast, everyMs, () => lanes.of(withCallbacks()));
  const gauge = (name: string, help: string, readValue: (row: LastRow) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['rail'],
      registers,
      async collect() {
        const known = await last.known();
        this.reset();
        for (const row of known ?? []) {
          const value = readValue(row);
          if (value !== null) this.set({ rail: row.rail }, value);
        }
      },
    });
  gauge(
    'rialto_rail_last_callback_seconds',
    'When the last callback of a rail came, in Unix time',
    (row) => row.seconds,
  );
  gauge(
    'rialto_rail_payments_without_callback',
    'Payments sent to a rail since its last callback, more than ten minutes and less than an hour ago',
    (row) => row.since,
  );
  return {
    onArrived: (rail, outcome) => arrivals.inc({ rail: rail ?? '', outcome }),
    onKept: (where) => kept.inc({ where }),
    stop: last.stop,
  };
}
