import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BulkJob } from './load-bulk.ts';
import { type Measured, perSecond } from './measure.ts';
import { measureBesideBulk, renderBesideBulk } from './measure-beside-bulk.ts';
import type { Findings, Options } from './options.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import { inProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import type { Shape } from './transfers.ts';
import { verifyLedger } from './verify.ts';
import { query } from './world.ts';

const ROUNDS = 3;
const WALLETS = 200;
const CLIENTS = 4;
const ITEMS = 1_000;
/** Requests that a window and its warm-up may need, at 60 000 items a second. */
const PREPARED_PER_SECOND = 60;
const EXPECTED = { spread: 5, hot: 12 } as const;

/** `cpu`: of PostgreSQL alone, in µs a transfer. A busy machine changes it less than the rate. */
type Baseline = { readonly perSecond: number; readonly cpu: number };
type Round = {
  readonly items: number;
  readonly baseline: Baseline | null;
  /** CPU per item in µs: the service, PostgreSQL, the generator. */
  readonly cpu: readonly number[];
};

/**
 * Compares bulk requests of transfers with one hand-written transaction for each transfer, called by pgbench on the
 * same server, in the same run.
 */
export async function measureBulk(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const pgbench = findPgbench();
  if (pgbench === null)
    process.stderr.write('NOT RUN: the baseline needs pgbench (Debian: postgresql-contrib), so there are no ratios\n');
  const directory = mkdtempSync(join(tmpdir(), 'rialto-pgbench-'));
  try {
    await query(stage.service.url, await readFile(new URL('./pgbench-transfers.sql', import.meta.url), 'utf8'));
    const found = new Map<Shape, Round[]>();
    await measureOnce(stage, options, 'spread', 0, signal);
    for (const shape of ['spread', 'hot'] satisfies Shape[]) {
      found.set(shape, []);
      for (let round = 1; round <= ROUNDS; round++) {
        const job = { directory, shape };
        const baseline = pgbench === null ? null : await measureBaseline(pgbench, stage, options, job, signal);
        const ours = await measureOnce(stage, options, shape, round, signal);
        found.get(shape)!.push({ ...ours, baseline });
        process.stderr.write(
          `${shape.padEnd(6)} ${round}  ${whole(ours.items)} items/s  pgbench ${whole(baseline?.perSecond ?? 0)}/s\n`,
        );
      }
    }
    const beside = await measureBesideBulk(stage, options, jobOf(stage, options, 'spread'), signal);
    // Without statistics of the new rows, some invariants are joined row by row.
    await query(stage.service.url, 'ANALYZE');
    await verifyLedger(stage.service);
    return {
      settings:
        `seed ${options.seed}, ${CLIENTS} connections, ${ITEMS} items a request, ${WALLETS} wallets, ` +
        `median of ${ROUNDS} rounds, ${seconds(options)} s a window`,
      report: `${render(found)}\n\n${renderBesideBulk(beside)}`,
      verified: 'every item succeeded, and every invariant of the ledger holds.',
      results: { ...Object.fromEntries(found), beside },
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const seconds = ({ quick }: Options) => (quick ? 2 : 8);

/** The better of 8 and 32 clients. */
async function measureBaseline(
  pgbench: string,
  stage: Stage,
  options: Options,
  job: { readonly directory: string; readonly shape: Shape },
  signal: AbortSignal,
): Promise<Baseline> {
  const runs: Baseline[] = [];
  for (const clients of [8, 32]) {
    const all = { ...job, url: stage.service.url, clients, seconds: seconds(options) };
    const before = stage.cpu().database;
    const { perSecond, count } = await runPgbench(pgbench, all, signal);
    runs.push({ perSecond, cpu: ((stage.cpu().database - before) * 1e6) / count });
  }
  return runs[0]!.perSecond > runs[1]!.perSecond ? runs[0]! : runs[1]!;
}

function jobOf(stage: Stage, options: Options, shape: Shape): Omit<BulkJob, 'seed'> {
  const windowMs = seconds(options) * 1_000;
  const warmupMs = options.quick ? 500 : 2_000;
  return {
    ...stage.service,
    wallets: stage.service.wallets.slice(0, WALLETS),
    ...{ clients: CLIENTS, items: ITEMS, shape, windowMs, warmupMs },
    prepared: Math.ceil(((windowMs + warmupMs) / 1_000) * PREPARED_PER_SECOND),
  };
}

async function measureOnce(stage: Stage, options: Options, shape: Shape, round: number, signal: AbortSignal) {
  const job: BulkJob = { ...jobOf(stage, options, shape), seed: options.seed + round };
  const before = stage.cpu();
  const measured = await inProcess<Measured>('./load-bulk.ts', job, signal);
  const after = stage.cpu();
  const total = measured.acknowledged * ITEMS;
  const perItem = (cpu: number) => (cpu * 1e6) / total;
  return {
    items: perSecond(measured) * ITEMS,
    cpu: [after.service - before.service, after.database - before.database, measured.cpu.generator].map(perItem),
  };
}

function render(found: ReadonlyMap<Shape, readonly Round[]>): string {
  const rows = [...found].map(([shape, rounds]) => {
    const ratios = rounds.flatMap(({ items, baseline }) => (baseline === null ? [] : [items / baseline.perSecond]));
    const ratio = ratios.length === rounds.length ? median(ratios) : null;
    const cpu = [0, 1, 2].map((part) => Math.round(median(rounds.map((round) => round.cpu[part]!))));
    return [
      shape,
      whole(median(rounds.map(({ items }) => items))),
      cpu.join(' + '),
      ratio === null ? 'NOT RUN' : whole(median(rounds.map(({ baseline }) => baseline!.perSecond))),
      ratio === null ? 'NOT RUN' : whole(median(rounds.map(({ baseline }) => baseline!.cpu))),
      ratio === null ? 'NOT RUN' : ratio.toFixed(2),
      ratios.map((one) => one.toFixed(2)).join(' '),
      `≥ ${EXPECTED[shape]}`,
      ratio === null ? 'NOT RUN' : ratio >= EXPECTED[shape] ? 'met' : 'NOT MET',
    ];
  });
  const cpu = 'CPU µs an item: service + PostgreSQL + generator';
  return table(
    ['bulk', 'items a second', cpu, 'pgbench a second', 'its PostgreSQL µs', 'ratio', 'by round', 'expected', ''],
    rows,
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
