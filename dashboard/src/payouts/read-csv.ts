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
  /** The line number at which it begins, as an editor counts. */
  readonly line: number;
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** Why the cells do not match the columns. Then it is unknown which cell is the amount. */
  readonly misfit: Misfit | null;
  /** The status and currency of the line in a result file. */
  readonly before: { readonly status: string; readonly currency: string };
};
export type Csv = { readonly lines: readonly Line[] } | FileFault;
/** An error of the whole file. */
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

/** Uses the same library and dialect as the API, so it never pays anything that the file does not say. */
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
    // Only the rules about quotes can be broken in this dialect.
    const fault = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'unclosed' : 'quotes';
    return { fault, values: { line: lineFrom(error.bytes as number) } };
  }
}

/** Invalid UTF-8 is refused, not replaced: otherwise the money would go out under a wrong name. */
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
