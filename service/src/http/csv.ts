import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import {
  csvDialect,
  type Header,
  headerOf,
  isEmptyRow,
  isSeparatorRow,
  lineCounter,
  type Misfit,
  misfitOf,
  shownCell,
} from '../../../contract/src/csv-dialect.ts';
import { isWorkbook, mayBePaidAgain, withoutGuard } from '../../../contract/src/csv-dialect-results.ts';
import type { Bulk } from '../../../contract/src/route.ts';
import { type Detail, invalidField } from '../kernel/refusal.ts';

export type Table = {
  readonly records: Record<string, string | number>[];
  /** The line of the file on which each record begins. */
  readonly lines: number[];
  /** Faults that are no longer visible in the records. */
  readonly faults: Detail[];
};

type Columns = Bulk['csv'];
type Query = { readonly currency?: unknown };

const WORKBOOK = 'is a spreadsheet workbook (.xlsx, .ods or .xls), not CSV. Save it as "CSV UTF-8" and send that file';
/** Cells. `from` is the byte at which the previous row ends. */
type Row = string[] & { readonly from: number };

/**
 * Reading 64 KiB takes about 5 ms; then other requests get a turn. A record has a few hundred bytes.
 * A record of 64 KiB is refused, because a row of millions of cells would be read without a pause.
 */
const PORTION = 64 * 1024;
const TOO_LONG = `it is longer than ${PORTION} bytes. If a cell begins with a quote, put a quote at its end`;
const [LF, CR] = [10, 13];

/**
 * Reads a CSV file in the dialect of the contract. Its first line names the columns. An empty cell is an absent field.
 * @param max reading stops after one record more than this
 */
export async function readCsv(bytes: Buffer, { list, csv: columns }: Bulk, max: number, query: Query): Promise<Table> {
  if (isWorkbook(bytes)) throw invalidField('body', WORKBOOK);
  if (!isUtf8(bytes)) throw invalidField('body', 'is not valid UTF-8. Save the file as "CSV UTF-8"');
  const table: Table = { records: [], lines: [], faults: [] };
  const complain = (field: string, message: string) => {
    table.faults.push({ param: `${list}[${table.records.length}]${field}`, code: 'validation_failed', message });
  };
  const lineFrom = lineCounter(bytes);
  let header: Header | null = null;
  try {
    for await (const cells of rowsOf(bytes, lineFrom)) {
      const line = lineFrom(cells.from);
      if (header === null) {
        if (!isSeparatorRow(cells)) header = readHeader(cells, columns, line);
        continue;
      }
      table.records.push(toRecord(cells, header, columns, complain, query));
      table.lines.push(line);
      if (table.records.length > max) break;
    }
  } catch (error) {
    throw error instanceof CsvError ? refuseLine(lineFrom(error.bytes as number), faultOf(error)) : error;
  }
  if (header === null) throw refuseLine(1, `the header is missing. It names the columns: ${named(columns)}`);
  return table;
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell begins with a quote that is never closed. Put a quote at its end',
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};
const faultOf = ({ code }: CsvError) =>
  faults[code] ?? 'a cell contains a quote. Put the cell in quotes and write the quote inside it twice';

function rowsOf(bytes: Buffer, lineFrom: (at: number) => number): AsyncIterable<Row> {
  async function* portions() {
    for (let at = 0; at < bytes.length; at += PORTION) {
      if (at > 0) await turn();
      const portion = bytes.subarray(at, at + PORTION);
      if (portion.length === PORTION && !portion.includes(LF) && !portion.includes(CR))
        throw refuseLine(lineFrom(at), TOO_LONG);
      yield portion;
    }
  }
  let end = 0;
  const parser = parse({
    ...csvDialect(bytes),
    // Counts the characters of the cells.
    max_record_size: PORTION,
    // A file may have a million rows of empty cells. Dropping them here takes a tenth of the time.
    on_record: (cells: string[], { bytes: to }): Row | null => {
      const from = end;
      end = to;
      return isEmptyRow(cells) ? null : Object.assign(cells, { from });
    },
  });
  const source = Readable.from(portions());
  source.on('error', (error) => parser.destroy(error));
  return source.pipe(parser) as AsyncIterable<Row>;
}

const named = ({ required, optional }: Columns) => [...required, ...optional].join(', ');

function readHeader(cells: readonly string[], columns: Columns, line: number): Header {
  const header = headerOf(cells);
  const { names } = header;
  const these = `The columns are: ${named(columns)}`;
  const nameless = names.indexOf('');
  if (nameless >= 0) throw refuseLine(line, `column ${nameless + 1} has no name. ${these}`);
  const known = [...columns.required, ...columns.optional, ...columns.result];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw refuseLine(line, `"${shownCell(unknown)}" is not a column. ${these}`);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw refuseLine(line, `the column ${twice} is given more than once`);
  const missing = columns.required.find((name) => !names.includes(name));
  if (missing !== undefined) throw refuseLine(line, `the column ${missing} is missing`);
  return header;
}

/**
 * Accepts `30000.0`, as programs write a column of floats. `300.00` is refused: in a spreadsheet it is an amount with
 * decimals, a hundred times as much.
 */
const WHOLE = /^(0|-?[1-9][0-9]*)(\.0)?$/;
const notMinor = (cell: string) =>
  `must be a whole number of minor units, digits only (such as 30000), not "${shownCell(cell)}"`;

type Complain = (field: string, message: string) => void;

function toRecord(
  cells: readonly string[],
  header: Header,
  { numbers, result }: Columns,
  complain: Complain,
  query: Query,
) {
  const record: Record<string, string | number> = {};
  const isResult = header.names.some((name) => result.includes(name));
  const misfit = misfitOf(cells, header);
  if (misfit) complain('', describeMisfit(misfit));
  else
    header.names.forEach((name, i) => {
      const cell = cells[i]!;
      if (cell === '') return;
      if (result.includes(name)) {
        const fault = faultOfResult(name, cell, query);
        if (fault) complain(`.${name}`, fault);
        return;
      }
      const isNumber = numbers.includes(name);
      const isWhole = isNumber && WHOLE.test(cell);
      if (isNumber && !isWhole) complain(`.${name}`, notMinor(cell));
      record[name] = isWhole ? Number(cell) : isResult ? withoutGuard(cell) : cell;
    });
  return record;
}

/**
 * Refuses a result line that was paid, which would be paid twice, and one in another currency, which would be paid in
 * this one.
 */
function faultOfResult(name: string, cell: string, { currency }: Query): string | null {
  if (name === 'status' && !mayBePaidAgain(cell))
    return `must be failed or canceled to be paid again, not ${shownCell(cell)}. Remove the line, or its recipient may be paid twice`;
  if (name === 'currency' && currency !== undefined && cell !== currency)
    return `is ${shownCell(cell)}, but the payout's currency is ${currency}. Send the line in a payout in its own currency`;
  return null;
}

function describeMisfit(misfit: Misfit): string {
  if ('column' in misfit) return `has a value in column ${misfit.column}, which has no name in the header`;
  const { found, expected } = misfit;
  return `has ${found} cell${found === 1 ? '' : 's'}, but the header has ${expected}`;
}

const refuseLine = (line: number, message: string) => invalidField('body', `line ${line}: ${message}`);
