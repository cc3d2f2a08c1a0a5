import type { Options } from 'csv-parse';

// The dashboard reads a file before it sends the content. The rules that turn bytes into cells, and match rows with the
// header, are here for the dashboard and the service: two different readers once paid amounts that were in no file.

/** No column name begins with one of these. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const isBlank = (byte: number | undefined) => byte !== undefined && (byte <= 0x20 || BYTE_ORDER_MARK.includes(byte));

/** The line that tells Excel the separator. It may precede the header. */
const SEPARATOR_LINE = /^"?sep=([,;\t])/i;
export const isSeparatorRow = ([first = '']: readonly string[]) => /^sep=/i.test(first);

/**
 * RFC 4180 and its variants from spreadsheets: a byte order mark, any line ends, empty lines, and semicolons or tabs if
 * the header has them. Spreadsheets write semicolons in locales where the comma is the decimal sign.
 */
export function csvDialect(bytes: Uint8Array): Options {
  // Empty lines may come first: the header starts at the first byte that is neither white space nor a byte order mark.
  const start = bytes.findIndex((byte) => !isBlank(byte));
  const first = new TextDecoder().decode(bytes.subarray(start, start + 1024)).split(/[\r\n]/, 1)[0]!;
  return {
    bom: true,
    delimiter: SEPARATOR_LINE.exec(first)?.[1] ?? [',', ';', '\t'].find((one) => first.includes(one)) ?? ',',
    // Concatenated files mix several line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  };
}

/**
 * Counts lines, because the parser knows only the line where a record ends, and counts a CRLF within quotes twice.
 * @returns the line of the first non-blank byte at or after `from`; call it with growing positions
 */
export function lineCounter(bytes: Uint8Array): (from: number) => number {
  let at = 0;
  let line = 1;
  return (from) => {
    for (; at < from || isBlank(bytes[at]); at++) {
      if (bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)) line++;
    }
    return line;
  };
}

/** `2.21771E+11`: a long number as a spreadsheet writes it into a file. Its last digits are lost. */
export const isRounded = (cell: string) => /^\+?\d(?:[.,]\d+)?E\+?\d+$/i.test(cell);

/** A cell for a message: shortened, with invisible characters and terminal controls made visible. */
export function shownCell(cell: string): string {
  const escaped = (unseen: string) => `\\u${unseen.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  const text = cell.slice(0, 40).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped);
  return cell.length > 40 ? `${text}…` : text;
}

/** Spreadsheets write such rows below a table that was once longer. They are skipped. */
export const isEmptyRow = (cells: readonly string[]) => cells.every((cell) => cell === '');

/** `width` also counts the columns without a name at the end. */
export type Header = { readonly names: readonly string[]; readonly width: number };

/** Spreadsheets also write empty columns that once had content: those at the end are left out. */
export function headerOf(cells: readonly string[]): Header {
  const names = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).map((cell) => cell.toLowerCase());
  return { names, width: cells.length };
}

/** Too few or too many cells, or a value in a column (counted from 1) that has no name. */
export type Misfit = { readonly found: number; readonly expected: number } | { readonly column: number };

/** Why a row does not match the header; null if it does. */
export function misfitOf(cells: readonly string[], { names, width }: Header): Misfit | null {
  if (cells.length < names.length || cells.length > width) return { found: cells.length, expected: width };
  const stray = cells.findIndex((cell, i) => i >= names.length && cell !== '');
  return stray < 0 ? null : { column: stray + 1 };
}
