import { CsvError, type Info, parse } from 'csv-parse/browser/esm/sync';
import { csvDialect, isEmptyRow, isSeparatorRow, lineCounter } from '../../../contract/src/csv-dialect.ts';
import { isWorkbook } from '../../../contract/src/csv-dialect-results.ts';

/** A row with cells, and the line or row number at which it begins, as an editor or a spreadsheet counts. */
export type Placed = { readonly cells: readonly string[]; readonly line: number };
/** The rows of a file. The first one names the columns. */
export type FileTable = { readonly head: readonly string[]; readonly rows: readonly Placed[] };
/** An error of the whole file. */
export type FileFault = {
  readonly fault: 'workbook' | 'encoding' | 'quotes' | 'unclosed' | 'empty';
  readonly values?: { readonly line?: number };
};
type Row = { readonly record: readonly string[]; readonly info: Info };

/** Uses the same library and dialect as the API, so it never pays anything that the file does not say. */
export function readCsv(bytes: Uint8Array): FileTable | FileFault {
  if (isWorkbook(bytes)) return { fault: 'workbook' };
  const text = decode(bytes);
  if (text === null) return { fault: 'encoding' };
  const lineFrom = lineCounter(bytes);
  try {
    const rows = parse(text, { ...csvDialect(bytes), info: true }) as unknown as Row[];
    const placed = rows.map(({ record: cells }, i) => ({ cells, line: lineFrom(rows[i - 1]?.info.bytes ?? 0) }));
    return tableOf(placed.filter(({ cells }) => !isEmptyRow(cells)));
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

function tableOf([head, ...rows]: readonly Placed[]): FileTable | FileFault {
  if (!head) return { fault: 'empty' };
  if (isSeparatorRow(head.cells)) return tableOf(rows);
  return rows.length === 0 ? { fault: 'empty' } : { head: head.cells, rows };
}
