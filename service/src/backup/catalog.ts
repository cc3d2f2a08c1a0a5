import { segmentNumber } from '../postgres/base-backup.ts';
import type { Description } from './description.ts';
import { collect, findJson, type Remote, readJson } from './remote.ts';

/** The manifest of a base backup in the store. It is written last, so a backup with a manifest is complete. */
export type Manifest = Omit<Description, 'documents' | 'sha256'> & {
  /** The number of objects that make the tar, whose length is `bytes`. */
  readonly parts: number;
  readonly password: string;
  /** The documents at that time, which are objects of their own. */
  readonly documents: readonly string[];
};

/** `id` begins with a position in the WAL, so ids sort in the true order whatever the clock said. */
export type StoredBase = { readonly id: string; readonly at: Date };

/** A range of WAL in the store. */
export type StoredWal = { readonly name: string; readonly start: bigint; readonly end: bigint; readonly at: Date };

/** The place up to which a service has confirmed its WAL, and the process that writes it. */
export type ArchiveHead = {
  readonly position: string;
  readonly segment_bytes: number;
  readonly owner: { readonly id: string; readonly host: string; readonly boot: string; readonly pid: number };
  /** The owner has stopped. */
  readonly closed: boolean;
};

export type VerifiedBackup = { readonly at: string; readonly base: string; readonly last: string | null };

export const hex16 = (position: bigint) => position.toString(16).toUpperCase().padStart(16, '0');
const hex8 = (timeline: number) => timeline.toString(16).toUpperCase().padStart(8, '0');

export const objects = {
  head: (archive: string) => `${archive}/head`,
  clock: (archive: string) => `${archive}/clock`,
  verified: (archive: string) => `${archive}/verified`,
  bases: (archive: string) => `${archive}/base/`,
  manifest: (archive: string, base: string) => `${archive}/base/${base}/manifest`,
  part: (archive: string, base: string, number: number) => `${archive}/base/${base}/${`${number}`.padStart(6, '0')}`,
  wal: (archive: string) => `${archive}/wal/`,
  range: (archive: string, timeline: number, start: bigint, end: bigint) =>
    `${archive}/wal/${hex8(timeline)}/${hex16(start)}-${hex16(end)}`,
  documents: (archive: string) => `${archive}/documents/`,
  document: (archive: string, name: string) => `${archive}/documents/${name}`,
};

/** The archives that have a head, each of one database. */
export async function listArchives(remote: Remote): Promise<{ archive: string; at: Date }[]> {
  const archives: { archive: string; at: Date }[] = [];
  let after: string | undefined;
  for (;;) {
    const { value: first } = await remote.list('', after).next();
    if (!first) return archives;
    const archive = first.name.split('/')[0]!;
    for await (const { name, at } of remote.list(objects.head(archive)))
      if (name === objects.head(archive)) archives.push({ archive, at });
    // The name of an archive has no character above `~`.
    after = `${archive}/~`;
  }
}

/** The complete base backups of an archive, the oldest first. */
export async function listBases(remote: Remote, archive: string): Promise<StoredBase[]> {
  const bases: StoredBase[] = [];
  for await (const { name, at } of remote.list(objects.bases(archive))) {
    const [, id] = /\/base\/([^/]+)\/manifest$/.exec(name) ?? [];
    if (id) bases.push({ id, at });
  }
  return bases;
}

/** The WAL of an archive, in order, from the range that contains or precedes `from`. */
export async function listWal(remote: Remote, archive: string, timeline: number, from: bigint): Promise<StoredWal[]> {
  const folder = `${objects.wal(archive)}${hex8(timeline)}/`;
  const before = from > MOST_BYTES ? from - MOST_BYTES : 0n;
  const listed = await collect(remote.list(folder, `${folder}${hex16(before)}`));
  return listed.flatMap(({ name, at }) => {
    const [, start, end] = /\/([0-9A-F]{16})-([0-9A-F]{16})$/.exec(name) ?? [];
    return start && end ? [{ name, start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), at }] : [];
  });
}

/** The most WAL in one object: eight segments of 2 MiB. A restore keeps a few of them in memory. */
export const MOST_BYTES = 16n * 1024n * 1024n;

export type WalChain = {
  readonly ranges: readonly StoredWal[];
  readonly end: bigint;
  /** When the last range was stored. */
  readonly until: Date | null;
  /** Why the chain ends before the last position that the store had. */
  readonly fault: string | null;
};

/** The ranges that continue from a position without a gap. Ranges may overlap after a crash, with the same bytes. */
export function chainFrom(ranges: readonly StoredWal[], from: bigint, head: bigint): WalChain {
  const chain: StoredWal[] = [];
  let end = from;
  let until: Date | null = null;
  const broken = (to: bigint) => `the WAL from ${hex16(end)} to ${hex16(to)} is missing: no object in the store has it`;
  for (const range of ranges) {
    if (range.start > end) return { ranges: chain, end, until, fault: broken(range.start) };
    if (range.end <= end) continue;
    chain.push(range);
    end = range.end;
    until = range.at;
  }
  return { ranges: chain, end, until, fault: end < head ? broken(head) : null };
}

/**
 * Whether the newest base backup and the WAL after it reach a position. A gap before it stays until the next base
 * backup.
 */
export async function isCovered(remote: Remote, archive: string, position: bigint): Promise<boolean> {
  const newest = (await listBases(remote, archive)).at(-1);
  if (!newest) return false;
  const manifest = await readJson<Manifest>(remote, objects.manifest(archive, newest.id));
  const { first_segment: first, segment_bytes: segmentBytes = 0, timeline } = manifest;
  const start = segmentNumber(first, BigInt(segmentBytes)) * BigInt(segmentBytes);
  // WAL after the position may still be on its way, in any order.
  return chainFrom(await listWal(remote, archive, timeline, start), start, position).end >= position;
}

export const findHead = (remote: Remote, archive: string): Promise<ArchiveHead | null> =>
  findJson(remote, objects.head(archive));
