import readWorkbookFile from 'read-excel-file/universal';
import { isEmptyRow } from '../../../contract/src/csv-dialect.ts';
import { knownColumn } from './headings.ts';
import type { FileFault, FileTable, Placed } from './read-csv.ts';

/** A title and some lines about the firm may come before the header. */
const HEADER_WITHIN = 15;

/**
 * The first sheet with content of an XLSX file. It runs on this thread: the content security policy of the page allows
 * no worker that is made from text. Numbers stay the text that the file stores, so no digit is lost.
 */
export async function readWorkbook(bytes: ArrayBuffer): Promise<FileTable | FileFault> {
  const sheets = await readWorkbookFile<string>(bytes, { parseNumber: (digits) => digits }).catch(() => null);
  if (!sheets) return { fault: 'workbook' };
  for (const { data } of sheets) {
    const rows = data
      .map((cells, i): Placed => ({ cells: cells.map(textOf), line: i + 1 }))
      .filter(({ cells }) => !isEmptyRow(cells));
    const known = rows.slice(0, HEADER_WITHIN).map(({ cells }) => cells.filter(knownColumn).length);
    const at = Math.max(known.indexOf(Math.max(...known, 0)), 0);
    const head = rows[at];
    if (head && rows.length > at + 1) return { head: head.cells, rows: rows.slice(at + 1) };
  }
  return { fault: 'empty' };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  const text = String(value).trim();
  // The file may store 221770000001 as 2.21770000001E11. All its digits are there.
  const whole = /^\d(?:\.\d+)?E\+?\d+$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(whole) ? String(whole) : text;
}
