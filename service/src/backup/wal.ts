import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { segmentName, segmentNumber } from '../postgres/base-backup.ts';

/** How far archived WAL continues from a backup, without a gap and undamaged. */
export type WalRange = {
  readonly segments: number;
  /** When the last segment was archived: it contains everything before that time. */
  readonly until: Date | null;
  /** Why the range ends here. */
  readonly fault: string | null;
};

/** The segments of a timeline from one on, sorted by name. */
export function segmentsFrom(wal: string, first: string): string[] {
  if (!existsSync(wal)) return [];
  return readdirSync(wal)
    .filter((file) => /^[0-9A-F]{24}\.gz$/.test(file))
    .map((file) => file.slice(0, 24))
    .filter((name) => name.slice(0, 8) === first.slice(0, 8) && name >= first)
    .sort();
}

/** Reads each segment from the first on. Recovery would take a damaged one for the end of the WAL, without an error. */
export async function checkWal(wal: string, first: string, segmentBytes: bigint): Promise<WalRange> {
  let until: Date | null = null;
  let expected = segmentNumber(first, segmentBytes);
  const names = segmentsFrom(wal, first);
  for (const [segments, name] of names.entries()) {
    const timeline = Number.parseInt(first.slice(0, 8), 16);
    const next = segmentName(timeline, expected, segmentBytes);
    if (name !== next) return { segments, until, fault: `${next} is missing` };
    const file = join(wal, `${name}.gz`);
    const damage = await damageOf(file, expected, segmentBytes);
    if (damage) return { segments, until, fault: `${name} is damaged (${damage})` };
    until = statSync(file).mtime;
    expected++;
  }
  return { segments: names.length, until, fault: null };
}

/** Checks gzip's own checksum, the length, and the first page's position. PostgreSQL checks each record later. */
async function damageOf(file: string, number: bigint, segmentBytes: bigint): Promise<string | null> {
  let bytes = 0n;
  let head: Buffer | null = null;
  try {
    for await (const piece of createReadStream(file).pipe(createGunzip())) {
      head ??= piece as Buffer;
      bytes += BigInt((piece as Buffer).length);
    }
  } catch (error) {
    return (error as Error).message;
  }
  if (bytes !== segmentBytes) return `${bytes} bytes`;
  // XLogPageHeaderData: magic, info, timeline, then the address of the page.
  return head!.readBigUInt64LE(8) === number * segmentBytes ? null : 'it belongs to another position';
}
