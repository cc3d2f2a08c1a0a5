import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../config/startup-error.ts';
import { giveTo, removeTree, type SystemAccount, spawnAs, writeFor } from './account.ts';
import type { Binaries } from './binaries.ts';

export const clusterOf = (dataDir: string) => join(dataDir, 'postgres');
export const passwordFileOf = (dataDir: string) => join(dataDir, 'postgres.password');

export function readPassword(dataDir: string): string {
  return readFileSync(passwordFileOf(dataDir), 'utf8').trim();
}

export function checkCluster(dataDir: string, { major }: Binaries): void {
  const found = readFileSync(join(clusterOf(dataDir), 'PG_VERSION'), 'utf8').trim();
  if (found !== major) {
    throw new StartupError(
      `${clusterOf(dataDir)} was created by PostgreSQL ${found}, but this is PostgreSQL ${major}. Dump and restore it, or set another DATA_DIR`,
    );
  }
  if (!existsSync(passwordFileOf(dataDir))) {
    throw new StartupError(
      `${passwordFileOf(dataDir)} is missing. Restore it from your backup: ${clusterOf(dataDir)} does not open without it`,
    );
  }
}

/** Made aside and renamed, so that a first start cut short leaves nothing that looks like a cluster. */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  account: SystemAccount,
  sync: boolean,
): Promise<void> {
  const unfinished = mkdtempSync(`${clusterOf(dataDir)}.new-`);
  const password = `${randomBytes(24).toString('hex')}\n`;
  giveTo(account, unfinished);
  rmSync(passwordFileOf(dataDir), { force: true });
  writeFileSync(passwordFileOf(dataDir), password, { flag: 'wx', mode: 0o600, flush: sync });
  // A copy that its user may read, for as long as initdb runs.
  const passwordFile = `${unfinished}.password`;
  writeFor(account, passwordFile, password);
  try {
    await initdb(
      binaries,
      account,
      [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...(sync ? [] : ['--no-sync'])],
      dataDir,
    );
    renameSync(unfinished, clusterOf(dataDir));
    if (sync) syncDirectory(dataDir);
  } catch (error) {
    await removeUnfinished(dataDir, account);
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Postgres syncs what is in its directory; that it has this name is ours to make durable. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/**
 * The initdb of a killed service may still be at work in its directory: it ends when that is gone, and never meets ours. What it
 * wrote while this ran goes with the next start, so that every start calls this.
 */
export async function removeUnfinished(dataDir: string, account: SystemAccount): Promise<void> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('postgres.new-')))
    await removeTree(account, join(dataDir, name));
}

/**
 * MiB of a segment of WAL. A COMMIT that needs a new one waits until it is written full of zeros: 55 ms at 16 MiB, PostgreSQL's
 * own, each 1.5 s under load until the first are used again.
 */
const SEGMENT_MIB = 2;

async function initdb(binaries: Binaries, account: SystemAccount, args: string[], dataDir: string): Promise<void> {
  const identity = ['--username=rialto', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  const storage = ['--data-checksums', `--wal-segsize=${SEGMENT_MIB}`];
  const child = spawnAs(account, binaries.initdb, [...identity, ...storage, '--no-instructions', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [code, output] = await Promise.all([ended, text(child.stderr!)]).catch(
    (error: Error) => [1, error.message] as const,
  );
  if (code !== 0)
    throw new StartupError(`could not create the database in ${dataDir}: ${explainStart(output, dataDir)}`);
}

/** The line of postgres' output that says why. */
export function explainStart(output: string, dataDir: string): string {
  if (/No space left on device|Disk quota exceeded/.test(output)) return `the disk that holds ${dataDir} is full`;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /\b(FATAL|PANIC|fatal|error):/.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*?\b(FATAL|PANIC|initdb: error|error):\s*/, '') ?? 'it ended without a message';
}
