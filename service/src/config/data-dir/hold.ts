import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { notPlain, openPlain } from './plain-file.ts';
import { nameOf, nobody } from './system-user.ts';

/** Recreated at each start, or read only for a message. */
const PASSING = ['service.pid', 'postgres.start.log', 'service.lock-journal', 'service.lock-wal', 'service.lock-shm'];
const KEPT = ['secret-key', 'postgres.password', 'archive'];

/**
 * Creates DATA_DIR if it does not exist. If root starts the service, nobody else may write in it, except in the
 * database's folder: another user could have made a link to anything of what root opens by name.
 * Earlier versions gave the directory and root's files in it to `nobody`. This takes them back: first the directory, so
 * that nobody adds anything, then the files that root reads and writes.
 * @returns its real path
 * @throws StartupError if it belongs to another user, or has links where the service's files should be
 */
export function holdDataDir(dataDir: string): string {
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o755 });
  const directory = realpathSync(dataDir);
  if (process.geteuid?.() !== 0) return directory;
  holdDirectory(directory);
  for (const name of PASSING) removeUnlessOurs(join(directory, name));
  for (const name of KEPT) takeCopy(join(directory, name));
  takeLock(join(directory, 'service.lock'));
  takeDocuments(join(directory, 'documents'));
  const cluster = statOf(join(directory, 'postgres'));
  // A link that only root can have created, for example to another disk.
  const isOwnLink = cluster?.isSymbolicLink() && cluster.uid === 0 && cluster.nlink === 1;
  if (cluster && !cluster.isDirectory() && !isOwnLink) throw notPlain(join(directory, 'postgres'));
  return directory;
}

/**
 * For root: takes a directory that belongs to root, or to nobody from earlier versions, and closes it to other users.
 */
export function holdDirectory(directory: string): void {
  if (process.geteuid?.() !== 0) return;
  const fd = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const { uid, mode } = fstatSync(fd);
    if (uid !== 0 && uid !== nobody().uid) {
      const owner = nameOf(uid) ?? `uid ${uid}`;
      throw new StartupError(
        `${directory} belongs to ${owner}. Root writes only to directories that no other user can write to. Run this as ${owner}, or make root the owner: chown root ${directory}`,
      );
    }
    // A directory such as /tmp: closing it to everybody would do more harm.
    if (uid === 0 && (mode & 0o1002) === 0o1002)
      throw new StartupError(
        `every user can write to ${directory}. Root writes only to directories that no other user can write to. Use a folder inside it`,
      );
    // The database's user passes through it to its own folder.
    if (uid !== 0) fchownSync(fd, 0, 0);
    if (uid !== 0 || mode & 0o022) fchmodSync(fd, (mode & 0o755) | (uid === 0 ? 0 : 0o711));
  } finally {
    closeSync(fd);
  }
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

const isOurs = (found: Stats) => found.isFile() && found.uid === 0 && found.nlink === 1 && (found.mode & 0o022) === 0;

function removeUnlessOurs(path: string): void {
  const found = statOf(path);
  if (found?.isDirectory()) throw notPlain(path);
  // Removes a link, not its target.
  if (found && !isOurs(found)) unlinkSync(path);
}

/** A process that had it open keeps writing to the old file, which no longer has a name. */
function takeCopy(path: string): void {
  const found = statOf(path);
  if (!found || isOurs(found)) return;
  const fd = openPlain(path, constants.O_RDONLY);
  const taken = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(taken, readFileSync(fd), { flag: 'wx', mode: 0o600, flush: true });
  } finally {
    closeSync(fd);
  }
  renameSync(taken, path);
}

/**
 * The same file is kept, because an older version that still runs holds its lock. It must be empty: SQLite would read
 * its content.
 */
function takeLock(path: string): void {
  const found = statOf(path);
  if (!found || (isOurs(found) && found.size === 0)) return;
  const fd = openPlain(path, constants.O_RDWR);
  try {
    if (fstatSync(fd).size > 0) throw notPlain(path);
    fchownSync(fd, 0, 0);
    fchmodSync(fd, 0o600);
  } finally {
    closeSync(fd);
  }
}

/** A restore gave them to the owner of DATA_DIR. They are sealed, so a file that was changed since would not open. */
function takeDocuments(path: string): void {
  const found = statOf(path);
  if (!found || found.uid === 0) return;
  if (!found.isDirectory()) throw notPlain(path);
  holdDirectory(path);
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) {
    const document = join(path, name);
    const { nlink, ...entry } = lstatSync(document);
    if ((entry.mode & constants.S_IFMT) !== constants.S_IFREG || nlink !== 1) throw notPlain(document);
    lchownSync(document, 0, 0);
  }
}
