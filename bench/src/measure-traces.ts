import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceJob } from './load-service.ts';
import type { Measured } from './measure.ts';
import type { Findings, Options } from './options.ts';
import { inProcess } from './process.ts';
import { type Stage, setStage } from './stage.ts';
import { table } from './table.ts';
import { verifyBalances } from './verify.ts';
import { warmUp } from './warm-up.ts';

const PAIRS = 10;
/** Turns of each service in a round. */
const TURNS = 6;
const CLIENTS = 64;
const MOST = 1.02;

/** The parts of the requests that are traced. The first must cost at most 2 % more CPU than none. */
const parts = [0.01, 1];

type Round = { readonly service: number; readonly database: number };

/**
 * CPU per transfer with traces and without, in alternating pairs: the services differ only in their settings, and each
 * has its own PostgreSQL. The collector is in this process, whose CPU is not counted.
 */
export async function measureTraces(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const { collector, received } = await openCollector();
  const { port } = collector.address() as AddressInfo;
  const stages: Stage[] = [stage];
  try {
    for (const part of parts)
      stages.push(await setStage({ profile: undefined, service: tracesOf(port, part) }, signal));
    for (const one of stages) await warmUp(one, options, signal);
    const rounds: Round[][] = stages.map(() => []);
    for (let round = 0; round < PAIRS; round++) {
      const measured = await runRound(stages, options, round, signal);
      measured.forEach((one, i) => void rounds[i]!.push(one));
    }
    for (const one of stages) await verifyBalances(one.service);
    const lines = parts.map((part, i) => compare(part, rounds[0]!, rounds[i + 1]!));
    return {
      settings: `seed ${options.seed}, ${PAIRS} rounds of ${TURNS} turns of each, ${CLIENTS} connections`,
      report: render(lines),
      verified: `balances sum to zero and equal their postings; the collector received ${received.requests} requests.`,
      results: { lines, rounds },
    };
  } finally {
    for (const own of stages.slice(1)) await own.clear();
    collector.closeAllConnections();
    collector.close();
  }
}

async function openCollector(): Promise<{ collector: Server; received: { requests: number } }> {
  const received = { requests: 0 };
  const collector = createServer(async (request, response) => {
    for await (const _ of request);
    received.requests++;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  return { collector, received };
}

const tracesOf = (port: number, part: number) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: String(part),
});

/**
 * CPU seconds per transfer. The services take turns of less than a second, so that each meets the same load of the
 * machine. The CPU between its turns counts too, because spans leave up to five seconds later.
 */
async function runRound(stages: readonly Stage[], { quick, seed }: Options, round: number, signal: AbortSignal) {
  const window = { clients: CLIENTS, shape: 'spread', warmupMs: 0, windowMs: quick ? 100 : 800 } as const;
  const before = stages.map((stage) => stage.cpu());
  const transfers = stages.map(() => 0);
  for (let turn = 0; turn < TURNS; turn++) {
    for (let i = 0; i < stages.length; i++) {
      const place = (i + turn + round) % stages.length;
      const job = { ...window, seed: seed + round * TURNS + turn, ...stages[place]!.service } satisfies ServiceJob;
      const { acknowledged } = await inProcess<Measured>('./load-service.ts', job, signal);
      transfers[place]! += acknowledged;
    }
  }
  return stages.map((stage, i): Round => {
    const after = stage.cpu();
    const each = (part: keyof typeof after) => (after[part] - before[i]![part]) / transfers[i]!;
    return { service: each('service'), database: each('database') };
  });
}

function compare(part: number, off: readonly Round[], on: readonly Round[]) {
  const ratiosOf = (of: (round: Round) => number) => on.map((round, i) => of(round) / of(off[i]!));
  const all = ratiosOf(({ service, database }) => service + database);
  const service = ratiosOf((round) => round.service);
  return { part, all, service, medianOfAll: median(all), medianOfService: median(service) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

function render(lines: readonly ReturnType<typeof compare>[]): string {
  const verdict = (ratio: number) => (ratio <= MOST ? 'met' : 'NOT MET');
  return table(
    ['traced', 'CPU per transfer, × of none', 'service alone', 'service by pair', 'expected', ''],
    lines.map(({ part, service, medianOfAll, medianOfService }, i) => [
      `${part * 100} %`,
      medianOfAll.toFixed(3),
      medianOfService.toFixed(3),
      service.map((ratio) => ratio.toFixed(2)).join(' '),
      ...(i === 0 ? [`≤ ${MOST}`, verdict(medianOfAll)] : ['', '']),
    ]),
  );
}
