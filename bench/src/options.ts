import { parseArgs } from 'node:util';

export const workloads = [
  'transfers',
  'latency',
  'payments',
  'reads',
  'deliveries',
  'rails',
  'reconcile',
  'pages',
  'traces',
  'bulk',
  'sustained',
] as const;
export type Workload = (typeof workloads)[number];

export type Options = {
  readonly workloads: readonly Workload[];
  readonly quick: boolean;
  readonly seed: number;
  readonly json: string | undefined;
  readonly profile: string | undefined;
};

/** The findings of a workload. Everything except `results` is for people. */
export type Findings = {
  readonly settings: string;
  readonly report: string;
  readonly verified: string;
  readonly results: object;
};

const usage = `npm run bench -- [workload…] [--quick] [--seed N] [--json FILE] [--profile DIR]
  workload               ${workloads.join(', ')}; default: all but sustained
  --quick                short runs that show only whether the bench works
  --seed N               other amounts in another order
  --json FILE            also write the results as JSON
  --profile DIR          write the service's CPU profile, for the viewers of Chrome and VS Code`;

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
    console.log(unknown === undefined ? usage : `Unknown workload "${unknown}".\n${usage}`);
    process.exit(unknown === undefined ? 0 : 1);
  }
  const { quick, seed, json, profile } = values;
  const named = workloads.filter((name) => positionals.includes(name));
  const usual = workloads.filter((name) => name !== 'sustained');
  return { workloads: named.length > 0 ? named : usual, quick, seed: Number(seed), json, profile };
}
