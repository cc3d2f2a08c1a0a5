import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { holdDataDir } from '../config/data-dir/hold.ts';
import { StartupError } from '../config/startup-error.ts';
import { segmentNumber } from '../postgres/base-backup.ts';
import { recoverEmbedded } from '../postgres/recovery.ts';
import { asStartupError } from '../postgres/start.ts';
import {
  chainFrom,
  findHead,
  listArchives,
  listBases,
  listWal,
  type Manifest,
  objects,
  type StoredBase,
  type WalChain,
} from './catalog.ts';
import { newestOf } from './document-objects.ts';
import { walFrom } from './fetch-wal.ts';
import { collect, type Remote, readJson } from './remote.ts';
import { checkSecret, type Target } from './restore.ts';

export type RemoteRestore = {
  readonly remote: Remote;
  readonly target: Target;
  /** Needed if the folder has several archives. */
  readonly archive?: string | undefined;
  /** Default: the newest base backup that ends before `to`. */
  readonly base?: string | undefined;
  readonly to?: Date | undefined;
  readonly settings?: Readonly<Record<string, string>>;
  /** Throws if there is no room for so many bytes. */
  readonly checkRoom?: (bytes: number) => void;
};

export type Restored<T> = {
  readonly archive: string;
  readonly base: string;
  readonly chain: WalChain;
  readonly found: T;
};

const PARTS_AHEAD = 2;

/**
 * Restores from the store alone. Every name is checked before anything is written; every object is authenticated as it
 * is read, and a damaged one ends the restore with its name. `inspect` also gets the files of the documents.
 */
export async function restoreRemote<T>(
  options: RemoteRestore,
  inspect: (url: string, documents: readonly string[]) => Promise<T>,
): Promise<Restored<T>> {
  const { remote, target, to } = options;
  const archive = await chooseArchive(remote, options.archive);
  const { base, manifest } = await chooseBase(remote, archive, options);
  checkSecret(manifest, target.secrets, true);
  options.checkRoom?.(manifest.bytes);
  await checkParts(remote, archive, base, manifest);
  const chain = await chooseChain(remote, archive, manifest, to);
  const documents = target.documents
    ? await fetchDocuments(remote, archive, { ...manifest, to }, target.documents)
    : [];
  const { first_segment: first, segment_bytes: segmentBytes = 0 } = manifest;
  let fault: Error | undefined;
  const tar = Readable.from(
    (async function* () {
      try {
        yield* partsOf(remote, archive, base, manifest);
      } catch (error) {
        fault = error as Error;
        throw error;
      }
    })(),
  );
  const wal = walFrom({ remote, ranges: chain.ranges, first, segmentBytes: BigInt(segmentBytes) });
  const { dataDir } = target;
  const { password } = manifest;
  const settings = options.settings ?? {};
  const found = await recoverEmbedded({ dataDir, tar, password, wal, to, settings }, (url) =>
    inspect(url, documents),
  ).catch((error) => {
    throw fault ?? error;
  });
  return { archive, base, chain, found };
}

async function chooseArchive(remote: Remote, chosen: string | undefined): Promise<string> {
  const archives = await listArchives(remote);
  const list = archives.map(({ archive, at }) => `${archive} (last written ${at.toISOString()})`).join(', ');
  if (archives.length === 0) throw new StartupError('there is no backup in BACKUP_S3_PREFIX of this bucket');
  if (chosen && !archives.some(({ archive }) => archive === chosen))
    throw new StartupError(`there is no archive ${chosen}. There is ${list}`);
  if (!chosen && archives.length > 1)
    throw new StartupError(`the store has several archives. Choose one with --archive: ${list}`);
  return chosen ?? archives[0]!.archive;
}

async function chooseBase(
  remote: Remote,
  archive: string,
  { base: chosen, to }: RemoteRestore,
): Promise<{ base: string; manifest: Manifest }> {
  const bases = await listBases(remote, archive);
  const candidates = bases.filter(({ id }) => !chosen || id === chosen).toReversed();
  for (const { id } of candidates) {
    const manifest = await readJson<Manifest>(remote, objects.manifest(archive, id));
    if (!to || new Date(manifest.finished_at) <= to) return { base: id, manifest };
  }
  const ids = bases.map(({ id }: StoredBase) => id).join(', ') || 'none';
  throw new StartupError(
    to && candidates.length > 0
      ? `no base backup of ${archive} ends before ${to.toISOString()}. Base backups: ${ids}`
      : `there is no base backup ${chosen ?? ''} in ${archive}. Base backups: ${ids}`,
  );
}

async function checkParts(remote: Remote, archive: string, base: string, { parts }: Manifest): Promise<void> {
  const stored = new Set((await collect(remote.list(`${objects.bases(archive)}${base}/`))).map(({ name }) => name));
  for (let number = 1; number <= parts; number++) {
    const name = objects.part(archive, base, number);
    if (!stored.has(name))
      throw new StartupError(`${name} is missing in the backup store. Restore another base backup with its id`);
  }
}

async function chooseChain(
  remote: Remote,
  archive: string,
  { first_segment: first, segment_bytes: segmentBytes = 0, timeline }: Manifest,
  to: Date | undefined,
): Promise<WalChain> {
  const from = segmentNumber(first, BigInt(segmentBytes)) * BigInt(segmentBytes);
  const head = await findHead(remote, archive);
  const chain = chainFrom(await listWal(remote, archive, timeline, from), from, BigInt(head?.position ?? 0));
  const { fault, until } = chain;
  if (fault && !(to && until && to <= until))
    throw new StartupError(
      `in ${archive} ${fault}. Restore another base backup` +
        (until ? `, or with --to ${until.toISOString()} at the latest` : ''),
    );
  return chain;
}

async function* partsOf(remote: Remote, archive: string, base: string, { parts }: Manifest): AsyncGenerator<Buffer> {
  const get = (number: number) => {
    const part = remote.get(objects.part(archive, base, number));
    part.catch(() => {});
    return part;
  };
  const coming: Promise<Buffer>[] = [];
  for (let number = 1; number <= parts; number++) {
    while (coming.length < PARTS_AHEAD && number + coming.length <= parts) coming.push(get(number + coming.length));
    yield await coming.shift()!;
  }
}

/**
 * Also the documents that came after the base backup. Rows refer to those that the manifest names.
 * @returns the files
 */
async function fetchDocuments(
  remote: Remote,
  archive: string,
  { documents, to: time }: Pick<Manifest, 'documents'> & { to: Date | undefined },
  to: string,
): Promise<string[]> {
  const stored = await collect(remote.list(objects.documents(archive)));
  const names = new Set(stored.map(({ name }) => basename(name)));
  const missing = documents.find((name) => !names.has(name));
  if (missing) throw new StartupError(`${objects.document(archive, missing)} is missing in the backup store`);
  if (stored.length === 0) return [];
  const files: string[] = [];
  try {
    holdDataDir(dirname(to));
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const [name, object] of newestOf(stored, time)) {
      const file = join(to, name);
      writeFileSync(file, await remote.get(objects.document(archive, object)), { mode: 0o600, flush: true });
      files.push(file);
    }
    return files;
  } catch (error) {
    throw asStartupError(error, dirname(to));
  }
}
