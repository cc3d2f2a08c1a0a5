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
import { build } from '../config/build.ts';
import type { Database } from '../db/database.ts';
import { streamBaseBackup } from '../postgres/base-backup.ts';
import { passwordFileOf, syncDirectory } from '../postgres/cluster.ts';
import { type Description, files, selectFingerprints } from './description.ts';

export type BackupSource = {
  readonly db: Database;
  readonly url: string;
  readonly dataDir: string;
  /** The documents' directory in DATA_DIR. */
  readonly documents: string | null;
};

const now = {
  name: 'backup_now',
  text: `
    SELECT clock_timestamp() AS at, current_setting('server_version') AS version,
           (SELECT setting::bigint FROM pg_settings WHERE name = 'wal_segment_size') AS segment`,
};

/**
 * Writes a backup into a directory while the service runs. The backup gets its name once it is complete.
 * @returns its path
 */
export async function takeBackup(source: BackupSource, directory: string): Promise<{ path: string } & Description> {
  const { db, url, dataDir } = source;
  const [started] = await db.query<{ at: Date; version: string; segment: bigint }>(now);
  const path = join(directory, started!.at.toISOString().replaceAll(':', '-'));
  const unfinished = `${path}.part`;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Not recursive: when permission is missing, a recursive mkdir reports that something does not exist.
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    let digest = { bytes: 0, sha256: '' };
    const base = await streamBaseBackup(url, started!.segment, async (tar) => {
      digest = await writeCompressed(tar, join(unfinished, files.tar));
    });
    copyFileSync(passwordFileOf(dataDir), join(unfinished, files.password));
    // Documents come after the database, so that every document that its rows name is copied; a document never changes.
    const documents = copyDocuments(source.documents, join(unfinished, files.documents));
    const secrets = (await db.query<{ secret: string }>(selectFingerprints)).map(({ secret }) => secret);
    const [finished] = await db.query<{ at: Date }>(now);
    const description: Description = {
      rialto: build.version,
      postgres: started!.version.split('.')[0]!,
      started_at: started!.at.toISOString(),
      // The database's clock has microseconds and this one milliseconds. A backup is never restored to a time before
      // its end.
      finished_at: new Date(finished!.at.getTime() + 1).toISOString(),
      first_segment: base.firstSegment,
      segment_bytes: Number(started!.segment),
      timeline: base.timeline,
      ...digest,
      secret_check: secrets[0]!,
      secret_checks: secrets,
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
