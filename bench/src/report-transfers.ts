import { type Measured, perSecond, quantile, together } from './measure.ts';
import { table, whole } from './table.ts';
import type { Shape } from './transfers.ts';

/** One line of the plan with the results of its rounds. */
export type Runs = { readonly shape: Shape; readonly clients: number; readonly rounds: readonly Measured[] };

const FEW = 32;
/** The service's targets as multiples of the baseline's best: with few connections, and with many. */
const expected: Readonly<Record<Shape, { readonly few: number; readonly many: number }>> = {
  spread: { few: 1, many: 1.5 },
  hot: { few: 4, many: 6 },
};

export type Line = ReturnType<typeof summarise> & {
  readonly baseline: ReturnType<typeof summarise>;
  readonly ratio: number;
  /** The ratio in each round against the same client count, which shows the noise. */
  readonly ratios: readonly number[];
  readonly expected: number;
  readonly met: boolean;
};

function summarise({ shape, clients, rounds }: Runs) {
  const all = together(rounds);
  const each = (seconds: number) => Math.round((seconds / all.acknowledged) * 1e6);
  return {
    shape,
    clients,
    perSecond: perSecond(all),
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
    /** Microseconds of CPU per transfer. */
    cpu: { service: each(all.cpu.service), database: each(all.cpu.database), generator: each(all.cpu.generator) },
  };
}

export function compare(service: readonly Runs[], baseline: readonly Runs[]): Line[] {
  const best = (shape: Shape) =>
    baseline
      .filter((runs) => runs.shape === shape)
      .reduce((a, b) => (perSecond(together(b.rounds)) > perSecond(together(a.rounds)) ? b : a));
  return service.map((runs) => {
    const against = best(runs.shape);
    const line = summarise(runs);
    const ratio = line.perSecond / summarise(against).perSecond;
    const ratios = runs.rounds.map((round, i) => perSecond(round) / perSecond(against.rounds[i]!));
    const wanted = expected[runs.shape][runs.clients <= FEW ? 'few' : 'many'];
    return { ...line, baseline: summarise(against), ratio, ratios, expected: wanted, met: ratio >= wanted };
  });
}

export function renderReport(lines: readonly Line[], baseline: readonly Runs[]): string {
  const service = table(
    [
      'service',
      'connections',
      'per second',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      CPU_TITLE,
      'baseline best',
      'ratio',
      'by round',
      'expected',
      '',
    ],
    lines.map((line) => [
      ...columns(line),
      `${whole(line.baseline.perSecond)} (${line.baseline.clients} clients)`,
      line.ratio.toFixed(2),
      line.ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      `≥ ${line.expected}`,
      line.met ? 'met' : 'NOT MET',
    ]),
  );
  const plain = table(
    ['baseline', 'clients', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', CPU_TITLE],
    baseline.map((runs) => columns(summarise(runs))),
  );
  return `${service}\n\n${plain}`;
}

const CPU_TITLE = 'CPU µs';

function columns({ shape, clients, perSecond, p50, p95, p99, cpu }: ReturnType<typeof summarise>): string[] {
  const times = [p50, p95, p99].map((time) => time.toFixed(1));
  return [shape, String(clients), whole(perSecond), ...times, `${cpu.service} + ${cpu.database} + ${cpu.generator}`];
}
