import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
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

/** A payment and a page of 20, beside Fastify sending the same bytes from memory. */
export async function measureReads(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const { base, key } = stage.service;
  const fill = { clients: CONNECTIONS, warmupMs: 0, windowMs: 1_000, seed: options.seed, base, key };
  await inProcess<Measured>('./load-payments.ts', fill satisfies PaymentsJob, signal);
  await allSettled(stage.service, signal);
  const get = async (path: string) =>
    (await fetch(base + path, { headers: { authorization: `Bearer ${key}` } })).text();
  const { data } = JSON.parse(await get('/api/v1/payments?limit=100')) as { data: { id: string }[] };
  const reads = [
    { what: 'GET /payments/{id}', paths: data.map(({ id }) => `/api/v1/payments/${id}`) },
    { what: 'GET /payments, 20 rows', paths: [LIST] },
  ];
  const window = {
    clients: CONNECTIONS,
    warmupMs: options.quick ? 300 : 2_000,
    windowMs: options.quick ? 1_000 : 4_000,
  };
  const run = (target: Pick<ReadsJob, 'base' | 'paths'>) =>
    inProcess<Measured>('./load-reads.ts', { ...window, key, ...target } satisfies ReadsJob, signal);
  const lines: { what: string; service: Measured[]; plain: Measured[] }[] = [];
  for (const { what, paths } of reads) {
    const line = { what, service: [] as Measured[], plain: [] as Measured[] };
    const server = fork(new URL('./static.ts', import.meta.url), { signal, execArgv: [] });
    try {
      const address = await startStatic(server, await get(paths[0]!));
      for (let round = 0; round < ROUNDS; round++) {
        line.service.push(await run({ base, paths }));
        line.plain.push(await run({ base: address, paths: ['/static'] }));
      }
    } finally {
      server.kill();
    }
    lines.push(line);
  }
  return {
    settings: `${CONNECTIONS} connections, ${ROUNDS} rounds of each, ${window.windowMs / 1e3} s a window`,
    report: table(
      ['service', 'per second', 'Fastify, the same bytes', 'ratio', 'by round', 'expected', ''],
      lines.map(({ what, service, plain }) => {
        const ratio = perSecond(together(service)) / perSecond(together(plain));
        return [
          what,
          whole(perSecond(together(service))),
          whole(perSecond(together(plain))),
          ratio.toFixed(2),
          service.map((one, i) => (perSecond(one) / perSecond(plain[i]!)).toFixed(2)).join(' '),
          '≥ 0.5',
          ratio >= 0.5 ? 'met' : 'NOT MET',
        ];
      }),
    ),
    verified: 'every answer was a 200.',
    results: { lines },
  };
}

async function startStatic(server: ChildProcess, body: string): Promise<string> {
  server.on('error', () => {});
  server.send(body);
  const [address] = await once(server, 'message');
  return address as string;
}
