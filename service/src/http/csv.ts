import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { Bulk } from '../../../contract/src/route.ts';
import { type Detail, invalidField } from '../refusal.ts';
import { INTEGER, isClean, UNCLEAN_VALUE } from './json.ts';

export type Table = {
  readonly records: Record<string, string | number>[];
  /** The line of the file on which each record begins. */
  readonly lines: number[];
  /** What records have wrong that cannot be seen in them any more. */
  readonly faults: Detail[];
};

type Columns = Bulk['csv'];
/** Cells; `from`: the byte before which the row before it ends. */
type Row = string[] & { readonly from: number };
/** `width`: its columns together with those at its end that have no name. */
type Header = { readonly names: readonly string[]; readonly width: number };

/** 64 KiB take about 5 ms: then others have their turn. */
const PORTION = 64 * 1024;
/** No column's name begins with one of these. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const isBlank = (byte: number | undefined) => byte !== undefined && (byte <= 0x20 || BYTE_ORDER_MARK.includes(byte));

/**
 * Reads a CSV file (RFC 4180) whose first line names the columns. A byte order mark, any line ends, quotes, empty lines and rows
 * of empty cells are fine; semicolons are too, where the header has them: spreadsheets write so where the comma is the decimal
 * sign. An empty cell is a field that was left out.
 * @param max records beyond one more than so many are not read
 */
export async function readCsv(bytes: Buffer, { list, csv: columns }: Bulk, max: number): Promise<Table> {
  if (!isUtf8(bytes)) throw invalidField('body', 'is not valid UTF-8; save the file as "CSV UTF-8"');
  const table: Table = { records: [], lines: [], faults: [] };
  const complain = (field: string, message: string) => {
    table.faults.push({ param: `${list}[${table.records.length}]${field}`, code: 'validation_failed', message });
  };
  const lineFrom = lineCounter(bytes);
  let header: Header | null = null;
  try {
    for await (const cells of rowsOf(bytes)) {
      const line = lineFrom(cells.from);
      if (header === null) {
        header = readHeader(cells, columns, line);
        continue;
      }
      table.records.push(toRecord(cells, header, columns, complain));
      table.lines.push(line);
      if (table.records.length > max) break;
    }
  } catch (error) {
    throw error instanceof CsvError ? refuseLine(lineFrom(error.bytes as number), quoteFault(error)) : error;
  }
  if (header === null) throw refuseLine(1, `there is no header; it names the columns: ${named(columns)}`);
  return table;
}

/**
 * The parser knows on which line a record ends, and counts a CRLF within quotes twice.
 * @returns on which line something begins, at a byte or after it; asked in the order of the file
 */
function lineCounter(bytes: Buffer): (from: number) => number {
  let at = 0;
  let line = 1;
  return (from) => {
    for (; at < from || isBlank(bytes[at]); at++) {
      if (bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)) line++;
    }
    return line;
  };
}

const quoteFault = ({ code }: CsvError) =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a cell begins with a quote that is never closed; put one at its end'
    : 'a quote stands within a cell; put the cell in quotes and write the quote within it twice';

function rowsOf(bytes: Buffer): AsyncIterable<Row> {
  // Empty lines may come first: the header is where something else than white space and the byte order mark begins.
  const start = bytes.findIndex((byte) => !isBlank(byte));
  const header = bytes
    .subarray(start, start + 1024)
    .toString()
    .split(/[\r\n]/, 1)[0]!;
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  async function* portions() {
    for (let at = 0; at < bytes.length; at += PORTION) {
      if (at > 0) await turn();
      yield bytes.subarray(at, at + PORTION);
    }
  }
  let end = 0;
  const parser = parse({
    // A file may have a million rows of empty cells: left out here, they cost a tenth.
    on_record: (cells: string[], { bytes: to }): Row | null => {
      const from = end;
      end = to;
      return cells.every((cell) => cell === '') ? null : Object.assign(cells, { from });
    },
    bom: true,
    delimiter,
    // Files that were put together have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  return Readable.from(portions()).pipe(parser) as AsyncIterable<Row>;
}

const named = ({ required, optional }: Columns) => [...required, ...optional].join(', ');

/** Spreadsheets write empty columns too, where there once was something: those at the end are left out. */
function readHeader(cells: readonly string[], columns: Columns, line: number): Header {
  const names = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).map((cell) => cell.toLowerCase());
  const these = `these are: ${named(columns)}`;
  const nameless = names.indexOf('');
  if (nameless >= 0) throw refuseLine(line, `column ${nameless + 1} has no name; ${these}`);
  const known = [...columns.required, ...columns.optional];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw refuseLine(line, `"${shown(unknown)}" is not a column; ${these}`);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw refuseLine(line, `the column ${twice} stands twice`);
  const missing = columns.required.find((name) => !names.includes(name));
  if (missing !== undefined) throw refuseLine(line, `the column ${missing} is missing`);
  return { names, width: cells.length };
}

/** A client's text in a message: short, and nothing that a terminal would act on. */
const shown = (text: string) => JSON.stringify(text.slice(0, 40)).slice(1, -1);

const NOT_MINOR = 'must be a whole number of minor units: 30000, not 30000.00';
/** A decimal, or a whole number whose thousands are parted or whose currency stands beside it. */
const PARTED = /\d[\s.,'’]|[\s.,'’]\d/;

type Complain = (field: string, message: string) => void;

function toRecord(cells: readonly string[], header: Header, { numbers }: Columns, complain: Complain) {
  const record: Record<string, string | number> = {};
  const wrong = misfit(cells, header);
  if (wrong !== null) complain('', wrong);
  else
    header.names.forEach((name, i) => {
      const cell = cells[i]!;
      if (cell === '') return;
      const isNumber = numbers.includes(name);
      if (!isClean(cell)) complain(`.${name}`, UNCLEAN_VALUE);
      else if (isNumber && PARTED.test(cell)) complain(`.${name}`, NOT_MINOR);
      record[name] = isNumber && INTEGER.test(cell) ? Number(cell) : cell;
    });
  return record;
}

/** Why a row does not go under the header, if it does not. */
function misfit(cells: readonly string[], { names, width }: Header): string | null {
  if (cells.length < names.length || cells.length > width) {
    return `has ${cells.length} cell${cells.length === 1 ? '' : 's'}, and the header ${width}`;
  }
  const stray = cells.findIndex((cell, i) => i >= names.length && cell !== '');
  return stray < 0 ? null : `has something in column ${stray + 1}, to which the header gives no name`;
}

const refuseLine = (line: number, message: string) => invalidField('body', `line ${line}: ${message}`);
