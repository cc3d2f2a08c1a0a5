import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import type { Bulk } from '../../../contract/src/route.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { checkString, INTEGER } from './json.ts';

export type Table = {
  readonly records: Record<string, string | number>[];
  /** The line of the file on which each record ends. */
  readonly lines: number[];
};

type Columns = Bulk['csv'];
type Row = { record: string[]; info: Info };

/** 64 KiB take about 5 ms: then others have their turn. */
const PORTION = 64 * 1024;
/** No column's name begins with one of these. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Reads a CSV file (RFC 4180) whose first line names the columns. A byte order mark, CRLF, quotes and empty lines are fine;
 * semicolons are too, where the header has them: spreadsheets write so where the comma is the decimal sign. An empty cell is
 * a field that was left out.
 * @param max records beyond one more than so many are not read
 */
export async function readCsv(bytes: Buffer, columns: Columns, max: number): Promise<Table> {
  if (!isUtf8(bytes)) throw invalidField('body', 'is not valid UTF-8; save the file as "CSV UTF-8"');
  const table: Table = { records: [], lines: [] };
  let names: string[] | null = null;
  try {
    for await (const { record, info } of rowsOf(bytes)) {
      if (names === null) {
        names = readHeader(record, columns, info.lines);
        continue;
      }
      table.records.push(toRecord(record, names, columns, info.lines, table.records.length));
      table.lines.push(info.lines);
      if (table.records.length > max) break;
    }
  } catch (error) {
    throw error instanceof CsvError ? refuseLine(error.lines as number, error.message) : error;
  }
  if (names === null) throw refuseLine(1, `there is no header; it names the columns: ${named(columns)}`);
  return table;
}

function rowsOf(bytes: Buffer): AsyncIterable<Row> {
  // Empty lines may come first: the header is where something else than white space and the byte order mark begins.
  const start = bytes.findIndex((byte) => byte > 0x20 && !BYTE_ORDER_MARK.includes(byte));
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
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  return Readable.from(portions()).pipe(parser) as AsyncIterable<Row>;
}

const named = ({ required, optional }: Columns) => [...required, ...optional].join(', ');

function readHeader(cells: readonly string[], columns: Columns, line: number): string[] {
  const names = cells.map((cell) => cell.toLowerCase());
  const known = [...columns.required, ...columns.optional];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw refuseLine(line, `"${shown(unknown)}" is not a column; these are: ${named(columns)}`);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw refuseLine(line, `the column ${twice} stands twice`);
  const missing = columns.required.find((name) => !names.includes(name));
  if (missing !== undefined) throw refuseLine(line, `the column ${missing} is missing`);
  return names;
}

/** A client's text in a message: short, and nothing that a terminal would act on. */
const shown = (text: string) => JSON.stringify(text.slice(0, 40)).slice(1, -1);

function toRecord(cells: string[], names: string[], columns: Columns, line: number, index: number) {
  if (cells.length !== names.length) {
    throw refuseLine(line, `it has ${cells.length} cells and the header ${names.length}`);
  }
  const record: Record<string, string | number> = {};
  names.forEach((name, i) => {
    const cell = cells[i]!;
    if (cell === '') return;
    checkCell(cell, `items[${index}].${name}`, line);
    record[name] = columns.numbers.includes(name) && INTEGER.test(cell) ? Number(cell) : cell;
  });
  return record;
}

function checkCell(cell: string, param: string, line: number): void {
  try {
    checkString(param, cell);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = `line ${line}: ${error.message}`;
    throw new Refusal(error.code, message, { param, details: [{ param, code: error.code, message }] });
  }
}

const refuseLine = (line: number, message: string) => invalidField('body', `line ${line}: ${message}`);
