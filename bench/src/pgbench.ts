import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Shape } from './transfers.ts';

const run = promisify(execFile);

/** Debian's packages put it beside the server, not on the PATH. */
const FOLDERS = '/usr/lib/postgresql';

/** @returns null without pgbench */
export function findPgbench(): string | null {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return 'pgbench';
  } catch {
    const versions = existsSync(FOLDERS) ? readdirSync(FOLDERS) : [];
    const paths = versions.map((version) => join(FOLDERS, version, 'bin/pgbench')).filter(existsSync);
    return paths.at(-1) ?? null;
  }
}

export type PgbenchJob = {
  readonly url: string;
  /** Where its script is written. */
  readonly directory: string;
  readonly shape: Shape;
  readonly clients: number;
  readonly seconds: number;
};

export type PgbenchRun = { readonly perSecond: number; readonly count: number };

/** Runs the transfers of `pgbench-transfers.sql`. */
export async function runPgbench(path: string, job: PgbenchJob, signal: AbortSignal): Promise<PgbenchRun> {
  const receiver = job.shape === 'hot' ? '1' : 'random(1,200)';
  const script = join(job.directory, `${job.shape}.sql`);
  writeFileSync(
    script,
    `\\set s random(2,200)
\\set d ${receiver}
select baseline.t(:s, case when :s=:d then :d%200+1 else :d end, 1, gen_random_uuid()::text);
`,
  );
  const options = ['-n', '-M', 'prepared', '-j', '1', '-T', String(job.seconds), '-c', String(job.clients)];
  const { stdout } = await run(path, [...options, '-f', script, job.url], { signal });
  const found = /tps = ([\d.]+) \(without/.exec(stdout) ?? /tps = ([\d.]+)/.exec(stdout);
  if (!found) throw new Error(`pgbench printed no rate: ${stdout}`);
  const count = /transactions actually processed: (\d+)/.exec(stdout)?.[1];
  return { perSecond: Number(found[1]), count: Number(count) };
}
