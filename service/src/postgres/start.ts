import { existsSync, realpathSync } from 'node:fs';
import { holdDataDir } from '../config/data-dir/hold.ts';
import { StartupError } from '../config/startup-error.ts';
import { chooseAccount } from './account.ts';
import { archiveSettings, openArchiveDir } from './archive.ts';
import { findBinaries } from './binaries.ts';
import { checkCluster, clusterOf, createCluster, removeUnfinished } from './cluster.ts';
import { launch } from './launch.ts';
import { lockDataDir } from './lock.ts';
import { findPostmaster, isAlive, type Postmaster, send, stopPostmaster } from './postmaster.ts';
import { findUrl, query } from './url.ts';

/**
 * For a payments ledger on a small machine: acknowledged data is durable, checkpoints are rare, and the log holds no
 * personal data.
 */
export const defaults = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  shared_buffers: '256MB',
  max_connections: '100',
  max_wal_size: '4GB',
  // A burst after a quiet time finds its WAL files already made: see `SEGMENT_MIB`.
  min_wal_size: '1GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.02',
  jit: 'off',
  timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export type Embedded = { readonly url: string; stop(): Promise<void> };

export type EmbeddedOptions = {
  readonly dataDir: string;
  /**
   * The directory where each WAL segment is archived when it is full or a minute old. Without it nothing is archived.
   */
  readonly archive?: string;
  /** Overrides of the defaults, by PostgreSQL's names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called once if postgres ends unexpectedly. */
  readonly onExit?: () => void;
};

export async function startEmbedded({ dataDir, archive, settings, onExit }: EmbeddedOptions): Promise<Embedded> {
  let unlock: (() => void) | undefined;
  let postmaster: Postmaster | undefined;
  try {
    const binaries = findBinaries();
    const archiveDir = archive ? naming(archive, () => openArchiveDir(archive)) : undefined;
    const reached = [binaries.postgres, binaries.share, ...(archiveDir ? [archiveDir] : [])];
    const { directory, account } = openDataDir(dataDir, reached);
    const cluster = clusterOf(directory);
    unlock = lockDataDir(directory);
    await removeUnfinished(directory, account);
    const archiving = archiveDir ? naming(archiveDir, () => archiveSettings(directory, archiveDir, account)) : {};
    const chosen = { ...defaults, ...archiving, ...settings };
    if (!existsSync(cluster)) await createCluster(directory, binaries, account, chosen.fsync !== 'off');
    checkCluster(directory, binaries);
    postmaster = (await findPostmaster(cluster)) ?? (await launch(directory, binaries, account, chosen));
    const url = await findUrl(postmaster, directory, ensureDatabase);
    return { url, stop: guard(postmaster.pid, unlock, onExit) };
  } catch (error) {
    if (postmaster) await stopPostmaster(postmaster.pid);
    unlock?.();
    throw asStartupError(error, dataDir);
  }
}

export const hasCluster = (dataDir: string): boolean => existsSync(clusterOf(dataDir));

/** For a command that runs beside the service. */
export async function runningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  try {
    if (!existsSync(dataDir)) return undefined;
    const directory = realpathSync(dataDir);
    const postmaster = await findPostmaster(clusterOf(directory));
    return postmaster && (await findUrl(postmaster, directory));
  } catch (error) {
    throw asStartupError(error, dataDir);
  }
}

export function openDataDir(dataDir: string, binaries: string[]) {
  const directory = holdDataDir(dataDir);
  const cluster = clusterOf(directory);
  const isCluster = existsSync(cluster);
  const account = chooseAccount(isCluster ? cluster : directory, isCluster, [...binaries, directory]);
  return { directory, account };
}

async function ensureDatabase(url: string): Promise<void> {
  try {
    await query(url, 'SELECT');
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    const maintenance = new URL(url);
    maintenance.pathname = '/postgres';
    await query(maintenance.href, 'CREATE DATABASE rialto STRATEGY file_copy');
  }
}

/** Watches postgres, and returns a function that stops it. An exit of the process on its own is detected too. */
function guard(pid: number, unlock: () => void, onExit?: () => void): () => Promise<void> {
  const release = () => {
    clearInterval(watch);
    process.off('exit', abandon);
  };
  const abandon = () => send(pid, 'SIGINT');
  const watch = setInterval(() => {
    if (isAlive(pid)) return;
    release();
    onExit?.();
  }, 100).unref();
  process.once('exit', abandon);
  let stopping: Promise<void> | undefined;
  return () => {
    release();
    stopping ??= stopPostmaster(pid).then(unlock);
    return stopping;
  };
}

/** An error about another directory names that directory. */
function naming<T>(directory: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asStartupError(error, directory);
  }
}

export function asStartupError(error: unknown, dataDir: string): unknown {
  if (error instanceof StartupError) return error;
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string };
  const sqlite = errcode === undefined ? undefined : errcode & 0xff;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || sqlite === 13) {
    return new StartupError(`the disk that holds ${dataDir} is full`);
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || sqlite === 8 || sqlite === 14) {
    return new StartupError(`${dataDir} cannot be written by this user (${message})`);
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') return new StartupError(`${dataDir} is not a directory`);
  return new StartupError(`the embedded PostgreSQL in ${dataDir} did not start: ${message}`, { cause: error });
}
