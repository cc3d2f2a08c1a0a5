import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../config/startup-error.ts';
import { segmentName, segmentNumber } from '../postgres/base-backup.ts';
import type { WalSource } from '../postgres/recovery.ts';
import type { StoredWal } from './catalog.ts';
import type { Remote } from './remote.ts';

/** Objects that are fetched before they are needed. */
const OBJECTS_AHEAD = 3;
/** Segments on disk before PostgreSQL asks for them. */
const SEGMENTS_AHEAD = 32n;
/** PostgreSQL may ask for the last segments again. */
const SEGMENTS_BEHIND = 4n;
const POLL_MS = 20;

export type WalFetch = {
  readonly remote: Remote;
  /** Without a gap, from the first segment on. */
  readonly ranges: readonly StoredWal[];
  readonly first: string;
  readonly segmentBytes: bigint;
};

/** Gives a recovery its WAL from the store, a bounded number of segments ahead. */
export function walFrom(fetch: WalFetch): WalSource {
  const { first, segmentBytes } = fetch;
  const timeline = Number.parseInt(first.slice(0, 8), 16);
  const nameOf = (number: bigint) => segmentName(timeline, number, segmentBytes);
  return async (spool, signal) => {
    let removed = segmentNumber(first, segmentBytes);
    for await (const { number, bytes } of segmentsOf(fetch)) {
      for (;;) {
        signal.throwIfAborted();
        const wanted = spool.wanted();
        const at = wanted === null ? removed : segmentNumber(wanted, segmentBytes);
        for (; removed < at - SEGMENTS_BEHIND; removed++) spool.remove(nameOf(removed));
        if (number < at + SEGMENTS_AHEAD) break;
        await sleep(POLL_MS, undefined, { signal });
      }
      spool.add(nameOf(number), bytes);
    }
    spool.end();
  };
}

/** The WAL cut into segments. The last one ends in zeros, which PostgreSQL takes for the end. */
async function* segmentsOf(fetch: WalFetch): AsyncGenerator<{ number: bigint; bytes: Buffer }> {
  const { first, segmentBytes } = fetch;
  let number = segmentNumber(first, segmentBytes);
  let segment = Buffer.alloc(Number(segmentBytes));
  let filled = 0;
  for await (let bytes of rangesOf(fetch)) {
    while (bytes.length > 0) {
      const taken = bytes.copy(segment, filled);
      filled += taken;
      bytes = bytes.subarray(taken);
      if (filled < segment.length) break;
      yield { number: number++, bytes: segment };
      segment = Buffer.alloc(Number(segmentBytes));
      filled = 0;
    }
  }
  if (filled > 0) yield { number, bytes: segment };
}

/** The bytes of each range that earlier ranges did not have. */
async function* rangesOf({ remote, ranges, first, segmentBytes }: WalFetch): AsyncGenerator<Buffer> {
  let position = segmentNumber(first, segmentBytes) * segmentBytes;
  const coming = ranges.slice(0, OBJECTS_AHEAD).map(({ name }) => start(remote, name));
  for (const [i, range] of ranges.entries()) {
    const bytes = await coming.shift()!;
    const next = ranges[i + OBJECTS_AHEAD];
    if (next) coming.push(start(remote, next.name));
    if (BigInt(bytes.length) !== range.end - range.start) throw new StartupError(`${range.name} has another length`);
    yield bytes.subarray(Number(position - range.start));
    position = range.end;
  }
}

/** The rejection is handled when the object's turn comes. */
function start(remote: Remote, name: string): Promise<Buffer> {
  const bytes = remote.get(name);
  bytes.catch(() => {});
  return bytes;
}
