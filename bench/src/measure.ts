import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from './random.ts';

/** Each bucket is 2 % wider than the previous one, from a microsecond to a minute. */
const LOG_STEP = Math.log(1.02);
const BUCKETS = Math.ceil(Math.log(60e6) / LOG_STEP);

/** The result of one run, in a form that can be sent between processes. */
export type Measured = {
  /** The number of requests that ended within the window, and the window's length. */
  readonly completed: number;
  readonly seconds: number;
  /**
   * All successful requests, including the warm-up and the last ones after the window, and the money that they moved.
   */
  readonly acknowledged: number;
  readonly moved: number;
  /** Latencies of the requests within the window. */
  readonly buckets: readonly number[];
  /** CPU of the load generator, and of the service and PostgreSQL in the same time, which the parent adds. */
  readonly cpu: Readonly<Record<'generator' | 'service' | 'database', number>>;
};

export type Window = { readonly clients: number; readonly warmupMs: number; readonly windowMs: number };

/**
 * A closed loop: each client sends its next request when the previous one is answered. Any failure ends the run.
 * @param issue sends one request for a client and returns its amount
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
 * An open loop: requests start at scheduled times, like those of independent clients, even if earlier ones are still in
 * flight. Latency counts from the scheduled start, so it includes the wait for a connection or for a stalled generator
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
  const inFlight = new Set<Promise<void>>();
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
    // Use connections in turn: the service closes a connection that is never used.
    const running = run(idle.shift()!);
    inFlight.add(running);
    // A failed one stays in the set and fails the run at its end.
    running.then(
      () => inFlight.delete(running),
      () => {},
    );
  }
  await Promise.all(inFlight);
  const { user, system } = process.cpuUsage(cpuBefore);
  const completed = buckets.reduce((sum, count) => sum + count, 0);
  const cpu = { generator: (user + system) / 1e6, service: 0, database: 0 };
  return { completed, seconds: windowMs / 1e3, acknowledged, moved, buckets, cpu };
}

function bucketOf(ms: number): number {
  return Math.min(Math.max(Math.ceil(Math.log(ms * 1e3) / LOG_STEP), 0), BUCKETS - 1);
}

/** The latency in milliseconds that this share of the responses did not exceed, accurate to 2 %. */
export function quantile({ buckets, completed }: Measured, share: number): number {
  let bucket = 0;
  for (let left = completed * share - buckets[0]!; left > 0; bucket++) left -= buckets[bucket + 1]!;
  return Math.exp(bucket * LOG_STEP) / 1e3;
}

/** Number of responses per range of latency: the upper end in milliseconds, each about twice the previous one. */
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
