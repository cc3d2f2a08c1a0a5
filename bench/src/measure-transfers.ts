import type { BaselineJob } from './load-baseline.ts';
import type { ServiceJob } from './load-service.ts';
import { type Measured, perSecond, quantile, together } from './measure.ts';
import type { Findings, Options } from './options.ts';
import { inProcess } from './process.ts';
import { compare, renderReport } from './report-transfers.ts';
import type { Stage } from './stage.ts';
import type { Shape } from './transfers.ts';
import { verifyBooks, verifySameRows } from './verify.ts';
import { warmUp } from './warm-up.ts';

const connections = [32, 256];
const clientCounts = [1, 8, 32, 64];
/** Each line is measured twice, service and baseline alternately, so that both run under the same machine load. */
const ROUNDS = 2;

/**
 * Compares transfers over HTTP with the same transfers by one hand-written function. At the end the books are checked.
 */
export async function measureTransfers(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const before = await warmUp(stage, options, signal);
  const { service, baseline } = await measure(stage, options, signal);
  await verifyBooks(stage.service, together([before, ...service.flatMap((runs) => runs.rounds)]));
  await verifyBooks(stage.baseline, together(baseline.flatMap((runs) => runs.rounds)));
  await verifySameRows(stage.service, stage.baseline);
  const lines = compare(service, baseline);
  return {
    settings: `seed ${options.seed}, ${ROUNDS} rounds of each, ${(options.quick ? 2 : 8) / ROUNDS} s a window`,
    report: renderReport(lines, baseline),
    verified: 'balances sum to zero, every acknowledged transfer exists once, both wrote the same rows.',
    results: { lines, service, baseline },
  };
}

type Line = { readonly shape: Shape; readonly clients: number; readonly rounds: Measured[] };

async function measure(stage: Stage, options: Options, signal: AbortSignal) {
  const service: Line[] = [];
  const baseline: Line[] = [];
  for (const shape of ['spread', 'hot'] satisfies Shape[]) {
    const ours = connections.map((clients) => ({ shape, clients, rounds: [] }));
    const theirs = clientCounts.map((clients) => ({ shape, clients, rounds: [] }));
    service.push(...ours);
    baseline.push(...theirs);
    const turns = alternate(ours, theirs);
    for (let round = 0; round < ROUNDS; round++) {
      for (const line of turns) {
        await measureOnce(stage, line, ours.includes(line) ? 'service' : 'baseline', options, signal);
      }
    }
  }
  return { service, baseline };
}

/** Distributes the few evenly among the many. */
function alternate<T>(few: readonly T[], many: readonly T[]): T[] {
  const apart = Math.ceil(many.length / few.length);
  return few.flatMap((one, i) => [one, ...many.slice(i * apart, (i + 1) * apart)]);
}

async function measureOnce(
  stage: Stage,
  line: Line,
  side: 'service' | 'baseline',
  options: Options,
  signal: AbortSignal,
) {
  const { shape, clients, rounds } = line;
  const window = { warmupMs: options.quick ? 500 : 3_000, windowMs: (options.quick ? 2_000 : 8_000) / ROUNDS };
  const job = { ...window, clients, shape, seed: options.seed + rounds.length };
  const before = stage.cpu();
  const measured =
    side === 'service'
      ? await inProcess<Measured>('./load-service.ts', { ...job, ...stage.service } satisfies ServiceJob, signal)
      : await inProcess<Measured>('./load-baseline.ts', { ...job, ...stage.baseline } satisfies BaselineJob, signal);
  const after = stage.cpu();
  const service = side === 'service' ? after.service - before.service : 0;
  rounds.push({ ...measured, cpu: { ...measured.cpu, service, database: after.database - before.database } });
  const [rate, p99] = [Math.round(perSecond(measured)), quantile(measured, 0.99).toFixed(1)];
  process.stderr.write(
    `${side.padEnd(8)} ${shape.padEnd(6)} ${String(clients).padStart(3)}  ${rate}/s  p99 ${p99} ms\n`,
  );
}
