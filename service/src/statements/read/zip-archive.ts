import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { INFLATION_CHECKED_FROM, MAX_INFLATED_BYTES, MAX_INFLATION, MAX_ZIP_ENTRIES } from './limits.ts';
import { shownText } from './shown-text.ts';
import { Unreadable } from './unreadable.ts';

/** A ZIP archive whose entries are read one after the other. */
export type ZipArchive = {
  has(name: string): boolean;
  /** The content of an entry. All reads together are bounded by `MAX_INFLATED_BYTES`. */
  read(name: string): AsyncGenerator<Uint8Array, void, undefined>;
};

/** Compression methods (APPNOTE.TXT, 4.4.5). */
const [STORED, DEFLATED] = [0, 8];

const broken = (error: Error) =>
  new Unreadable(`the workbook is broken: ${shownText(error.message)}. Save it again as .xlsx, or as CSV`);

/**
 * Opens the archive in a file. The caller closes the file.
 * @throws Unreadable for archives that are broken, encrypted or bombs
 */
export async function openZip(file: FileHandle): Promise<ZipArchive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true };
    fromFd(file.fd, options, (error, opened) => (error ? reject(broken(error)) : resolve(opened)));
  });
  if (zip.entryCount > MAX_ZIP_ENTRIES)
    throw new Unreadable(`the workbook has ${zip.entryCount} parts; at most ${MAX_ZIP_ENTRIES} are read`);
  const entries = await listEntries(zip);
  let inflated = 0;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry)
        throw new Unreadable(`the workbook has no part ${shownText(name)}. Save it again as .xlsx, or as CSV`);
      let size = 0;
      let checksum = 0;
      try {
        for await (const { chunk, taken } of inflate(await openEntry(zip, entry), entry)) {
          size += chunk.length;
          inflated += chunk.length;
          checkInflation(entry, size, taken, inflated);
          checksum = crc32(chunk, checksum);
          yield chunk;
        }
        if (checksum !== entry.crc32 || size !== entry.uncompressedSize)
          throw new Error(`the size or the checksum of ${name} is wrong`);
      } catch (error) {
        throw error instanceof Unreadable ? error : broken(error as Error);
      }
    },
  };
}

function checkInflation({ fileName }: Entry, size: number, taken: number, inflated: number): void {
  if (inflated > MAX_INFLATED_BYTES)
    throw new Unreadable(
      `the workbook inflates to more than ${MAX_INFLATED_BYTES / 1024 ** 3} GiB. Send a shorter period`,
    );
  if (size > INFLATION_CHECKED_FROM && size > taken * MAX_INFLATION)
    throw new Unreadable(
      `the part ${shownText(fileName)} inflates more than ${MAX_INFLATION} times, as a ZIP bomb does. Send a CSV file`,
    );
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => reject(broken(error)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      if (entry.isEncrypted()) return reject(new Unreadable('the workbook is encrypted. Save it without a password'));
      if (entries.has(entry.fileName))
        return reject(new Unreadable(`the workbook has the part ${shownText(entry.fileName)} more than once`));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

const openEntry = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, { decodeFileData: false }, (error, stream) =>
      error ? reject(broken(error)) : resolve(stream),
    );
  });

/** A piece of a part, and the bytes of the archive that were inflated so far. */
type Inflated = { readonly chunk: Uint8Array; readonly taken: number };

/** Inflates here, because the streams of yauzl do not free their inflater when they are abandoned. */
async function* inflate(raw: Readable, { compressionMethod }: Entry): AsyncGenerator<Inflated, void, undefined> {
  if (compressionMethod === STORED) {
    for await (const chunk of raw) yield { chunk, taken: Infinity };
    return;
  }
  if (compressionMethod !== DEFLATED)
    throw new Unreadable('the workbook is compressed in an unusual way. Save it again as .xlsx, or as CSV');
  const inflater = createInflateRaw();
  raw.on('error', (error) => inflater.destroy(error));
  try {
    for await (const chunk of raw.pipe(inflater)) yield { chunk, taken: inflater.bytesWritten };
  } finally {
    raw.destroy();
    inflater.destroy();
  }
}
