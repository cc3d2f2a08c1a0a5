import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { MAX_SHARED_STRINGS } from './limits.ts';
import { decodeXml, openXml } from './read-xml.ts';
import { openSpoolFile } from './spool-file.ts';
import { Unreadable } from './unreadable.ts';

/** The texts that cells of a workbook refer to by number. */
export type SharedStrings = {
  /** @returns null if there is no text with this number */
  at(index: number): string | null;
  close(): Promise<void>;
};

const BLOCK = 64 * 1024;
/** 8 MiB: sheets refer to texts mostly in the order of their first use. */
const BLOCKS = 128;

export const noSharedStrings: SharedStrings = { at: () => null, close: async () => {} };

/**
 * Keeps the texts in a file, and their offsets in memory: a million receipts would take 100 MB as strings.
 * @param bytes xl/sharedStrings.xml
 */
export async function readSharedStrings(bytes: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
  const file = await openSpoolFile();
  try {
    const offsets = await spool(bytes, file);
    return { at: reader(file, offsets), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type Offsets = { ends: Float64Array; count: number };

async function spool(bytes: AsyncIterable<Uint8Array>, file: FileHandle): Promise<Offsets> {
  const offsets: Offsets = { ends: new Float64Array(1024), count: 0 };
  let texts: string[] = [];
  let end = 0;
  let size = 0;
  let text = '';
  const open: string[] = [];
  const flush = async () => {
    if (texts.length > 0) await file.write(texts.join(''));
    texts = [];
    size = 0;
  };
  const parser = openXml({
    open(name) {
      open.push(name);
      if (name === 'si') text = '';
    },
    // A text is in `t`, or in runs `r/t` of formatted text. `rPh` is the reading of Japanese text.
    text(piece) {
      if (open.at(-1) === 't' && !open.includes('rPh')) text += piece;
    },
    close(name) {
      open.pop();
      if (name !== 'si') return;
      if (offsets.count >= MAX_SHARED_STRINGS)
        throw new Unreadable(`the workbook has more than ${MAX_SHARED_STRINGS} different texts. Send a CSV file`);
      const length = Buffer.byteLength(text);
      end += length;
      size += length;
      texts.push(text);
      add(offsets, end);
    },
  });
  for await (const piece of decodeXml(bytes)) {
    parser.write(piece);
    if (size >= BLOCK) await flush();
  }
  parser.close();
  await flush();
  return offsets;
}

function add(offsets: Offsets, end: number): void {
  if (offsets.count === offsets.ends.length) {
    const ends = new Float64Array(offsets.count * 2);
    ends.set(offsets.ends);
    offsets.ends = ends;
  }
  offsets.ends[offsets.count++] = end;
}

function reader(file: FileHandle, { ends, count }: Offsets): SharedStrings['at'] {
  const cached = new Map<number, Buffer>();
  const block = (number: number): Buffer => {
    const known = cached.get(number);
    if (known) return known;
    const bytes = Buffer.allocUnsafe(BLOCK);
    const read = readSync(file.fd, bytes, 0, BLOCK, number * BLOCK);
    if (cached.size >= BLOCKS) cached.delete(cached.keys().next().value!);
    cached.set(number, bytes.subarray(0, read));
    return bytes.subarray(0, read);
  };
  return (index) => {
    if (!(index >= 0 && index < count)) return null;
    const from = index === 0 ? 0 : ends[index - 1]!;
    const to = ends[index]!;
    const parts: Buffer[] = [];
    for (let at = from; at < to; ) {
      const number = Math.floor(at / BLOCK);
      const stop = Math.min(to, (number + 1) * BLOCK);
      parts.push(block(number).subarray(at - number * BLOCK, stop - number * BLOCK));
      at = stop;
    }
    return (parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString();
  };
}
