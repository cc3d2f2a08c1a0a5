import type { BaselineJob } from './load-baseline.ts';
import type { ServiceJob } from './load-service.ts';
import { histogram, type Measured, perSecond, quantile, together } from './measure.ts';
import type { Findings, Options } from './options.ts';
import { inProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import { verifyBalances } from './verify.ts';
import { warmUp } from './warm-up.ts';

const ROUNDS = 3;
const CONNECTIONS = 256;

/**
 * Measures the latency of one client and of the baseline, of an open stream at half of the peak rate, and memory at the
 * peak.
 */
export async function measureLatency(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const windowMs = options.quick ? 1_000 : 5_000;
  const window = { shape: 'spread', warmupMs: options.quick ? 500 : 2_000, windowMs } as const;
  const ask = (job: Pick<ServiceJob, 'clients' | 'seed' | 'rate'>) =>
    inProcess<Measured>('./load-service.ts', { ...window, ...job, ...stage.service } satisfies ServiceJob, signal);
  await warmUp(stage, options, signal);
  const lone: Measured[] = [];
  const baseline: Measured[] = [];
  for (let seed = options.seed; seed < options.seed + ROUNDS; seed++) {
    lone.push(await ask({ clients: 1, seed }));
    const job = { ...window, clients: 1, seed, ...stage.baseline } satisfies BaselineJob;
    baseline.push(await inProcess<Measured>('./load-baseline.ts', job, signal));
  }
  const peak = await ask({ clients: CONNECTIONS, seed: options.seed });
  const memory = stage.memory();
  const rate = perSecond(peak) / 2;
  const open: Measured[] = [];
  for (let seed = options.seed; seed < options.seed + ROUNDS; seed++) {
    open.push(await ask({ clients: CONNECTIONS, seed, rate }));
  }
  await verifyBalances(stage.service);
  const ratio = quantile(together(lone), 0.5) / quantile(together(baseline), 0.5);
  const ratios = lone.map((one, i) => quantile(one, 0.5) / quantile(baseline[i]!, 0.5));
  return {
    settings: `seed ${options.seed}, ${ROUNDS} rounds of each, ${windowMs / 1e3} s a window`,
    report: render({ lone: together(lone), baseline: together(baseline), ratio, ratios, rate, open, memory }),
    verified: 'balances sum to zero and equal their postings.',
    results: { lone, baseline, ratio, ratios, peak, open, memory },
  };
}

type Results = {
  readonly lone: Measured;
  readonly baseline: Measured;
  readonly ratio: number;
  readonly ratios: readonly number[];
  readonly rate: number;
  readonly open: readonly Measured[];
  readonly memory: number;
};

function render({ lone, baseline, ratio, ratios, rate, open, memory }: Results): string {
  const ms = (measured: Measured, share: number) => quantile(measured, share).toFixed(1);
  const verdict = (met: boolean) => (met ? 'met' : 'NOT MET');
  const opened = together(open);
  const p99 = quantile(opened, 0.99);
  const lines = table(
    ['', 'p50 ms', 'p95 ms', 'p99 ms', 'figure', 'by round', 'expected', ''],
    [
      ['baseline, 1 client', ms(baseline, 0.5), ms(baseline, 0.95), ms(baseline, 0.99), '', '', '', ''],
      [
        'service, 1 connection',
        ...[ms(lone, 0.5), ms(lone, 0.95), ms(lone, 0.99)],
        `${ratio.toFixed(2)} × its p50`,
        ratios.map((one) => one.toFixed(2)).join(' '),
        '≤ 2.5',
        verdict(ratio <= 2.5),
      ],
      [
        `service, open loop at ${whole(rate)}/s`,
        ...[ms(opened, 0.5), ms(opened, 0.95), ms(opened, 0.99)],
        `p99 ${p99.toFixed(1)} ms`,
        open.map((one) => ms(one, 0.99)).join(' '),
        '≤ 25 ms',
        verdict(p99 <= 25),
      ],
      [
        `service, ${CONNECTIONS} connections`,
        ...['', '', ''],
        `${whole(memory)} MiB`,
        '',
        '≤ 300 MiB',
        verdict(memory <= 300),
      ],
    ],
  );
  const share = (count: number) => `${((count / opened.completed) * 100).toFixed(2)} %`;
  const ranges = histogram(opened).map(({ upTo, count }) => [String(upTo), whole(count), share(count)]);
  return `${lines}\n\n${table(['open loop, up to ms', 'transfers', 'share'], ranges)}`;
}
