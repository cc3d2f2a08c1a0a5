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
import { type Fault, fault } from '../../../contract/src/reasons.ts';
import type { Bulk } from '../../../contract/src/route.ts';
import { type Detail, detailOf, invalidField, type Refusal } from '../kernel/refusal.ts';

export type Table = {
  readonly records: Record<string, string | number>[];
  /** The line of the file on which each record begins. */
  readonly lines: number[];
  /** Faults that are no longer visible in the records. */
  readonly faults: Detail[];
};

type Columns = Bulk['csv'];
type Query = { readonly currency?: unknown };

/** Cells. `from` is the byte at which the previous row ends. */
type Row = string[] & { readonly from: number };

/**
 * Reading 64 KiB takes about 5 ms; then other requests get a turn. A record has a few hundred bytes.
 * A record of 64 KiB is refused, because a row of millions of cells would be read without a pause.
 */
const PORTION = 64 * 1024;
const [LF, CR] = [10, 13];

/**
 * Reads a CSV file in the dialect of the contract. Its first line names the columns. An empty cell is an absent field.
 * @param max reading stops after one record more than this
 */
export async function readCsv(bytes: Buffer, { list, csv: columns }: Bulk, max: number, query: Query): Promise<Table> {
  if (isWorkbook(bytes)) throw invalidField('body', 'csv_workbook');
  if (!isUtf8(bytes)) throw invalidField('body', 'csv_not_utf8');
  const table: Table = { records: [], lines: [], faults: [] };
  const complain = (field: string, found: Fault) => {
    table.faults.push(detailOf(`${list}[${table.records.length}]${field}`, found));
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
    throw error instanceof CsvError ? refuseRow(lineFrom(error.bytes as number), error) : error;
  }
  if (header === null) throw invalidField('body', 'csv_no_header', { line: 1, columns: named(columns) });
  return table;
}

function refuseRow(line: number, { code }: CsvError): Refusal {
  if (code === 'CSV_MAX_RECORD_SIZE') return refuseLong(line);
  return invalidField('body', code === 'CSV_QUOTE_NOT_CLOSED' ? 'csv_open_quote' : 'csv_stray_quote', { line });
}

const refuseLong = (line: number) => invalidField('body', 'csv_long_record', { line, maximum: PORTION });

function rowsOf(bytes: Buffer, lineFrom: (at: number) => number): AsyncIterable<Row> {
  async function* portions() {
    for (let at = 0; at < bytes.length; at += PORTION) {
      if (at > 0) await turn();
      const portion = bytes.subarray(at, at + PORTION);
      if (portion.length === PORTION && !portion.includes(LF) && !portion.includes(CR)) throw refuseLong(lineFrom(at));
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

const named = ({ required, optional }: Columns) => [...required, ...optional];

function readHeader(cells: readonly string[], columns: Columns, line: number): Header {
  const header = headerOf(cells);
  const { names } = header;
  const known = [...columns.required, ...columns.optional, ...columns.result];
  const nameless = names.indexOf('');
  if (nameless >= 0)
    throw invalidField('body', 'csv_unnamed_column', { line, column: nameless + 1, columns: named(columns) });
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalidField('body', 'csv_unknown_column', { line, column: shownCell(unknown), columns: named(columns) });
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw invalidField('body', 'csv_column_twice', { line, column: twice });
  const missing = columns.required.find((name) => !names.includes(name));
  if (missing !== undefined) throw invalidField('body', 'csv_column_missing', { line, column: missing });
  return header;
}

/**
 * Accepts `30000.0`, as programs write a column of floats. `300.00` is refused: in a spreadsheet it is an amount with
 * decimals, a hundred times as much.
 */
const WHOLE = /^(0|-?[1-9][0-9]*)(\.0)?$/;

type Complain = (field: string, found: Fault) => void;

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
        const found = faultOfResult(name, cell, query);
        if (found) complain(`.${name}`, found);
        return;
      }
      const isNumber = numbers.includes(name);
      const isWhole = isNumber && WHOLE.test(cell);
      if (isNumber && !isWhole) complain(`.${name}`, fault('not_minor_units', { found: shownCell(cell) }));
      record[name] = isWhole ? Number(cell) : isResult ? withoutGuard(cell) : cell;
    });
  return record;
}

/**
 * Refuses a result line that was paid, which would be paid twice, and one in another currency, which would be paid in
 * this one.
 */
function faultOfResult(name: string, cell: string, { currency }: Query): Fault | null {
  if (name === 'status' && !mayBePaidAgain(cell)) return fault('paid_before', { found: shownCell(cell) });
  if (name === 'currency' && currency !== undefined && cell !== currency)
    return fault('other_currency', { found: shownCell(cell), currency: String(currency) });
  return null;
}

const describeMisfit = (misfit: Misfit): Fault =>
  'column' in misfit ? fault('csv_stray_value', misfit) : fault('csv_other_width', misfit);
