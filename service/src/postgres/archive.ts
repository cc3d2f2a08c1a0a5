import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdDirectory } from '../config/data-dir/hold.ts';
import { notPlain } from '../config/data-dir/plain-file.ts';
import { StartupError } from '../config/startup-error.ts';
import { giveTo, type SystemAccount } from './account.ts';

/** The most that is lost with the machine: a segment is archived at this age, full or not. */
const MOST_LOST = '60s';

/** Resolves the path, and creates the directory if it is missing. */
export function openArchiveDir(directory: string): string {
  // Postgres may run as another user, which must reach its own directory below.
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  return realpathSync(directory);
}

/**
 * This cluster's own archive in a directory of backups. A restored database branches off from the first one's history,
 * so it begins its own archive. Undefined if it has none yet.
 */
export function archiveOf(dataDir: string, directory: string): string | undefined {
  const name = readName(dataDir);
  return name && join(directory, name);
}

export const walOf = (archive: string) => join(archive, 'wal');

/**
 * Segments are compressed: a full one shrinks to a fifth, and one archived for its age is mostly zeros. A segment is
 * written aside, synced and renamed, so a file with its final name is complete. After a crash before PostgreSQL records
 * it, the same file is made again.
 */
export function archiveSettings(dataDir: string, directory: string, account: SystemAccount) {
  const archive = join(directory, openArchiveName(dataDir));
  const wal = walOf(archive);
  // PostgreSQL passes through this directory to its WAL. The backups beside it belong to us.
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

/** The reverse direction. If the file is missing, the shell's exit code tells recovery that the archive ends there. */
export function fetchCommand(wal: string | undefined): string {
  return wal ? `gunzip -c < ${quote(wal)}/%f.gz > %p` : 'false';
}

/**
 * Takes segments from a folder that a restore fills, a few ahead of the one that is written to `wanted`. The restore
 * marks the end of the WAL by the file `end`. `end` is checked first, because a segment may come between two checks.
 */
export function spoolCommand(spool: string, wantedDir: string, pid: number): string {
  const [segment, end, failed] = ['/%f', '/end', '/failed'].map((file) => `${quote(spool)}${file}`);
  const wanted = quote(wantedDir);
  return [
    'case %f in *.*) exit 1;; esac',
    `echo %f > ${wanted}/next && mv ${wanted}/next ${wanted}/wanted || exit 200`,
    'while :',
    `do done=; test -e ${end} && done=1`,
    `test -e ${segment} && exec cp ${segment} %p`,
    'test -n "$done" && exit 1',
    `test -e ${failed} && exit 200`,
    `test -e /proc/${pid} || ps -p ${pid} >/dev/null 2>&1 || exit 200`,
    'sleep 0.05; done',
  ].join('\n');
}

/** Quotes for the shell, in a setting where PostgreSQL itself expands %. */
const quote = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/** The name of this cluster's archive, chosen at the first call. */
export const openArchiveName = (dataDir: string): string => readName(dataDir) ?? nameArchive(dataDir);

const nameFileOf = (dataDir: string) => join(dataDir, 'archive');

function readName(dataDir: string): string | undefined {
  const file = nameFileOf(dataDir);
  if (!existsSync(file)) return undefined;
  const name = readFileSync(file, 'utf8').trim();
  // A path to another place would be created there, and handed over to another user.
  if (!/^[\w-]+$/.test(name)) throw new StartupError(`${file} must contain the name of a folder below BACKUP_DIR`);
  return name;
}

function nameArchive(dataDir: string): string {
  const name = `${new Date().toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  writeFileSync(nameFileOf(dataDir), `${name}\n`, { flush: true });
  return name;
}
