import type { BulkJob } from './load-bulk.ts';
import type { ServiceJob } from './load-service.ts';
import { type Measured, perSecond, quantile, together } from './measure.ts';
import type { Options } from './options.ts';
import { inProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import { addMerchant } from './world.ts';

const ROUNDS = 3;
/** Single transfers a second of the other merchant: a busy shop's, and no load for the machine. */
const RATE = 100;

/** Single transfers of another merchant, alone and beside the bulk requests. */
export type BesideBulk = {
  readonly alone: readonly Measured[];
  readonly beside: readonly Measured[];
  /** Items a second of the bulk requests meanwhile. */
  readonly items: readonly number[];
};

/** @param bulk the requests beside which a stranger's transfers are measured */
export async function measureBesideBulk(
  stage: Stage,
  options: Options,
  bulk: Omit<BulkJob, 'seed'>,
  signal: AbortSignal,
): Promise<BesideBulk> {
  const other = await addMerchant(stage.service.url, 'stranger');
  const { base } = stage.service;
  const singles = (seed: number) => {
    const { warmupMs, windowMs } = bulk;
    const job = { ...other, base, shape: 'spread', clients: 32, rate: RATE, warmupMs, windowMs, seed } as const;
    return inProcess<Measured>('./load-service.ts', job satisfies ServiceJob, signal);
  };
  const found = { alone: [] as Measured[], beside: [] as Measured[], items: [] as number[] };
  for (let seed = options.seed; seed < options.seed + ROUNDS; seed++) {
    found.alone.push(await singles(seed));
    // The bulk requests begin before the window and end after it.
    const longer = { ...bulk, seed, windowMs: bulk.windowMs + bulk.warmupMs };
    const [bulks, beside] = await Promise.all([
      inProcess<Measured>('./load-bulk.ts', longer satisfies BulkJob, signal),
      singles(seed),
    ]);
    found.beside.push(beside);
    found.items.push(perSecond(bulks) * bulk.items);
  }
  return found;
}

/** The promise to strangers: a p99 of at most the larger of twice the quiet one and 100 ms more. */
export function renderBesideBulk({ alone, beside, items }: BesideBulk): string {
  const row = (name: string, measured: readonly Measured[], rate: string, expected: string, verdict: string) => [
    name,
    rate,
    quantile(together(measured), 0.5).toFixed(1),
    quantile(together(measured), 0.99).toFixed(1),
    measured.map((one) => quantile(one, 0.99).toFixed(1)).join(' '),
    expected,
    verdict,
  ];
  const quiet = quantile(together(alone), 0.99);
  const most = Math.max(2 * quiet, quiet + 100);
  const isMet = quantile(together(beside), 0.99) <= most;
  const rate = whole(items.reduce((sum, one) => sum + one, 0) / items.length);
  return table(
    [
      `${RATE} transfers a second of another merchant`,
      'bulk items a second',
      'p50 ms',
      'p99 ms',
      'by round',
      'p99 expected',
      '',
    ],
    [
      row('alone', alone, '', '', ''),
      row('beside bulk requests', beside, rate, `≤ ${most.toFixed(0)}`, isMet ? 'met' : 'NOT MET'),
    ],
  );
}
