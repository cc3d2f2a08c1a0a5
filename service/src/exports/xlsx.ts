import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { firstParts, lastParts, SHEET_END, sheetStart } from './sheet-xml.ts';
import { centralDirectory, dataDescriptor, localHeader, MOST_ZIP_BYTES, type ZipEntry } from './zip.ts';

/** The state from which another process continues a workbook. */
export type XlsxState = {
  /** Finished entries of the archive. */
  readonly entries: readonly ZipEntry[];
  /** Names of the sheets, the open one last. */
  readonly sheets: readonly string[];
  /** The open sheet's entry so far. Its rows include the names. */
  readonly open: (ZipEntry & { readonly rows: number }) | null;
  /** The bytes of the file so far. */
  readonly length: number;
};

export const emptyXlsx: XlsxState = { entries: [], sheets: [], open: null, length: 0 };

/** A sheet has 1 048 576 rows at most. The next one continues. */
export const MOST_SHEET_ROWS = 1_048_576;
/** A sheet that would not fit an archive without ZIP64 ends before. */
const MOST_SHEET_BYTES = 3 * 2 ** 30;

/** The file would be larger than its format allows. */
export class FileTooLarge extends Error {}

export type XlsxPart = { readonly bytes: Buffer; readonly state: XlsxState };

const deflate = promisify(deflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer>;
/** Ends at a byte without ending the stream, so that another process can continue it. */
const CONTINUED = { finishFlush: constants.Z_SYNC_FLUSH };
/** A last, empty block of deflate. */
const LAST_BLOCK = Buffer.from([3, 0]);

type Options = {
  /** The name of the first sheet. */
  readonly sheet: string;
  readonly columns: readonly { readonly name: string }[];
  readonly isLast: boolean;
};

/**
 * The next part of a workbook's file, with these rows. Parts of one file are joined in their order.
 * @param rows as `sheetRow` writes them
 * @throws FileTooLarge above 4 GiB
 */
export async function writeXlsx(before: XlsxState, rows: readonly string[], options: Options): Promise<XlsxPart> {
  const part = openPart(before);
  if (before.length === 0) for (const [name, xml] of firstParts) await part.entry(name, xml);
  let at = 0;
  while (at < rows.length || part.state.sheets.length === 0) {
    if (!part.state.open) await part.openSheet(options);
    const { rows: written, size } = part.state.open!;
    const room = MOST_SHEET_ROWS - written;
    const next = rows.slice(at, at + room);
    at += next.length;
    await part.append(next.join(''), next.length);
    const isFull = part.state.open!.rows >= MOST_SHEET_ROWS || size > MOST_SHEET_BYTES;
    if (isFull && (at < rows.length || !options.isLast)) await part.closeSheet();
  }
  if (options.isLast) {
    if (part.state.open) await part.closeSheet();
    for (const [name, xml] of lastParts(part.state.sheets)) await part.entry(name, xml);
    part.add(centralDirectory(part.state.entries, part.state.length));
  }
  if (part.state.length > MOST_ZIP_BYTES) throw new FileTooLarge('the workbook is larger than 4 GiB');
  return { bytes: part.bytes(), state: part.state };
}

function openPart(before: XlsxState) {
  const chunks: Buffer[] = [];
  let state = before;
  const add = (bytes: Buffer) => {
    chunks.push(bytes);
    state = { ...state, length: state.length + bytes.length };
  };
  const append = async (xml: string, rows = 0) => {
    const open = state.open!;
    const plain = Buffer.from(xml);
    const packed = plain.length === 0 ? plain : await deflate(plain, CONTINUED);
    add(packed);
    const compressed = open.compressed + packed.length;
    const grown = { crc: crc32(plain, open.crc), compressed, size: open.size + plain.length, rows: open.rows + rows };
    state = { ...state, open: { ...open, ...grown } };
  };
  const begin = (name: string) => {
    const entry = { name, crc: 0, compressed: 0, size: 0, offset: state.length, rows: 0 };
    add(localHeader(name));
    state = { ...state, open: entry };
  };
  const end = () => {
    const { rows: _, ...open } = state.open!;
    add(LAST_BLOCK);
    const entry = { ...open, compressed: open.compressed + LAST_BLOCK.length };
    add(dataDescriptor(entry));
    state = { ...state, open: null, entries: [...state.entries, entry] };
  };
  return {
    get state() {
      return state;
    },
    bytes: () => Buffer.concat(chunks),
    add,
    append,
    entry: async (name: string, xml: string) => {
      begin(name);
      await append(xml);
      end();
    },
    openSheet: async ({ sheet, columns }: Options) => {
      const number = state.sheets.length + 1;
      begin(`xl/worksheets/sheet${number}.xml`);
      state = { ...state, sheets: [...state.sheets, number === 1 ? sheet : `${sheet} ${number}`] };
      await append(sheetStart(columns), 1);
    },
    closeSheet: async () => {
      await append(SHEET_END);
      end();
    },
  };
}
