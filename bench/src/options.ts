import { parseArgs } from 'node:util';

export const workloads = ['transfers', 'latency', 'payments', 'reads', 'deliveries', 'pages'] as const;
export type Workload = (typeof workloads)[number];

export type Options = {
  readonly workloads: readonly Workload[];
  readonly quick: boolean;
  readonly seed: number;
  readonly json: string | undefined;
  readonly profile: string | undefined;
};

/** What a workload came to: everything but `results` is for people. */
export type Findings = {
  readonly settings: string;
  readonly report: string;
  readonly verified: string;
  readonly results: object;
};

const usage = `npm run bench -- [transfers] [latency] [payments] [reads] [deliveries] [pages] [--quick] [--seed N] [--json FILE] [--profile DIR]
  transfers, latency …   what to measure; everything when none is named
  --quick                short runs; only says whether it works
  --seed N               other amounts, in another order
  --json FILE            the results also as JSON
  --profile DIR          the service's CPU profile, for Chrome's or VS Code's viewer`;

export function readOptions(): Options {
  const { values, positionals } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !(workloads as readonly string[]).includes(name));
  if (values.help || unknown !== undefined) {
    console.log(unknown === undefined ? usage : `There is no workload "${unknown}".\n${usage}`);
    process.exit(unknown === undefined ? 0 : 1);
  }
  const { quick, seed, json, profile } = values;
  const named = workloads.filter((name) => positionals.includes(name));
  return { workloads: named.length > 0 ? named : workloads, quick, seed: Number(seed), json, profile };
}
