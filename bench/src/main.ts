import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { BaselineJob } from './load-baseline.ts';
import type { ServiceJob } from './load-service.ts';
import { type Measured, perSecond, quantile, together } from './measure.ts';
import { inProcess } from './process.ts';
import { compare, renderReport } from './report.ts';
import { type Stage, setStage } from './stage.ts';
import type { Shape } from './transfers.ts';
import { verifyBooks, verifySameRows } from './verify.ts';
import { query } from './world.ts';

const usage = `npm run bench -- [--quick] [--seed N] [--json FILE] [--profile DIR]
  --quick        windows of 2 s in place of 8 s
  --seed N       another row of transfers
  --json FILE    the results also as JSON
  --profile DIR  the service's CPU profile, for Chrome's or VS Code's viewer`;

const connections = [32, 256];
const clientCounts = [1, 8, 32, 64];
/** Each line is measured twice, service and baseline in turn, so that both see the same weather. */
const ROUNDS = 2;

type Options = { quick: boolean; seed: number; json: string | undefined; profile: string | undefined };

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit();
  }
  return { quick: values.quick, seed: Number(values.seed), json: values.json, profile: values.profile };
}

async function main(): Promise<void> {
  const options = readOptions();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
  let stage: Stage | undefined;
  try {
    stage = await setStage(options.profile, interrupted.signal);
    const settings = await describe(stage, options);
    console.log(
      Object.entries(settings)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    );
    const { service, baseline } = await measure(stage, options, interrupted.signal);
    await verifyBooks(stage.service, together(service.flatMap((runs) => runs.rounds)));
    await verifyBooks(stage.baseline, together(baseline.flatMap((runs) => runs.rounds)));
    await verifySameRows(stage.service, stage.baseline);
    const lines = compare(service, baseline);
    console.log(`\n${renderReport(lines, baseline)}\n`);
    console.log(
      'Verified: balances add up to zero, every acknowledged transfer is there once, both wrote the same rows.',
    );
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ settings, lines, service, baseline })}\n`);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    await stage?.clear();
  }
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

/** The few spread evenly among the many. */
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
      ? await inProcess('./load-service.ts', { ...job, ...stage.service } satisfies ServiceJob, signal)
      : await inProcess('./load-baseline.ts', { ...job, ...stage.baseline } satisfies BaselineJob, signal);
  const after = stage.cpu();
  const service = side === 'service' ? after.service - before.service : 0;
  rounds.push({ ...measured, cpu: { ...measured.cpu, service, database: after.database - before.database } });
  const [rate, p99] = [Math.round(perSecond(measured)), quantile(measured, 0.99).toFixed(1)];
  process.stderr.write(
    `${side.padEnd(8)} ${shape.padEnd(6)} ${String(clients).padStart(3)}  ${rate}/s  p99 ${p99} ms\n`,
  );
}

async function describe({ service }: Stage, { quick, seed }: Options) {
  const [row] = await query<Record<string, string>>(
    service.url,
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages,
            current_setting('shared_buffers') AS buffers`,
  );
  return {
    machine: `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    database: `PostgreSQL ${row!.version}, fsync ${row!.fsync}, synchronous_commit ${row!.commit}, full_page_writes ${row!.pages}, shared_buffers ${row!.buffers}`,
    run: `${quick ? 'quick, ' : ''}seed ${seed}, ${ROUNDS} rounds of each, ${(quick ? 2 : 8) / ROUNDS} s a window`,
  };
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
