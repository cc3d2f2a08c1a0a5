import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../config/startup-error.ts';
import { giveTo, removeTree, type SystemAccount, spawnAs, writeFor } from './account.ts';
import { fetchCommand, spoolCommand } from './archive.ts';
import { findBinaries } from './binaries.ts';
import { checkCluster, clusterOf, explainStart, passwordFileOf, readPasswords, syncDirectory } from './cluster.ts';
import { launch } from './launch.ts';
import { lockDataDir } from './lock.ts';
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts';
import { asStartupError, defaults, openDataDir } from './start.ts';
import { query, urlOf } from './url.ts';

export type Recovery = {
  /** The directory, which has no database yet. */
  readonly dataDir: string;
  /** The base backup. */
  readonly tar: Readable;
  /** The superuser's. */
  readonly password: string;
  /** The archived WAL that continues from the base backup: a directory, or a source that fills one. */
  readonly wal: string | WalSource | undefined;
  /** Overrides of the server's settings, by PostgreSQL's names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The time to recover to; without it, to the end of the archive. */
  readonly to: Date | undefined;
};

/** Fills a spool until its signal is aborted. */
export type WalSource = (spool: WalSpool, signal: AbortSignal) => Promise<void>;

/** A folder of WAL segments, a few ahead of the one that recovery needs. */
export type WalSpool = {
  /** The segment that PostgreSQL asked for last. */
  wanted(): string | null;
  add(segment: string, bytes: Buffer): void;
  remove(segment: string): void;
  /** No segment follows. */
  end(): void;
};

/**
 * Makes a database from a base backup and WAL. It is made aside, and moved into place once it is complete and
 * `inspect`, which sees it running, has no objection. An interrupted restore leaves nothing that looks like a database.
 */
export async function recoverEmbedded<T>(recovery: Recovery, inspect: (url: string) => Promise<T>): Promise<T> {
  const { dataDir, wal } = recovery;
  const filled = new AbortController();
  let filling: Promise<void> | undefined;
  let unlock: (() => void) | undefined;
  let clear: (() => Promise<void>) | undefined;
  try {
    const binaries = findBinaries();
    const { directory, account } = openDataDir(dataDir, [
      binaries.postgres,
      binaries.share,
      ...(typeof wal === 'string' ? [wal] : []),
    ]);
    unlock = lockDataDir(directory);
    checkEmpty(directory);
    const staging = join(directory, 'restoring');
    clear = () => removeStaging(join(directory, 'restoring'), account);
    await clear();
    await unpack(recovery, staging, account);
    checkCluster(staging, binaries);
    const spool = typeof wal === 'function' ? openSpool(staging, account) : undefined;
    if (typeof wal === 'function') filling = fill(wal, spool!, filled.signal);
    filling?.catch(() => {});
    const command = spool?.command ?? fetchCommand(wal as string | undefined);
    const hba_file = trustSocket(staging, account);
    const chosen = { ...defaults, ...recovery.settings, ...recoverySettings(recovery, command), hba_file };
    const postmaster = await launch(staging, binaries, account, chosen);
    const found = await openWithPassword(postmaster, staging)
      .then(inspect)
      .finally(() => stopPostmaster(postmaster.pid));
    renameSync(passwordFileOf(staging), passwordFileOf(directory));
    renameSync(clusterOf(staging), clusterOf(directory));
    syncDirectory(directory);
    // The archive named here belongs to the other database.
    rmSync(join(directory, 'archive'), { force: true });
    return found;
  } catch (error) {
    filled.abort();
    // A source that failed is the reason why the recovery failed.
    await filling;
    throw explained(asStartupError(error, dataDir), recovery);
  } finally {
    filled.abort();
    await filling?.catch(() => {});
    await clear?.();
    unlock?.();
  }
}

/** Only the database's user reaches the socket, which is in the cluster's own directory. */
function trustSocket(staging: string, account: SystemAccount): string {
  const file = join(staging, 'restore_hba.conf');
  writeFor(account, file, 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
  return file;
}

/** WAL after the backup may have changed the password, which is the one of the backup again from now on. */
async function openWithPassword(postmaster: Postmaster, staging: string): Promise<string> {
  const [password = ''] = readPasswords(staging);
  const url = urlOf(postmaster, password);
  await query(url, `ALTER ROLE rialto PASSWORD '${password}'`);
  return url;
}

export function checkEmpty(dataDir: string): void {
  if (existsSync(clusterOf(dataDir))) {
    throw new StartupError(
      `${clusterOf(dataDir)} already contains a database. Restore into another DATA_DIR, or move that database away`,
    );
  }
}

/** Removes a restored database that was made for a check, also one that a killed process left. */
export async function removeRestored(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const directory = realpathSync(dataDir);
  const staging = join(directory, 'restoring');
  for (const cluster of [clusterOf(staging), clusterOf(directory)]) {
    const found = existsSync(cluster) ? await findPostmaster(cluster) : undefined;
    if (found) await stopPostmaster(found.pid);
  }
  const { account } = openDataDir(directory, []);
  await removeStaging(staging, account);
  await removeTree(account, clusterOf(directory));
  rmSync(directory, { recursive: true, force: true });
}

async function unpack({ dataDir, tar, password }: Recovery, staging: string, account: SystemAccount): Promise<void> {
  const cluster = clusterOf(staging);
  // PostgreSQL passes through this directory to its own folder.
  mkdirSync(staging, { mode: account ? 0o711 : 0o700 });
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(account, cluster);
  const child = spawnAs(account, 'tar', ['-x', '-f', '-', '-C', cluster], { stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  // tar reports its own failure: it may end before its input is closed, and a full disk breaks the pipe.
  const fed = pipeline(tar, child.stdin!).catch((error: NodeJS.ErrnoException) => error);
  const [broken, complaint, [code]] = await Promise.all([fed, text(child.stderr!), ended]);
  if (code !== 0) throw new StartupError(`the backup could not be unpacked: ${explainStart(complaint, dataDir)}`);
  if (broken && !['ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ECONNRESET'].includes(broken.code ?? '')) throw broken;
  writeFor(undefined, passwordFileOf(staging), password);
  writeFor(account, join(cluster, 'recovery.signal'), '');
}

/** Only we write segments, into a folder that PostgreSQL reads. It writes what it wants into a folder of its own. */
function openSpool(staging: string, account: SystemAccount) {
  const segments = join(staging, 'wal');
  const requests = join(staging, WANTED);
  mkdirSync(segments, { mode: account ? 0o711 : 0o700 });
  mkdirSync(requests, { mode: 0o700 });
  giveTo(account, requests);
  const add = (name: string, bytes: Uint8Array) => {
    const aside = join(staging, 'segment');
    writeFor(account, aside, bytes);
    renameSync(aside, join(segments, name));
  };
  return {
    command: spoolCommand(segments, requests, process.pid),
    wanted: () => {
      const file = join(requests, 'wanted');
      const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
      return /^[0-9A-F]{24}$/.test(text) ? text : null;
    },
    add,
    remove: (name: string) => rmSync(join(segments, name), { force: true }),
    end: () => add('end', Buffer.alloc(0)),
    fail: () => add('failed', Buffer.alloc(0)),
  };
}

async function fill(source: WalSource, spool: ReturnType<typeof openSpool>, signal: AbortSignal): Promise<void> {
  try {
    await source(spool, signal);
  } catch (error) {
    if (signal.aborted) return;
    spool.fail();
    throw error;
  }
}

async function removeStaging(staging: string, account: SystemAccount): Promise<void> {
  await removeTree(account, clusterOf(staging));
  await removeTree(account, join(staging, WANTED));
  const found = lstatSync(staging, { throwIfNoEntry: false });
  // An earlier version gave the whole folder to the database's user.
  if (found && found.uid !== 0) await removeTree(account, staging);
  rmSync(staging, { recursive: true, force: true });
}

const WANTED = 'wanted';

/** `ready` is what the server reports when recovery is complete and no client may connect before that. */
function recoverySettings({ to }: Recovery, restoreCommand: string) {
  return {
    archive_mode: 'off',
    hot_standby: 'off',
    restore_command: restoreCommand,
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // PostgreSQL does not know the zone `Z` that early in its start.
    ...(to ? { recovery_target_time: to.toISOString().replace('Z', '+00') } : {}),
  };
}

function explained(error: unknown, { to }: Recovery): unknown {
  if (!(error instanceof StartupError) || !error.message.includes('before configured recovery target')) return error;
  return new StartupError(`the WAL of this backup ends before ${to!.toISOString()}. Remove --to to restore everything`);
}
