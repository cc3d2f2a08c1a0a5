// The cost of background work for 256 connections of transfers, in CPU microseconds a transfer, in alternating pairs:
// `node bench/src/beside.ts import|seal [pairs] [milliseconds of a window]`. Two minutes each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ServiceJob } from './load-service.ts';
import { type Measured, perSecond } from './measure.ts';
import { inProcess } from './process.ts';
import type { Imported, ImportJob } from './run-import.ts';
import { type Stage, setStage } from './stage.ts';
import { verifyBalances } from './verify.ts';
import { warmUp } from './warm-up.ts';
import { query } from './world.ts';

const [work, ...numbers] = process.argv.slice(2);
const [pairs = 8, windowMs = 4_000] = numbers.map(Number);
const WARM_UP_MS = 1_000;
const rail = 'bank-ke';
/** What `seal/store.ts` locks. */
const SEAL_LOCK = 0x524c5453;

/** CPU microseconds of a transfer, and transfers a second. */
type Cost = { readonly service: number; readonly database: number; readonly rate: number };
type Side = { cost(seed: number): Promise<Cost> };

const transfers = (stage: Stage, seed: number, signal: AbortSignal) =>
  inProcess<Measured>(
    './load-service.ts',
    { ...stage.service, clients: 256, shape: 'spread', seed, warmupMs: WARM_UP_MS, windowMs } satisfies ServiceJob,
    signal,
  );

/** @param less CPU seconds of PostgreSQL that are not of transfers */
async function measure(stage: Stage, seed: number, signal: AbortSignal, less: () => Promise<number>): Promise<Cost> {
  const before = stage.cpu();
  const [measured, others] = await Promise.all([transfers(stage, seed, signal), less()]);
  const after = stage.cpu();
  const each = 1e6 / measured.acknowledged;
  return {
    service: (after.service - before.service) * each,
    database: (after.database - before.database - others) * each,
    rate: perSecond(measured),
  };
}

/** The import has a process of its own, whose CPU and that of its backends is subtracted. */
async function besideImport(stage: Stage, signal: AbortSignal): Promise<[Side, Side, () => string]> {
  // The rail is claimed: its lines are imported and not matched.
  await query(
    stage.service.url,
    `INSERT INTO reconciled_rails (rail, livemode, currency, layout, time_zone, claimed_at)
     VALUES ('${rail}', false, 'KES', 'bank-csv', 'Africa/Nairobi', now() + interval '1 day')`,
  );
  const directory = mkdtempSync(join(tmpdir(), 'rialto-bench-files-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const total = { lines: 0, node: 0, database: 0 };
  const run = async () => {
    const job: ImportJob = { url: stage.service.url, rail, directory, first: total.lines, windowMs };
    const done = await inProcess<Imported>('./run-import.ts', job, signal);
    total.lines += done.lines;
    total.node += done.node;
    total.database += done.database;
    return done.database;
  };
  return [
    { cost: (seed) => measure(stage, seed, signal, run) },
    { cost: (seed) => measure(stage, seed, signal, async () => 0) },
    () => {
      const each = (seconds: number) => ((seconds * 1e6) / total.lines).toFixed(0);
      return `${total.lines} lines, ${each(total.node)} + ${each(total.database)} µs of their own for a line`;
    },
  ];
}

/** A second service whose postings have no transaction number, and whose sealing waits for a lock that we hold. */
async function besideSeal(stage: Stage, without: Stage, signal: AbortSignal): Promise<[Side, Side, () => string]> {
  const holder = new pg.Client({ connectionString: without.service.url });
  holder.on('error', () => {});
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(${SEAL_LOCK})`);
  await holder.query(`
    ALTER TABLE postings ALTER COLUMN xid DROP DEFAULT, DROP CONSTRAINT postings_xid_given;
    DROP INDEX postings_xid`);
  for (const one of [stage, without]) await warmUp(one, { quick: false, seed: 1 }, signal);
  return [
    { cost: (seed) => measure(stage, seed, signal, async () => 0) },
    { cost: (seed) => measure(without, seed, signal, async () => 0) },
    () => 'postings are sealed every second',
  ];
}

const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
};

async function compare([beside, alone, note]: [Side, Side, () => string]): Promise<void> {
  const ratios: number[] = [];
  const costs: number[] = [];
  const sum = ({ service, database }: Cost) => service + database;
  const show = (cost: Cost) =>
    `${cost.service.toFixed(1)} + ${cost.database.toFixed(1)} µs at ${cost.rate.toFixed(0)}/s`;
  for (let pair = 0; pair < pairs; pair++) {
    const first = pair % 2 === 0 ? await beside.cost(2 * pair + 1) : null;
    const off = await alone.cost(2 * pair + 2);
    const on = first ?? (await beside.cost(2 * pair + 1));
    ratios.push(sum(on) / sum(off));
    costs.push(sum(off));
    console.log(`pair ${pair + 1}: with ${show(on)}, without ${show(off)}, ratio ${ratios.at(-1)!.toFixed(3)}`);
  }
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  console.log(
    `median of ${pairs} pairs: ${median(costs).toFixed(1)} µs a transfer without (service + PostgreSQL), ` +
      `ratio ${median(ratios).toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)}); ${note()}`,
  );
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
const stages: Stage[] = [];
try {
  if (work !== 'import' && work !== 'seal') throw new Error('Give the work: import or seal');
  for (let i = 0; i < (work === 'seal' ? 2 : 1); i++)
    // Each window has its own sealing.
    stages.push(await setStage({ profile: undefined, service: { SEAL_SECONDS: '1' } }, interrupted.signal));
  if (work === 'seal') await compare(await besideSeal(stages[0]!, stages[1]!, interrupted.signal));
  else {
    await warmUp(stages[0]!, { quick: false, seed: 1 }, interrupted.signal);
    await compare(await besideImport(stages[0]!, interrupted.signal));
  }
  for (const { service } of stages) await verifyBalances(service);
  console.log('Verified: balances sum to zero and equal their postings.');
} finally {
  for (const stage of stages) await stage.clear();
}
process.exit();
