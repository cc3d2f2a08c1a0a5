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

/** During a change the file has two passwords, the old one first. */
export const readPasswords = (dataDir: string): string[] =>
  readFileSync(passwordFileOf(dataDir), 'utf8').trim().split('\n');

/** Replaces the file at once, so that a crash leaves the old content or the new one. */
export function writePasswords(dataDir: string, passwords: readonly string[]): void {
  const file = passwordFileOf(dataDir);
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${passwords.join('\n')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(unfinished, file);
  syncDirectory(dataDir);
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

/**
 * The cluster is made aside and renamed, so that an interrupted first start leaves nothing that looks like a cluster.
 */
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
  // A copy that the database's user may read while initdb runs.
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

/** Postgres syncs the content of its directory. We must sync the directory's name. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/**
 * The initdb of a killed service may still run in its own directory. It ends when that is removed, and never meets
 * ours. Files that it wrote meanwhile are removed at the next start, so every start calls this.
 */
export async function removeUnfinished(dataDir: string, account: SystemAccount): Promise<void> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('postgres.new-')))
    await removeTree(account, join(dataDir, name));
}

/**
 * The size of a WAL segment in MiB. A COMMIT that needs a new segment waits until it is filled with zeros: 55 ms at
 * PostgreSQL's own 16 MiB, every 1.5 s under load until the first segments are reused.
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

/** The line of postgres' output that explains the failure. */
export function explainStart(output: string, dataDir: string): string {
  if (/No space left on device|Disk quota exceeded/.test(output)) return `the disk that holds ${dataDir} is full`;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /\b(FATAL|PANIC|fatal|error):/.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*?\b(FATAL|PANIC|initdb: error|error):\s*/, '') ?? 'it ended without a message';
}
