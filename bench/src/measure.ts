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

function bucketOf(ms: number): number {
  return Math.min(Math.max(Math.ceil(Math.log(ms * 1e3) / LOG_STEP), 0), BUCKETS - 1);
}

/** Milliseconds that this share of the answers did not exceed, to within 2 %. */
export function quantile({ buckets, completed }: Measured, share: number): number {
  let bucket = 0;
  for (let left = completed * share - buckets[0]!; left > 0; bucket++) left -= buckets[bucket + 1]!;
  return Math.exp(bucket * LOG_STEP) / 1e3;
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
