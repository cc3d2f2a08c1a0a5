import { CsvError, type Info, parse } from 'csv-parse/browser/esm/sync';
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
import { isWorkbook, resultColumns, withoutGuard } from '../../../contract/src/csv-dialect-results.ts';

export const columns = ['recipient', 'amount', 'reference', 'description', 'name'] as const;
export type ColumnName = (typeof columns)[number];
const required: readonly ColumnName[] = ['recipient', 'amount'];

export type Line = {
  /** On which it begins, as an editor counts. */
  readonly line: number;
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** Why it does not go under the names of the columns: then nobody knows which cell is the amount. */
  readonly misfit: Misfit | null;
  /** What a result file says of the line: whether it was paid, and in which currency. */
  readonly before: { readonly status: string; readonly currency: string };
};
export type Csv = { readonly lines: readonly Line[] } | FileFault;
/** What is wrong with the file as a whole. */
type FileFault = {
  readonly fault:
    | 'workbook'
    | 'encoding'
    | 'quotes'
    | 'unclosed'
    | 'empty'
    | 'missing'
    | 'unknown'
    | 'nameless'
    | 'twice';
  readonly values?: { readonly name?: string; readonly line?: number; readonly column?: number };
};
type Row = { readonly record: readonly string[]; readonly info: Info };
type Placed = { readonly cells: readonly string[]; readonly line: number };

/** With the library and the dialect that the API reads it with: nothing is paid that the file does not say. */
export function readCsv(bytes: Uint8Array): Csv {
  if (isWorkbook(bytes)) return { fault: 'workbook' };
  const text = decode(bytes);
  if (text === null) return { fault: 'encoding' };
  const lineFrom = lineCounter(bytes);
  try {
    const rows = parse(text, { ...csvDialect(bytes), info: true }) as unknown as Row[];
    const placed = rows.map(({ record: cells }, i) => ({ cells, line: lineFrom(rows[i - 1]?.info.bytes ?? 0) }));
    return linesOf(placed.filter(({ cells }) => !isEmptyRow(cells)));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Of this dialect's rules only those of quotes can be broken.
    const fault = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'unclosed' : 'quotes';
    return { fault, values: { line: lineFrom(error.bytes as number) } };
  }
}

/** A letter that is none in UTF-8 is never replaced by another: who it names would get the money under a wrong name. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function linesOf([head, ...rows]: readonly Placed[]): Csv {
  if (!head) return { fault: 'empty' };
  if (isSeparatorRow(head.cells)) return linesOf(rows);
  const header = headerOf(head.cells);
  const fault = faultOfNames(header.names);
  if (fault) return fault;
  if (rows.length === 0) return { fault: 'empty' };
  return { lines: rows.map((row) => lineOf(row, header)) };
}

function faultOfNames(names: readonly string[]): FileFault | null {
  const nameless = names.indexOf('');
  if (nameless >= 0) return { fault: 'nameless', values: { column: nameless + 1 } };
  const unknown = names.find((name) => !columns.includes(name as ColumnName) && !resultColumns.includes(name));
  if (unknown !== undefined) return { fault: 'unknown', values: { name: shownCell(unknown) } };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { fault: 'twice', values: { name: twice } };
  const missing = required.find((name) => !names.includes(name));
  return missing ? { fault: 'missing', values: { name: missing } } : null;
}

function lineOf({ cells, line }: Placed, header: Header): Line {
  const cellOf = (name: string) => cells[header.names.indexOf(name)] ?? '';
  const isResult = header.names.some((name) => resultColumns.includes(name));
  const textOf = (name: ColumnName) =>
    isResult && !required.includes(name) ? withoutGuard(cellOf(name)) : cellOf(name);
  return {
    line,
    cells: Object.fromEntries(columns.map((name) => [name, textOf(name)])) as Line['cells'],
    misfit: misfitOf(cells, header),
    before: { status: cellOf('status'), currency: cellOf('currency') },
  };
}
