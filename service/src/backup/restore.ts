import { createHash } from 'node:crypto';
import { cpSync, createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { holdDataDir } from '../config/data-dir/hold.ts';
import { StartupError } from '../config/startup-error.ts';
import { walOf } from '../postgres/archive.ts';
import { recoverEmbedded } from '../postgres/recovery.ts';
import { asStartupError } from '../postgres/start.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { type Description, files, readDescription } from './description.ts';
import { checkWal } from './wal.ts';

export type Target = {
  readonly dataDir: string;
  readonly secrets: SecretKeys;
  /** The documents' directory in DATA_DIR. */
  readonly documents: string | null;
};

/** Restores a backup, and the WAL archived since, up to a time. Everything is checked before anything is written. */
export async function restoreBackup<T>(
  target: Target,
  path: string,
  to: Date | undefined,
  inspect: (url: string, documents: readonly string[]) => Promise<T>,
): Promise<T> {
  const backup = resolve(path);
  const description = readDescription(backup);
  checkSecret(description, target.secrets, existsSync(walOf(dirname(backup))));
  await checkTar(backup, description);
  checkDocuments(backup, description);
  const wal = await chooseWal(backup, description, to);
  const tar = createReadStream(join(backup, files.tar)).pipe(createGunzip());
  // Documents come before the database, which is moved into place only when complete. A restore that is cut short here
  // can be repeated.
  const documents: string[] = [];
  if (target.documents && description.documents > 0) {
    const from = join(backup, files.documents);
    putDocuments(from, target.documents);
    for (const name of readdirSync(from)) documents.push(join(target.documents, name));
  }
  return recoverEmbedded(
    { dataDir: target.dataDir, tar, password: readFileSync(join(backup, files.password), 'utf8'), wal, to },
    (url) => inspect(url, documents),
  );
}

/** If root restores, the documents belong to root, in a DATA_DIR that belongs to root. */
export function putDocuments(from: string, to: string): void {
  const dataDir = dirname(to);
  try {
    holdDataDir(dataDir);
    cpSync(from, to, { recursive: true });
  } catch (error) {
    throw asStartupError(error, dataDir);
  }
}

/** Archived WAL may contain a later rotation, so with it `inspect` has the last word. */
export function checkSecret(
  { secret_check, secret_checks }: Pick<Description, 'secret_check' | 'secret_checks'>,
  secrets: SecretKeys,
  hasWal: boolean,
): void {
  const needed = secret_checks ?? [secret_check];
  if (secrets.some(({ fingerprint }) => needed.includes(fingerprint)) || hasWal) return;
  throw new StartupError(
    'SECRET_KEY differs from the one that this database was written with, so no API key, webhook secret or document could be read. ' +
      `Set the SECRET_KEY with the fingerprint ${needed.join(' or ')}. ` +
      'If it was generated, copy the file secret-key from the old DATA_DIR into the new one',
  );
}

async function checkTar(backup: string, { sha256 }: Description): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(backup, files.tar)), hash);
  if (hash.digest('hex') !== sha256)
    throw new StartupError(`${join(backup, files.tar)} is damaged. Use another backup`);
}

/**
 * Rows refer to documents: without this check, a copy of the backup that lacks some would be noticed only when an
 * operator opens one.
 */
function checkDocuments(backup: string, { documents }: Description): void {
  const directory = join(backup, files.documents);
  const found = existsSync(directory) ? readdirSync(directory).length : 0;
  if (found < documents)
    throw new StartupError(`${directory} has ${found} of ${documents} documents. Copy the whole backup again`);
}

/** The archive beside the backup, if there is one and it reaches the requested time. */
async function chooseWal(backup: string, description: Description, to: Date | undefined): Promise<string | undefined> {
  const { first_segment, segment_bytes = 16 * 1024 * 1024, finished_at } = description;
  if (to && to < new Date(finished_at)) {
    throw new StartupError(`this backup can be restored to ${finished_at} at the earliest. Use an older backup`);
  }
  const wal = walOf(dirname(backup));
  if (!existsSync(wal)) {
    if (to)
      throw new StartupError(
        `there is no archived WAL next to ${backup}. It can be restored only to its own end, without --to`,
      );
    return undefined;
  }
  const { fault, until } = await checkWal(wal, first_segment, BigInt(segment_bytes));
  if (fault && !(to && until && to <= until)) {
    const most = until
      ? `with --to ${until.toISOString()} at the latest`
      : 'only to its own end; to do that, move the archive away';
    throw new StartupError(`in ${wal} ${fault}. This backup can be restored ${most}`);
  }
  return wal;
}
