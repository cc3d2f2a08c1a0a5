import { setTimeout as sleep } from 'node:timers/promises';
import type { Cpu } from './cpu.ts';
import { addEndpoints } from './deliveries.ts';
import type { ServiceJob } from './load-service.ts';
import type { Measured } from './measure.ts';
import { allSettled, makePayments } from './measure-payments.ts';
import type { Findings, Options } from './options.ts';
import { inProcess } from './process.ts';
import { startReceiver } from './receiver.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import { verifyLedger } from './verify.ts';
import { warmUp } from './warm-up.ts';
import { query } from './world.ts';

const MINUTES = 15;
const TRANSFER_CLIENTS = 64;
const PAYMENT_CLIENTS = 8;
const EXPECTED = 0.95;

/** PostgreSQL's own counters since its start. */
type Counters = {
  readonly transfers: number;
  readonly payments: number;
  readonly delivered: number;
  readonly bytes: number;
  readonly wal: number;
  readonly pages: number;
  readonly checkpoints: number;
  readonly vacuums: number;
};
type Sample = Counters & { readonly at: number; readonly cpu: Cpu; readonly memory: number };
/** A minute. Transfers, payments, deliveries and CPU seconds are per second; memory and size are those at its end. */
type Slice = Omit<Sample, 'at'>;

/**
 * Transfers, payments and deliveries at the same time, without a pause, while the database grows. The rate of the last
 * minute is compared with that of the first.
 */
export async function measureSustained(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const slices = options.quick ? 3 : MINUTES;
  const sliceMs = options.quick ? 5_000 : 60_000;
  const receiver = await startReceiver(1, signal);
  try {
    await warmUp(stage, options, signal);
    await addEndpoints(stage.service, receiver.urls, '*');
    const { service } = stage;
    const warmupMs = options.quick ? 1_000 : 15_000;
    const window = { ...service, warmupMs, windowMs: slices * sliceMs, seed: options.seed };
    const transfers: ServiceJob = { ...window, clients: TRANSFER_CLIENTS, shape: 'spread' };
    const [found] = await Promise.all([
      watch(stage, { warmupMs, slices, sliceMs }, signal),
      inProcess<Measured>('./load-service.ts', transfers, signal),
      makePayments({ ...window, clients: PAYMENT_CLIENTS }, signal),
    ]);
    await allSettled(service, signal);
    await allDelivered(service.url, signal);
    await query(service.url, 'ANALYZE');
    await verifyLedger(service);
    const ratio = found.at(-1)!.transfers / found[0]!.transfers;
    return {
      settings:
        `seed ${options.seed}, ${slices} × ${sliceMs / 1e3} s, ${TRANSFER_CLIENTS} connections of transfers, ` +
        `${PAYMENT_CLIENTS} of payments, one endpoint for all events`,
      report:
        `${render(found)}\n\nLast ÷ first: ${ratio.toFixed(3)} (expected ≥ ${EXPECTED}): ` +
        `${ratio >= EXPECTED ? 'met' : 'NOT MET'}\n\n${await sizes(service.url)}`,
      verified: 'nothing was refused, every event was delivered, and every invariant of the ledger holds.',
      results: { slices: found, ratio },
    };
  } finally {
    receiver.close();
  }
}

type Plan = { readonly warmupMs: number; readonly slices: number; readonly sliceMs: number };

async function watch(stage: Stage, { warmupMs, slices, sliceMs }: Plan, signal: AbortSignal): Promise<Slice[]> {
  const found: Slice[] = [];
  await sleep(warmupMs, undefined, { signal });
  let before = await take(stage);
  const begin = performance.now();
  for (let i = 1; i <= slices; i++) {
    await sleep(Math.max(begin + i * sliceMs - performance.now(), 0), undefined, { signal });
    const after = await take(stage);
    found.push(sliceOf(before, after));
    process.stderr.write(`${i}  ${toRow(found.at(-1)!, i - 1).join('  ')}\n`);
    before = after;
  }
  return found;
}

async function take({ service, cpu, memory }: Stage): Promise<Sample> {
  const [row] = await query<Record<keyof Counters, string>>(service.url, counters);
  const numbers = Object.entries(row!).map(([name, value]) => [name, Number(value)]);
  return { ...(Object.fromEntries(numbers) as Counters), at: performance.now(), cpu: cpu(), memory: memory() };
}

const counters = `
  SELECT (SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'transfers') AS transfers,
         (SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'payments') AS payments,
         (SELECT sum(n_tup_ins) FROM pg_stat_user_tables WHERE relname LIKE 'deliveries_until_%') AS delivered,
         pg_database_size(current_database()) AS bytes,
         (SELECT wal_bytes FROM pg_stat_wal) AS wal,
         (SELECT wal_fpi FROM pg_stat_wal) AS pages,
         (SELECT num_timed + num_requested FROM pg_stat_checkpointer) AS checkpoints,
         (SELECT sum(autovacuum_count) FROM pg_stat_user_tables) AS vacuums`;

function sliceOf(before: Sample, after: Sample): Slice {
  const seconds = (after.at - before.at) / 1e3;
  const grown = (name: keyof Counters) => after[name] - before[name];
  return {
    transfers: grown('transfers') / seconds,
    payments: grown('payments') / seconds,
    delivered: grown('delivered') / seconds,
    cpu: {
      service: (after.cpu.service - before.cpu.service) / seconds,
      database: (after.cpu.database - before.cpu.database) / seconds,
    },
    memory: after.memory,
    bytes: after.bytes,
    wal: grown('wal'),
    pages: grown('pages'),
    checkpoints: grown('checkpoints'),
    vacuums: grown('vacuums'),
  };
}

const head = [
  'minute',
  'transfers/s',
  'payments/s',
  'deliveries/s',
  'cores: service + PostgreSQL',
  'service MiB',
  'database MiB',
  'WAL MiB',
  'full pages',
  'checkpoints',
  'vacuums',
];

const mebibytes = (bytes: number) => whole(bytes / 2 ** 20);

const toRow = (slice: Slice, index: number): string[] => [
  String(index + 1),
  whole(slice.transfers),
  whole(slice.payments),
  whole(slice.delivered),
  `${slice.cpu.service.toFixed(2)} + ${slice.cpu.database.toFixed(2)}`,
  whole(slice.memory),
  mebibytes(slice.bytes),
  mebibytes(slice.wal),
  whole(slice.pages),
  whole(slice.checkpoints),
  whole(slice.vacuums),
];

const render = (slices: readonly Slice[]) => table(head, slices.map(toRow));

async function allDelivered(url: string, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(300_000)]);
  for (;;) {
    const [row] = await query<{ open: string }>(
      url,
      `SELECT count(*) AS open FROM deliveries_open WHERE status = 'pending'`,
    );
    if (Number(row!.open) === 0) return;
    deadline.throwIfAborted();
    await sleep(500);
  }
}

/** The largest tables and indexes at the end. */
async function sizes(url: string): Promise<string> {
  const rows = await query<{ name: string; bytes: string }>(
    url,
    `SELECT relname AS name, pg_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 25`,
  );
  return table(
    ['largest', 'MiB'],
    rows.map(({ name, bytes }) => [name, mebibytes(Number(bytes))]),
  );
}
