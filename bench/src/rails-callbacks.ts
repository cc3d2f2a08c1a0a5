import { allSettled, makePayments } from './measure-payments.ts';
import type { BenchRail, BenchRails } from './measure-rails.ts';
import type { Options } from './options.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import { query } from './world.ts';

const RATE = 200;
const CONNECTIONS = 64;
const EXPECTED_MS = 1_000;
/** Less than the 2 s after which the service asks by itself, so that the callback comes first. */
const SUCCESS_AFTER_MS = 1_000;

/** The time from a callback's arrival until `payment.succeeded` is committed, at each rail in turn. */
export async function measureCallbacks(stage: Stage, rails: BenchRails, options: Options, signal: AbortSignal) {
  const windowMs = options.quick ? 2_000 : 15_000;
  const warmupMs = options.quick ? 500 : 2_000;
  const results: Record<string, Settled> = {};
  for (const rail of Object.values(rails)) {
    await rail.ask('POST', '/settings', { success_after_ms: SUCCESS_AFTER_MS });
    const begin = Date.now() + warmupMs;
    const job = { clients: CONNECTIONS, warmupMs, windowMs, rate: RATE, seed: options.seed, ...stage.service };
    await makePayments({ ...job, at: rail.customers(2 * RATE * 20) }, signal);
    await allSettled(stage.service, signal, rail.slug);
    results[rail.provider] = await settledAfter(stage, rail, begin);
  }
  const rows = Object.entries(results).map(([name, { callbacks, earlier, p50, p90, p99, most }]) => [
    name,
    ...[whole(callbacks), whole(earlier)],
    ...[p50, p90, p99, most].map((ms) => ms?.toFixed(1) ?? ''),
    `p99 ≤ ${whole(EXPECTED_MS)}`,
    p99 <= EXPECTED_MS ? 'met' : 'NOT MET',
  ]);
  const head = [`callback to success, ${RATE}/s`, 'callbacks', 'asked before', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms'];
  return { report: table([...head, 'expected', ''], rows), results };
}

type Settled = {
  readonly callbacks: number;
  /** Payments whose success was committed before their callback arrived. They are not in the times. */
  readonly earlier: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly most: number;
};

/** The last write of a payment is its success, in the transaction of its event. */
async function settledAfter({ service }: Stage, { slug }: BenchRail, begin: number): Promise<Settled> {
  const [row] = await query<Settled>(
    service.url,
    `WITH waits AS (
       SELECT extract(epoch FROM pg_xact_commit_timestamp(p.xmin) - min(c.received_at)) * 1000 AS ms
       FROM payments p JOIN rail_callbacks c ON c.record = p.id
       WHERE p.rail = '${slug}' AND p.status = 'succeeded' AND p.created_at >= to_timestamp(${begin / 1e3})
       GROUP BY p.id, p.xmin)
     SELECT count(*)::int AS callbacks, (count(*) FILTER (WHERE ms < 0))::int AS earlier,
            percentile_disc(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE ms >= 0)::float8 AS p50,
            percentile_disc(0.9) WITHIN GROUP (ORDER BY ms) FILTER (WHERE ms >= 0)::float8 AS p90,
            percentile_disc(0.99) WITHIN GROUP (ORDER BY ms) FILTER (WHERE ms >= 0)::float8 AS p99,
            max(ms)::float8 AS most
     FROM waits`,
  );
  return row!;
}
