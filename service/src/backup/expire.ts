import { basename } from 'node:path';
import { segmentNumber } from '../postgres/base-backup.ts';
import type { StoredObject } from './bucket.ts';
import { listArchives, listBases, type Manifest, objects, type StoredBase } from './catalog.ts';
import { newestOf } from './document-objects.ts';
import { storeTime } from './own-archive.ts';
import { collect, type Remote, readJson } from './remote.ts';
import { documentsIn } from './ship-documents.ts';

const DAY_MS = 86_400_000;

/** A service that has written no head for this long does not expire its own backups. */
const ABANDONED_DAYS = 1;

/** A base backup without a manifest that has stored no part for this long is not being made. */
const UNFINISHED_DAYS = 1;

export type Expiry = {
  readonly remote: Remote;
  readonly archive: string;
  readonly keepDays: number;
  readonly documents: string | null;
};

/**
 * Deletes backups that are older than `keepDays` by the store's clock, the WAL that only they needed, and documents
 * that neither a backup nor the service has. The newest backup is kept, whatever its age: an old backup is better than
 * none, and its age is an alarm.
 * @returns the number of objects deleted
 */
export async function expireBackups({ remote, archive, keepDays, documents }: Expiry): Promise<number> {
  const now = await storeTime(remote, archive);
  const isOlder = (days: number, { at }: { at: Date }) => now - at.getTime() > days * DAY_MS;
  const isOld = (object: { at: Date }) => isOlder(keepDays, object);
  let deleted = 0;
  for (const other of await listArchives(remote))
    if (other.archive !== archive && isOlder(ABANDONED_DAYS, other))
      deleted += await expireAbandoned(remote, other.archive, isOld);
  const bases = await listBases(remote, archive);
  const newest = bases.at(-1);
  if (!newest) return deleted;
  const kept = bases.filter((base) => base === newest || !isOld(base));
  const isYoung = (object: StoredObject) => !isOlder(UNFINISHED_DAYS, object);
  deleted += await removeParts({ remote, archive, bases, kept, newest, isYoung });
  const manifests: Manifest[] = [];
  for (const { id } of kept) manifests.push(await readJson(remote, objects.manifest(archive, id)));
  deleted += await removeWal(remote, archive, manifests[0]!);
  return deleted + (documents ? await removeDocuments(remote, archive, manifests, documents) : 0);
}

/** For the archive of a database that a restore replaced: nobody else would delete its backups. */
async function expireAbandoned(
  remote: Remote,
  archive: string,
  isOld: (object: StoredObject) => boolean,
): Promise<number> {
  const all = await collect(remote.list(`${archive}/`));
  const young = new Set(all.filter((object) => isManifest(object) && !isOld(object)).map(baseOf));
  const expired = all.filter((object) => isOld(object) && !young.has(baseOf(object)) && !isHead(object));
  if (young.size > 0)
    return removeAll(
      remote,
      expired.filter(({ name }) => !name.includes('/documents/')),
    );
  const rest = all.filter((object) => !isHead(object));
  return (await removeAll(remote, rest)) + (await removeAll(remote, all.filter(isHead)));
}

const isManifest = ({ name }: StoredObject) => name.endsWith('/manifest');
const isHead = ({ name }: StoredObject) => name.endsWith('/head');
/** The base backup of a part or manifest. */
const baseOf = ({ name }: StoredObject) => name.split('/').at(-2)!;

type Parts = {
  readonly remote: Remote;
  readonly archive: string;
  readonly bases: readonly StoredBase[];
  readonly kept: readonly StoredBase[];
  readonly newest: StoredBase;
  readonly isYoung: (object: StoredObject) => boolean;
};

/** The parts of backups that are not kept, also of those that were never completed; not those being made now. */
async function removeParts({ remote, archive, bases, kept, newest, isYoung }: Parts): Promise<number> {
  const all = await collect(remote.list(objects.bases(archive)));
  const keptIds = new Set(kept.map(({ id }) => id));
  for (const base of all.filter(isYoung).map(baseOf)) if (!bases.some(({ id }) => id === base)) keptIds.add(base);
  const expired = all.filter((object) => !keptIds.has(baseOf(object)) && baseOf(object) < newest.id);
  // Manifests first: an interrupted deletion must not leave one that promises parts.
  return (
    (await removeAll(remote, expired.filter(isManifest))) +
    (await removeAll(
      remote,
      expired.filter((object) => !isManifest(object)),
    ))
  );
}

async function removeWal(remote: Remote, archive: string, oldest: Manifest): Promise<number> {
  const { first_segment, segment_bytes = 0 } = oldest;
  const needed = segmentNumber(first_segment, BigInt(segment_bytes)) * BigInt(segment_bytes);
  const expired: StoredObject[] = [];
  for await (const range of remote.list(objects.wal(archive))) {
    if (BigInt(`0x${range.name.slice(-16)}`) > needed) break;
    expired.push(range);
  }
  return removeAll(remote, expired);
}

async function removeDocuments(
  remote: Remote,
  archive: string,
  manifests: readonly Manifest[],
  directory: string,
): Promise<number> {
  const needed = new Set(manifests.flatMap(({ documents }) => documents));
  const stored = await collect(remote.list(objects.documents(archive)));
  const newest = newestOf(stored);
  for (const name of await documentsIn(directory)) needed.add(newest.get(name) ?? name);
  return removeAll(
    remote,
    stored.filter(({ name }) => !needed.has(basename(name))),
  );
}

async function removeAll(remote: Remote, expired: readonly StoredObject[]): Promise<number> {
  await remote.remove(expired.map(({ name }) => name));
  return expired.length;
}
