import type { Options } from 'csv-parse';

// The dashboard reads a file before it sends what is in it. What decides how the bytes of a file become cells, and rows go
// under a header, is here for it and for the service: two readers that differed once paid amounts that no file said.

/** No column's name begins with one of these. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const isBlank = (byte: number | undefined) => byte !== undefined && (byte <= 0x20 || BYTE_ORDER_MARK.includes(byte));

/** By which Excel is told what parts cells. It may come before the header. */
const SEPARATOR_LINE = /^"?sep=([,;\t])/i;
export const isSeparatorRow = ([first = '']: readonly string[]) => /^sep=/i.test(first);

/**
 * RFC 4180, and what spreadsheets make of it: a byte order mark, any line ends, empty lines, and semicolons or tabs where the
 * header has them; semicolons are written where the comma is the decimal sign.
 */
export function csvDialect(bytes: Uint8Array): Options {
  // Empty lines may come first: the header is where something else than white space and the byte order mark begins.
  const start = bytes.findIndex((byte) => !isBlank(byte));
  const first = new TextDecoder().decode(bytes.subarray(start, start + 1024)).split(/[\r\n]/, 1)[0]!;
  return {
    bom: true,
    delimiter: SEPARATOR_LINE.exec(first)?.[1] ?? [',', ';', '\t'].find((one) => first.includes(one)) ?? ',',
    // Files that were put together have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  };
}

/**
 * The parser knows on which line a record ends, and counts a CRLF within quotes twice.
 * @returns on which line something begins, at a byte or after it; asked in the order of the file
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

/** `2.21771E+11`: as a spreadsheet writes a long number into a file. Its last digits are lost. */
export const isRounded = (cell: string) => /^\+?\d(?:[.,]\d+)?E\+?\d+$/i.test(cell);

/** A cell in a message: short, and with what nobody sees, or a terminal would act on, made visible. */
export function shownCell(cell: string): string {
  const escaped = (unseen: string) => `\\u${unseen.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  const text = cell.slice(0, 40).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped);
  return cell.length > 40 ? `${text}…` : text;
}

/** Spreadsheets write such rows below a table that was longer once. They are skipped. */
export const isEmptyRow = (cells: readonly string[]) => cells.every((cell) => cell === '');

/** `width`: its columns together with those at its end that have no name. */
export type Header = { readonly names: readonly string[]; readonly width: number };

/** Spreadsheets write empty columns too, where there once was something: those at the end are left out. */
export function headerOf(cells: readonly string[]): Header {
  const names = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).map((cell) => cell.toLowerCase());
  return { names, width: cells.length };
}

/** Too few cells or too many, or something in a column, counted from 1, that has no name. */
export type Misfit = { readonly found: number; readonly expected: number } | { readonly column: number };

/** Why a row does not go under the header, if it does not. */
export function misfitOf(cells: readonly string[], { names, width }: Header): Misfit | null {
  if (cells.length < names.length || cells.length > width) return { found: cells.length, expected: width };
  const stray = cells.findIndex((cell, i) => i >= names.length && cell !== '');
  return stray < 0 ? null : { column: stray + 1 };
}
