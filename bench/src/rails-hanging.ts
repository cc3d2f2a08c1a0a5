import { setTimeout as sleep } from 'node:timers/promises';
import { allSettled, makePayments } from './measure-payments.ts';
import type { BenchRails } from './measure-rails.ts';
import type { Options } from './options.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import { query } from './world.ts';

const ROUNDS = 2;
/** Half of the load that a busy machine settles, so that no queue grows in either phase. */
const RATE = 50;
const HANGING_RATE = 25;
const CONNECTIONS = 64;
/** The provider's own time. A longer one would hide what the service adds. */
const SUCCESS_AFTER_MS = 100;
/** Longer than a call of the service may take, so that none of a hanging phase is open in the next. */
const OVER_MS = 25_000;

/** The time from creation to success at MTN while calls to Daraja are answered and while they hang, alternately. */
export async function measureHanging(stage: Stage, rails: BenchRails, options: Options, signal: AbortSignal) {
  const { 'mtn-momo': mtn, daraja } = rails;
  const window = { warmupMs: 0, windowMs: options.quick ? 3_000 : 12_000, clients: CONNECTIONS, ...stage.service };
  for (const { ask } of [mtn, daraja]) {
    await ask('POST', '/settings', { success_after_ms: SUCCESS_AFTER_MS });
  }
  const phases: { from: number; to: number; hangs: boolean }[] = [];
  // The first two phases warm up.
  const rounds = options.quick ? 1 : ROUNDS;
  for (let n = 0; n < 2 * rounds + 2; n++) {
    const hangs = n % 2 === 1;
    if (hangs) await daraja.ask('POST', '/trouble', { kind: 'slow', after_ms: OVER_MS });
    const from = Date.now();
    const job = { ...window, seed: options.seed + n };
    await Promise.all([
      makePayments({ ...job, rate: RATE, at: mtn.customers(10_000) }, signal),
      makePayments({ ...job, rate: HANGING_RATE, at: daraja.customers(10_000) }, signal),
    ]);
    if (n >= 2) phases.push({ from, to: Date.now(), hangs });
    await allSettled(stage.service, signal, mtn.slug);
    if (!hangs) continue;
    await daraja.ask('DELETE', '/trouble');
    await sleep(OVER_MS, undefined, { signal });
  }
  await allSettled(stage.service, signal, daraja.slug);
  const calm = await timesOf(
    stage,
    mtn.slug,
    phases.filter(({ hangs }) => !hangs),
  );
  const hanging = await timesOf(
    stage,
    mtn.slug,
    phases.filter(({ hangs }) => hangs),
  );
  const row = (name: string, { payments, p50, p90, p99 }: Times, ...rest: string[]) => [
    name,
    whole(payments),
    ...[p50, p90, p99].map((ms) => ms.toFixed(1)),
    ...rest,
  ];
  const [at90, at99] = [hanging.p90 / calm.p90, hanging.p99 / calm.p99];
  const report = table(
    ['creation to success at mtn-momo', 'payments', 'p50 ms', 'p90 ms', 'p99 ms', 'ratio p90, p99', 'expected', ''],
    [
      row('while daraja answers', calm, '', '', ''),
      row(
        'while daraja hangs',
        hanging,
        `${at90.toFixed(2)}, ${at99.toFixed(2)}`,
        '≤ 1.2, ≤ 2',
        at90 <= 1.2 && at99 <= 2 ? 'met' : 'NOT MET',
      ),
    ],
  );
  return { report, results: { calm, hanging } };
}

type Times = { readonly payments: number; readonly p50: number; readonly p90: number; readonly p99: number };

async function timesOf({ service }: Stage, slug: string, phases: readonly { from: number; to: number }[]) {
  const within = phases.map(
    ({ from, to }) => `created_at BETWEEN to_timestamp(${from / 1e3}) AND to_timestamp(${to / 1e3})`,
  );
  const [row] = await query<Times>(
    service.url,
    `WITH times AS (
       SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin) - created_at) * 1000 AS ms FROM payments
       WHERE rail = '${slug}' AND status = 'succeeded' AND (${within.join(' OR ')}))
     SELECT count(*)::int AS payments,
            percentile_disc(0.5) WITHIN GROUP (ORDER BY ms)::float8 AS p50,
            percentile_disc(0.9) WITHIN GROUP (ORDER BY ms)::float8 AS p90,
            percentile_disc(0.99) WITHIN GROUP (ORDER BY ms)::float8 AS p99
     FROM times`,
  );
  return row!;
}
