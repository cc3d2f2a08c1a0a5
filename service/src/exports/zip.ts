/** Records of the ZIP format (PKWARE APPNOTE 6.3). Entries are deflated, and their sizes follow their bytes. */

export type ZipEntry = {
  readonly name: string;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  /** Where its local header begins in the file. */
  readonly offset: number;
};

/** Without ZIP64, which some readers of workbooks do not know, sizes and offsets have 32 bits. */
export const MOST_ZIP_BYTES = 0xffff_ffff;

const VERSION = 20;
/** Bit 3: the sizes follow the bytes. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01, the first date of the format. A file has its own date elsewhere. */
const [TIME, DATE] = [0, 0x0021];

export function localHeader(name: string): Buffer {
  const bytes = Buffer.from(name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  for (const [at, value] of [VERSION, FLAGS, DEFLATE, TIME, DATE].entries()) header.writeUInt16LE(value, 4 + 2 * at);
  header.writeUInt16LE(bytes.length, 26);
  return Buffer.concat([header, bytes]);
}

export function dataDescriptor({ crc, compressed, size }: Omit<ZipEntry, 'name' | 'offset'>): Buffer {
  const descriptor = Buffer.alloc(16);
  for (const [at, value] of [0x08074b50, crc, compressed, size].entries()) descriptor.writeUInt32LE(value, 4 * at);
  return descriptor;
}

/** @param offset where the directory begins in the file */
export function centralDirectory(entries: readonly ZipEntry[], offset: number): Buffer {
  const records = Buffer.concat(entries.map(directoryRecord));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([records, end]);
}

function directoryRecord({ name, crc, compressed, size, offset }: ZipEntry): Buffer {
  const bytes = Buffer.from(name);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  const words = [VERSION, VERSION, FLAGS, DEFLATE, TIME, DATE];
  for (const [at, value] of words.entries()) record.writeUInt16LE(value, 4 + 2 * at);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(compressed, 20);
  record.writeUInt32LE(size, 24);
  record.writeUInt16LE(bytes.length, 28);
  record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, bytes]);
}
