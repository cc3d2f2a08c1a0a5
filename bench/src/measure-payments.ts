import { setTimeout as sleep } from 'node:timers/promises';
import type { Cpu } from './cpu.ts';
import type { PaymentsJob } from './load-payments.ts';
import type { ServiceJob } from './load-service.ts';
import { type Measured, perSecond, together } from './measure.ts';
import type { Findings, Options } from './options.ts';
import { inProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import { verifyBalances } from './verify.ts';
import { warmUp } from './warm-up.ts';
import { query, type World } from './world.ts';

const ROUNDS = 2;
const CONNECTIONS = 256;

/** Compares payments, created and settled at the same time, with transfers. */
export async function measurePayments(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const window = {
    clients: CONNECTIONS,
    warmupMs: options.quick ? 500 : 3_000,
    windowMs: options.quick ? 2_000 : 6_000,
  };
  await warmUp(stage, options, signal);
  const before = await makePayments({ ...window, warmupMs: 0, seed: options.seed - 1, ...stage.service }, signal);
  await allSettled(stage.service, signal);
  const transfers: Measured[] = [];
  const created: Measured[] = [];
  const settled: number[] = [];
  for (let seed = options.seed; seed < options.seed + ROUNDS; seed++) {
    const job = { ...window, shape: 'spread', seed, ...stage.service } as const;
    const idle = stage.cpu();
    const moved = await inProcess<Measured>('./load-service.ts', job satisfies ServiceJob, signal);
    const between = stage.cpu();
    transfers.push({ ...moved, cpu: { ...moved.cpu, ...spent(idle, between) } });
    // From the first request, with the generator's start, until the last event, so the workers must keep up with this
    // rate.
    const begin = performance.now();
    const made = await makePayments({ ...window, seed, ...stage.service }, signal);
    await allSettled(stage.service, signal);
    settled.push(made.acknowledged / ((performance.now() - begin) / 1e3));
    created.push({ ...made, cpu: { ...made.cpu, ...spent(between, stage.cpu()) } });
  }
  await verifyPayments(stage.service, together([before, ...created]));
  await verifyBalances(stage.service);
  const rate = perSecond(together(transfers));
  const made = perSecond(together(created));
  const through = settled.reduce((sum, one) => sum + one, 0) / ROUNDS;
  const byRound = (rates: readonly number[]) =>
    rates.map((one, i) => (one / perSecond(transfers[i]!)).toFixed(2)).join(' ');
  const verdict = (ratio: number, expected: number) => [
    ratio.toFixed(2),
    `≥ ${expected}`,
    ratio >= expected ? 'met' : 'NOT MET',
  ];
  const report = table(
    ['service, 256 connections', 'per second', 'CPU µs', 'by round', 'ratio', 'expected', ''],
    [
      ['transfers', whole(rate), cpuEach(together(transfers)), '', '', '', ''],
      ['payments created', whole(made), '', byRound(created.map(perSecond)), ...verdict(made / rate, 0.8)],
      [
        'payments created and settled',
        whole(through),
        cpuEach(together(created)),
        byRound(settled),
        ...verdict(through / rate, 0.5),
      ],
    ],
  );
  return {
    settings: `seed ${options.seed}, ${ROUNDS} rounds of each, ${window.windowMs / 1e3} s a window`,
    report,
    verified: 'each acknowledged payment exists once, has succeeded, and has its posting and its event.',
    results: { transfers, created, settled },
  };
}

export const makePayments = (job: PaymentsJob, signal: AbortSignal) =>
  inProcess<Measured>('./load-payments.ts', job, signal);

const spent = (before: Cpu, after: Cpu) => ({
  service: after.service - before.service,
  database: after.database - before.database,
});

/** Service + PostgreSQL + load generator, for everything that was acknowledged, including the warm-up. */
function cpuEach({ cpu, acknowledged }: Measured): string {
  const each = (seconds: number) => whole((seconds / acknowledged) * 1e6);
  return `${each(cpu.service)} + ${each(cpu.database)} + ${each(cpu.generator)}`;
}

/** Waits until the workers have no open payment. */
export async function allSettled({ url }: World, signal: AbortSignal, rail = 'sandbox'): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(120_000)]);
  for (;;) {
    deadline.throwIfAborted();
    const [row] = await query<{ open: boolean }>(
      url,
      // min() uses the index. A search for any open payment read all payments, 20 ms of a core each time.
      `SELECT min(due_at) IS NOT NULL AS open FROM payments WHERE rail = '${rail}' AND due_at IS NOT NULL`,
    );
    if (!row!.open) return;
    await sleep(50);
  }
}

async function verifyPayments({ url }: World, { acknowledged }: Measured): Promise<void> {
  const [found] = await query<Record<string, string>>(
    url,
    `SELECT (SELECT count(*) FROM payments WHERE status = 'succeeded') AS payments,
            (SELECT count(*) FROM postings WHERE kind = 'payment') AS postings,
            (SELECT count(*) FROM events WHERE type = 'payment.succeeded') AS events`,
  );
  for (const [what, count] of Object.entries(found!)) {
    if (Number(count) !== acknowledged)
      throw new Error(`${what}: ${acknowledged} acknowledged, ${count} in the database`);
  }
}
