import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from './random.ts';

/** Each bucket is 2 % wider than the one before, from a microsecond to a minute. */
const LOG_STEP = Math.log(1.02);
const BUCKETS = Math.ceil(Math.log(60e6) / LOG_STEP);

/** What one run gave, in a form that goes between processes. */
export type Measured = {
  /** How many ended within the window, and how long that was. */
  readonly completed: number;
  readonly seconds: number;
  /** How many succeeded in all, warm-up and the last ones after the window included, and how much money they moved. */
  readonly acknowledged: number;
  readonly moved: number;
  /** Latencies of those within the window. */
  readonly buckets: readonly number[];
  /** CPU of the process that made the load, and of the service and PostgreSQL meanwhile, which the parent adds. */
  readonly cpu: Readonly<Record<'generator' | 'service' | 'database', number>>;
};

export type Window = { readonly clients: number; readonly warmupMs: number; readonly windowMs: number };

/**
 * A closed loop: each client sends its next one when the last is answered. Any failure ends the run.
 * @param issue does one transfer for a client and tells its amount
 */
export async function closedLoop(window: Window, issue: (client: number) => Promise<number>): Promise<Measured> {
  const cpuBefore = process.cpuUsage();
  const from = performance.now() + window.warmupMs;
  const to = from + window.windowMs;
  const buckets = new Array<number>(BUCKETS).fill(0);
  let acknowledged = 0;
  let moved = 0;
  const run = async (client: number) => {
    let start = performance.now();
    while (start < to) {
      const amount = await issue(client);
      moved += amount;
      acknowledged++;
      const end = performance.now();
      if (end >= from && end < to) buckets[bucketOf(end - start)]!++;
      start = end;
    }
  };
  await Promise.all(Array.from({ length: window.clients }, (_, client) => run(client)));
  const { user, system } = process.cpuUsage(cpuBefore);
  const completed = buckets.reduce((sum, count) => sum + count, 0);
  const cpu = { generator: (user + system) / 1e6, service: 0, database: 0 };
  return { completed, seconds: window.windowMs / 1e3, acknowledged, moved, buckets, cpu };
}

/**
 * An open loop: requests start at their own times, as strangers' do, whatever became of those before. Latency counts from
 * the time at which one was to start, so one that waits for a connection, or for a stalled generator, is not left out
 * (no coordinated omission). Any failure ends the run.
 */
export async function openLoop(
  { clients, warmupMs, windowMs, rate, seed }: Window & { readonly rate: number; readonly seed: number },
  issue: (client: number) => Promise<number>,
): Promise<Measured> {
  const cpuBefore = process.cpuUsage();
  const random = randomFrom(seed);
  const idle = Array.from({ length: clients }, (_, client) => client);
  const overdue: number[] = [];
  const underWay = new Set<Promise<void>>();
  const buckets = new Array<number>(BUCKETS).fill(0);
  const begin = performance.now();
  let acknowledged = 0;
  let moved = 0;
  const run = async (client: number) => {
    for (let due = overdue.shift(); due !== undefined; due = overdue.shift()) {
      moved += await issue(client);
      acknowledged++;
      if (due >= begin + warmupMs) buckets[bucketOf(performance.now() - due)]!++;
    }
    idle.push(client);
  };
  let due = begin;
  while (due < begin + warmupMs + windowMs) {
    for (let rest = due - performance.now(); rest > 0; rest = due - performance.now()) await sleep(rest);
    overdue.push(due);
    due += (-Math.log(1 - random()) / rate) * 1e3;
    if (idle.length === 0) continue;
    // In turn: a connection that is never used is closed by the service.
    const running = run(idle.shift()!);
    underWay.add(running);
    // One that fails stays, and fails the run at its end.
    running.then(
      () => underWay.delete(running),
      () => {},
    );
  }
  await Promise.all(underWay);
  const { user, system } = process.cpuUsage(cpuBefore);
  const completed = buckets.reduce((sum, count) => sum + count, 0);
  const cpu = { generator: (user + system) / 1e6, service: 0, database: 0 };
  return { completed, seconds: windowMs / 1e3, acknowledged, moved, buckets, cpu };
}

function bucketOf(ms: number): number {
  return Math.min(Math.max(Math.ceil(Math.log(ms * 1e3) / LOG_STEP), 0), BUCKETS - 1);
}

/** Milliseconds that this share of the answers did not exceed, to within 2 %. */
export function quantile({ buckets, completed }: Measured, share: number): number {
  let bucket = 0;
  for (let left = completed * share - buckets[0]!; left > 0; bucket++) left -= buckets[bucket + 1]!;
  return Math.exp(bucket * LOG_STEP) / 1e3;
}

/** How many answers took how long: the upper end of each range in milliseconds, each about twice the one before. */
export function histogram({ buckets }: Measured): { readonly upTo: number; readonly count: number }[] {
  const ends = Array.from({ length: 17 }, (_, i) => 0.25 * 2 ** i);
  const ranges = ends.map((upTo) => ({ upTo, count: 0 }));
  buckets.forEach((count, bucket) => {
    const ms = Math.exp(bucket * LOG_STEP) / 1e3;
    ranges[
      Math.max(
        ends.findIndex((end) => ms <= end),
        0,
      )
    ]!.count += count;
  });
  return ranges.filter(({ count }) => count > 0);
}

export const perSecond = ({ completed, seconds }: Measured) => completed / seconds;

export function together(runs: readonly Measured[]): Measured {
  return runs.reduce((a, b) => ({
    completed: a.completed + b.completed,
    seconds: a.seconds + b.seconds,
    acknowledged: a.acknowledged + b.acknowledged,
    moved: a.moved + b.moved,
    buckets: a.buckets.map((count, i) => count + b.buckets[i]!),
    cpu: {
      generator: a.cpu.generator + b.cpu.generator,
      service: a.cpu.service + b.cpu.service,
      database: a.cpu.database + b.cpu.database,
    },
  }));
}
