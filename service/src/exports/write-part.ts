import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { adaptPortion, type Portion } from '../db/portion.ts';
import { csvHeader, csvLine } from './cells.ts';
import { resourceOf } from './resources.ts';
import { sheetRow } from './sheet-xml.ts';
import type { ExportRow } from './store.ts';
import { emptyXlsx, writeXlsx, type XlsxState } from './xlsx.ts';

/** A part is stored when it has this many bytes (of XML, before compression), or after this time. */
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

const ofPage = adaptPortion({ first: 200, most: 2_000 });

/**
 * Reads pages and formats them until a part is full. Each page is one short statement, so no transaction stays open,
 * and memory holds one part whatever the size of the file.
 */
export async function writePart(source: PartSource, one: ExportRow): Promise<WrittenPart> {
  const { db, exponentOf, portion = ofPage, partBytes = PART_BYTES } = source;
  const resource = resourceOf(one.resource);
  const { columns, view } = resource;
  const format = {
    csv: (row: object) => csvLine(columns, view(row)),
    jsonl: (row: object) => `${resource.json(row)}\n`,
    xlsx: (row: object) => {
      const shown = view(row);
      return sheetRow(columns, shown, exponentOf(shown.currency));
    },
  }[one.format];
  const isFirst = one.parts === 0;
  const texts: string[] = isFirst && one.format === 'csv' ? [csvHeader(columns)] : [];
  let length = 0;
  let { cursor, rows } = one;
  const began = performance.now();
  do {
    const asked = performance.now();
    const page = await resource.read(db, one, cursor, portion.size);
    portion.took(page.read, performance.now() - asked);
    for (const row of page.rows) {
      const text = format(row);
      length += text.length;
      texts.push(text);
    }
    rows += BigInt(page.rows.length);
    ({ cursor } = page);
    // Formatting a page takes milliseconds; requests come first.
    await turn();
  } while (cursor !== null && length < partBytes && performance.now() - began < PART_MS);
  const isLast = cursor === null;
  const done = { cursor, rows, isLast };
  if (one.format !== 'xlsx') return { ...done, bytes: Buffer.from(texts.join('')), progress: null };
  const written = await writeXlsx(one.progress ?? emptyXlsx, texts, { sheet: one.resource, columns, isLast });
  return { ...done, bytes: written.bytes, progress: isLast ? null : written.state };
}
