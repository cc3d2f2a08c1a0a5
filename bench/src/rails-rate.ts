import { readOwnCpu } from './cpu.ts';
import type { CustomersOfRail } from './load-payments.ts';
import { allSettled, makePayments } from './measure-payments.ts';
import type { BenchRails } from './measure-rails.ts';
import type { Options } from './options.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import { warmUp } from './warm-up.ts';

const ROUNDS = 2;
const CONNECTIONS = 256;
/** More than a window creates. */
const CUSTOMERS = 200_000;
const expected = { 'mtn-momo': 0.5, daraja: 0.3, wave: 0.3, pawapay: 0.3 } as const;
/** The sandbox's customer takes as long. */
const SUCCESS_AFTER_MS = 2_000;

type Rate = {
  readonly perSecond: number;
  /** Microseconds of CPU per payment. */
  readonly cpu: Readonly<Record<'service' | 'database' | 'generator' | 'provider', number>>;
};

/** Compares payments created and settled at each counterpart with those at the sandbox, in alternating windows. */
export async function measureRates(stage: Stage, rails: BenchRails, options: Options, signal: AbortSignal) {
  const windowMs = options.quick ? 1_000 : 5_000;
  const window = { clients: CONNECTIONS, warmupMs: 0, windowMs };
  for (const { ask } of Object.values(rails)) {
    await ask('POST', '/settings', { success_after_ms: SUCCESS_AFTER_MS });
  }
  const run = async (seed: number, at?: CustomersOfRail, pid?: number): Promise<Rate> => {
    const before = { ...stage.cpu(), provider: pid ? readOwnCpu(pid) : 0 };
    const begin = performance.now();
    const made = await makePayments({ ...window, seed, ...stage.service, ...(at ? { at } : {}) }, signal);
    await allSettled(stage.service, signal, at?.rail);
    const perSecond = made.acknowledged / ((performance.now() - begin) / 1e3);
    const after = stage.cpu();
    const each = (seconds: number) => (seconds / made.acknowledged) * 1e6;
    const cpu = {
      service: each(after.service - before.service),
      database: each(after.database - before.database),
      generator: each(made.cpu.generator),
      provider: pid ? each(readOwnCpu(pid) - before.provider) : 0,
    };
    return { perSecond, cpu };
  };
  await warmUp(stage, options, signal);
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const sandbox: Rate[] = [];
  const found = Object.fromEntries(names.map((name) => [name, [] as Rate[]])) as Record<(typeof names)[number], Rate[]>;
  // The first round warms up the connectors and the counterparts.
  for (let round = 0; round <= (options.quick ? 1 : ROUNDS); round++) {
    sandbox.push(await run(options.seed + round));
    for (const name of names) {
      const { customers, pid } = rails[name];
      found[name].push(await run(options.seed + round, customers(CUSTOMERS), pid));
    }
  }
  const base = sandbox.slice(1);
  const rows = names.map((name) => {
    const rates = found[name].slice(1);
    const ratios = rates.map(({ perSecond }, i) => perSecond / base[i]!.perSecond);
    const ratio = mean(rates) / mean(base);
    const verdict = ratio >= expected[name] ? 'met' : 'NOT MET';
    const byRound = ratios.map((one) => one.toFixed(2)).join(' ');
    return [name, whole(mean(rates)), cpuOf(rates), byRound, ratio.toFixed(2), `≥ ${expected[name]}`, verdict];
  });
  const report = table(
    ['created and settled, 256 connections', 'per second', 'CPU µs', 'by round', 'ratio', 'expected', ''],
    [['sandbox', whole(mean(base)), cpuOf(base), '', '', '', ''], ...rows],
  );
  return { report, results: { sandbox, ...found } };
}

const mean = (rates: readonly Rate[]) => rates.reduce((sum, { perSecond }) => sum + perSecond, 0) / rates.length;

/** Service + PostgreSQL + load generator + counterpart, per payment. */
function cpuOf(rates: readonly Rate[]): string {
  const parts = ['service', 'database', 'generator', 'provider'] as const;
  return parts.map((part) => whole(rates.reduce((sum, { cpu }) => sum + cpu[part], 0) / rates.length)).join(' + ');
}
