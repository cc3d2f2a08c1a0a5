import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Cpu, readOwnCpu } from './cpu.ts';
import type { PaymentsJob } from './load-payments.ts';
import type { ReadsJob } from './load-reads.ts';
import { type Measured, perSecond, together } from './measure.ts';
import { allSettled } from './measure-payments.ts';
import type { Findings, Options } from './options.ts';
import { inProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';

const ROUNDS = 3;
const CONNECTIONS = 32;
const LIST = '/api/v1/payments?limit=20';

type Reads = { readonly what: string; readonly paths: readonly string[]; readonly expected: number | null };
type Line = Reads & { readonly bytes: number; readonly service: Measured[]; readonly plain: Measured[] };

/** Compares reading a payment and a page of 20 with Fastify sending the same bytes from memory. */
export async function measureReads(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const { base, key } = stage.service;
  const fill = { clients: CONNECTIONS, warmupMs: 0, windowMs: 1_000, seed: options.seed, base, key };
  await inProcess<Measured>('./load-payments.ts', fill satisfies PaymentsJob, signal);
  await allSettled(stage.service, signal);
  const get = async (path: string) =>
    (await fetch(base + path, { headers: { authorization: `Bearer ${key}` } })).text();
  const { data } = JSON.parse(await get('/api/v1/payments?limit=100')) as { data: { id: string }[] };
  const reads: Reads[] = [
    { what: 'GET /payments/{id}', paths: data.map(({ id }) => `/api/v1/payments/${id}`), expected: 0.5 },
    { what: 'GET /payments, 20 rows', paths: [LIST], expected: 0.5 },
    // No two concurrent pages are the same, so none is shared: this is the full cost of a page.
    { what: 'the same, other rows', paths: data.map(({ id }) => `${LIST}&starting_after=${id}`), expected: null },
  ];
  const window = {
    clients: CONNECTIONS,
    warmupMs: options.quick ? 300 : 2_000,
    windowMs: options.quick ? 1_000 : 4_000,
  };
  const run = async (target: Pick<ReadsJob, 'base' | 'paths'>, cpu: () => Cpu) => {
    const before = cpu();
    const job = { ...window, key, ...target } satisfies ReadsJob;
    const measured = await inProcess<Measured>('./load-reads.ts', job, signal);
    const after = cpu();
    const used = { service: after.service - before.service, database: after.database - before.database };
    return { ...measured, cpu: { ...measured.cpu, ...used } };
  };
  const lines: Line[] = [];
  for (const one of reads) {
    const body = await get(one.paths[0]!);
    const line: Line = { ...one, bytes: Buffer.byteLength(body), service: [], plain: [] };
    const server = fork(new URL('./static.ts', import.meta.url), { signal, execArgv: [] });
    const plainCpu = () => ({ service: readOwnCpu(server.pid!), database: 0 });
    try {
      const address = await startStatic(server, body);
      for (let round = 0; round < ROUNDS; round++) {
        line.service.push(await run({ base, paths: one.paths }, stage.cpu));
        line.plain.push(await run({ base: address, paths: ['/static'] }, plainCpu));
      }
    } finally {
      server.kill();
    }
    lines.push(line);
  }
  return {
    settings: `${CONNECTIONS} connections, ${ROUNDS} rounds of each, ${window.windowMs / 1e3} s a window`,
    report: table(
      [
        'service',
        'bytes',
        'per second',
        'CPU µs',
        'Fastify, the same bytes',
        'CPU µs',
        'ratio',
        'by round',
        'expected',
        '',
      ],
      lines.map(toRow),
    ),
    verified: 'every response was a 200.',
    results: { lines },
  };
}

function toRow({ what, bytes, expected, service, plain }: Line): string[] {
  const ratio = perSecond(together(service)) / perSecond(together(plain));
  return [
    what,
    whole(bytes),
    whole(perSecond(together(service))),
    cpuOf(service),
    whole(perSecond(together(plain))),
    cpuOf(plain),
    ratio.toFixed(2),
    service.map((one, i) => (perSecond(one) / perSecond(plain[i]!)).toFixed(2)).join(' '),
    ...(expected === null ? ['', ''] : [`≥ ${expected}`, ratio >= expected ? 'met' : 'NOT MET']),
  ];
}

/** Per response: server + PostgreSQL + load generator. */
function cpuOf(runs: readonly Measured[]): string {
  const { cpu, acknowledged } = together(runs);
  return [cpu.service, cpu.database, cpu.generator]
    .map((seconds) => Math.round((seconds / acknowledged) * 1e6))
    .join(' + ');
}

async function startStatic(server: ChildProcess, body: string): Promise<string> {
  server.on('error', () => {});
  server.send(body);
  const [address] = await once(server, 'message');
  return address as string;
}
