import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { adaptPortion, type Portion } from '../db/portion.ts';
import { csvHeader, csvLine } from './cells.ts';
import { resourceOf } from './resources.ts';
import { sheetRow } from './sheet-xml.ts';
import type { ExportRow } from './store.ts';
import { emptyXlsx, writeXlsx, type XlsxState } from './xlsx.ts';

/** A part is stored when it has this many bytes, or after this time. */
const PART_BYTES = 4 * 1024 * 1024;
const PART_MS = 2_000;

export type WrittenPart = {
  readonly bytes: Buffer;
  readonly cursor: string | null;
  readonly progress: XlsxState | null;
  /** The records of the whole file so far. */
  readonly rows: bigint;
  readonly isLast: boolean;
};

export type PartSource = {
  readonly db: Database;
  /** The decimals of a currency. */
  readonly exponentOf: (currency: string) => number;
  /** Adapted to the time of a page, for all exports of this process. */
  readonly portion?: Portion;
  /** Default: 4 MiB. */
  readonly partBytes?: number;
};

const ofPage = adaptPortion({ first: 200, most: 1_000 });

/**
 * Reads pages and formats them until a part is full. Each page is one short statement, so no transaction stays open,
 * and memory holds one part whatever the size of the file.
 */
export async function writePart(source: PartSource, one: ExportRow): Promise<WrittenPart> {
  const { db, exponentOf, portion = ofPage, partBytes = PART_BYTES } = source;
  const resource = resourceOf(one.resource);
  const encode = encoderOf(one, exponentOf);
  const chunks: Buffer[] = [];
  let length = 0;
  let { cursor, rows, progress } = one;
  const began = performance.now();
  do {
    const asked = performance.now();
    const page = await resource.read(db, one, cursor, portion.size);
    portion.took(page.read, performance.now() - asked);
    ({ cursor } = page);
    rows += BigInt(page.rows.length);
    // At once, because strings that are kept until the part is full grow the heap of the process.
    const encoded = await encode(page.rows, progress, { isFirst: chunks.length === 0, isLast: cursor === null });
    ({ progress } = encoded);
    chunks.push(encoded.bytes);
    length += encoded.bytes.length;
    // Formatting a page takes milliseconds; requests come first.
    await turn();
  } while (cursor !== null && length < partBytes && performance.now() - began < PART_MS);
  return { bytes: Buffer.concat(chunks), cursor, progress, rows, isLast: cursor === null };
}

type Encoded = { readonly bytes: Buffer; readonly progress: XlsxState | null };
type Place = { readonly isFirst: boolean; readonly isLast: boolean };
type Encoder = (rows: readonly object[], progress: XlsxState | null, place: Place) => Promise<Encoded>;

/** Formats the next rows of the file. `isFirst`: the page is the first of its part. */
function encoderOf(one: ExportRow, exponentOf: PartSource['exponentOf']): Encoder {
  const { columns, view, json } = resourceOf(one.resource);
  const asText = (rows: readonly object[], line: (row: object) => string, header = '') => {
    return { bytes: Buffer.from(header + rows.map(line).join('')), progress: null };
  };
  if (one.format === 'jsonl') return async (rows) => asText(rows, (row) => `${json(row)}\n`);
  if (one.format === 'csv')
    return async (rows, _progress, { isFirst }) =>
      asText(rows, (row) => csvLine(columns, view(row)), isFirst && one.parts === 0 ? csvHeader(columns) : '');
  return async (rows, progress, { isLast }) => {
    const xml = rows.map((row) => {
      const shown = view(row);
      return sheetRow(columns, shown, exponentOf(shown.currency));
    });
    const { bytes, state } = await writeXlsx(progress ?? emptyXlsx, xml, { sheet: one.resource, columns, isLast });
    return { bytes, progress: isLast ? null : state };
  };
}
