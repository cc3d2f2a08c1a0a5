import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database } from '../db/database.ts';
import { streamBaseBackup } from '../postgres/base-backup.ts';
import { passwordFileOf, syncDirectory } from '../postgres/cluster.ts';
import { describeBackup, readMoment } from './describe.ts';
import { type Description, files } from './description.ts';

export type BackupSource = {
  readonly db: Database;
  readonly url: string;
  readonly dataDir: string;
  /** The documents' directory in DATA_DIR. */
  readonly documents: string | null;
};

/**
 * Writes a backup into a directory while the service runs. The backup gets its name once it is complete.
 * @returns its path
 */
export async function takeBackup(source: BackupSource, directory: string): Promise<{ path: string } & Description> {
  const { db, url, dataDir } = source;
  const started = await readMoment(db);
  const path = join(directory, started.at.toISOString().replaceAll(':', '-'));
  const unfinished = `${path}.part`;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Not recursive: when permission is missing, a recursive mkdir reports that something does not exist.
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    let digest = { bytes: 0, sha256: '' };
    const base = await streamBaseBackup(url, started.segment, async (tar) => {
      digest = await writeCompressed(tar, join(unfinished, files.tar));
    });
    copyFileSync(passwordFileOf(dataDir), join(unfinished, files.password));
    // Documents come after the database, so that every document that its rows name is copied; a document never changes.
    const documents = copyDocuments(source.documents, join(unfinished, files.documents));
    const description: Description = {
      ...(await describeBackup(db, started, base)),
      ...digest,
      documents,
    };
    const text = `${JSON.stringify(description, null, 2)}\n`;
    writeFileSync(join(unfinished, files.description), text, { mode: 0o600, flush: true });
    syncDirectory(unfinished);
    renameSync(unfinished, path);
    syncDirectory(directory);
    return { path, ...description };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeCompressed(tar: Readable, file: string) {
  const hash = createHash('sha256');
  const write = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(
    tar,
    createGzip({ level: 1 }),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    write,
  );
  return { bytes: statSync(file).size, sha256: hash.digest('hex') };
}

export function copyDocuments(from: string | null, to: string): number {
  mkdirSync(to, { mode: 0o700 });
  // The directory does not exist until there is a first document.
  if (!from || !existsSync(from)) return 0;
  const names = readdirSync(from).filter((name) => !name.endsWith('.tmp'));
  return names.filter((name) => copyIfThere(join(from, name), join(to, name))).length;
}

/** A document that nobody submitted is deleted when its day is over. */
function copyIfThere(from: string, to: string): boolean {
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}
