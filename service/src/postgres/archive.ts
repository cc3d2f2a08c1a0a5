import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdDirectory } from '../config/data-dir/hold.ts';
import { notPlain } from '../config/data-dir/plain-file.ts';
import { StartupError } from '../config/startup-error.ts';
import { giveTo, type SystemAccount } from './account.ts';

/** What is lost with the machine at most: a segment is archived when it is this old, full or not. */
const MOST_LOST = '60s';

/** Resolved, and made where it is not there yet. */
export function openArchiveDir(directory: string): string {
  // Postgres may be another user, that must get to its own directory below.
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  return realpathSync(directory);
}

/**
 * The archive of this cluster and of no other below a directory of backups: a database that is restored goes on from a past
 * that the first one left, so it begins an archive of its own. Undefined where it has none yet.
 */
export function archiveOf(dataDir: string, directory: string): string | undefined {
  const name = readName(dataDir);
  return name && join(directory, name);
}

export const walOf = (archive: string) => join(archive, 'wal');

/**
 * Compressed: a full segment becomes a fifth of its size, one that is archived for its age is mostly zeros. Written aside, synced and
 * renamed, so that what has its name is whole; a crash before PostgreSQL notes it makes the same file again.
 */
export function archiveSettings(dataDir: string, directory: string, account: SystemAccount) {
  const archive = archiveOf(dataDir, directory) ?? join(directory, nameArchive(dataDir));
  const wal = walOf(archive);
  // PostgreSQL passes through the archive to its WAL; the backups beside it are ours.
  if (mkdirSync(archive, { recursive: true, mode: account ? 0o711 : 0o700 }) === undefined) holdDirectory(archive);
  mkdirSync(wal, { recursive: true, mode: 0o700 });
  if (!lstatSync(wal).isDirectory()) throw notPlain(wal);
  giveTo(account, wal);
  const [part, whole, all] = ['/%f.part', '/%f.gz', ''].map((file) => `${quote(wal)}${file}`);
  return {
    archive_mode: 'on',
    archive_timeout: MOST_LOST,
    archive_command: `umask 077; gzip -1 -c < %p > ${part} && sync ${part} && mv ${part} ${whole} && sync ${all}`,
  };
}

/** The other way round. The exit of a shell that found nothing tells recovery that the archive ends there. */
export function fetchCommand(wal: string | undefined): string {
  return wal ? `gunzip -c < ${quote(wal)}/%f.gz > %p` : 'false';
}

/** For the shell, in a setting where PostgreSQL reads % itself. */
const quote = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

const nameFileOf = (dataDir: string) => join(dataDir, 'archive');

function readName(dataDir: string): string | undefined {
  const file = nameFileOf(dataDir);
  if (!existsSync(file)) return undefined;
  const name = readFileSync(file, 'utf8').trim();
  // A path to another place would be made there, and given away.
  if (!/^[\w-]+$/.test(name)) throw new StartupError(`${file} must contain the name of a folder below BACKUP_DIR`);
  return name;
}

function nameArchive(dataDir: string): string {
  const name = `${new Date().toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  writeFileSync(nameFileOf(dataDir), `${name}\n`, { flush: true });
  return name;
}
