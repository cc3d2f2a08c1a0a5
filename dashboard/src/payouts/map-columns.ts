import { headerOf, type Misfit, misfitOf } from '../../../contract/src/csv-dialect.ts';
import { withoutGuard } from '../../../contract/src/csv-dialect-results.ts';
import { type ColumnName, columns, isResultColumn, knownColumn, plainHeading, requiredColumns } from './headings.ts';
import type { FileTable, Placed } from './read-csv.ts';

export type Line = {
  /** The line number at which it begins, as an editor counts. */
  readonly line: number;
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** Why the cells do not match the columns. Then it is unknown which cell is the amount. */
  readonly misfit: Misfit | null;
  /** The status, failure and currency of the line in a result file. */
  readonly before: { readonly status: string; readonly failure: string; readonly currency: string };
};

/** For each column of the file: where it goes, null if it is not used, undefined if nobody has said it. */
export type Mapping = readonly (ColumnName | null | undefined)[];
/** The choices on this device, by heading. */
export type Remembered = Readonly<Record<string, ColumnName | null>>;

/**
 * The columns by what was chosen before, then by their headings. If two columns have one meaning, only the first
 * counts, and a person says what the other one is.
 */
export function mapColumns({ head }: FileTable, remembered: Remembered = {}): Mapping {
  const taken = new Set<ColumnName>();
  return headerOf(head).names.map((_, i) => {
    const heading = head[i]!;
    const chosen = remembered[plainHeading(heading)];
    const column = chosen === undefined ? (isResultColumn(heading) ? null : knownColumn(heading)) : chosen;
    if (!column || !taken.has(column)) {
      if (column) taken.add(column);
      return column;
    }
    return undefined;
  });
}

/** Whether the lines can be read: every column has a place or none, and the required ones are there once. */
export const isMapped = (mapping: Mapping): boolean => !mapping.includes(undefined) && isUsable(mapping);

export const isUsable = (mapping: Mapping): boolean =>
  requiredColumns.every((name) => mapping.includes(name)) &&
  columns.every((name) => mapping.filter((one) => one === name).length < 2);

/** The choices of a person, to be used for the next file with these headings. */
export function rememberedOf({ head }: FileTable, mapping: Mapping, before: Remembered): Remembered {
  const own = mapping.flatMap((column, i) => {
    const heading = plainHeading(head[i]!);
    return heading === '' || column === undefined || isResultColumn(head[i]!) ? [] : [[heading, column] as const];
  });
  // A device of many files keeps the latest.
  return Object.fromEntries([...Object.entries(before), ...own].slice(-MOST_REMEMBERED));
}
const MOST_REMEMBERED = 300;

export function linesOf(table: FileTable, mapping: Mapping): readonly Line[] {
  const header = headerOf(table.head);
  const at = new Map(columns.map((name) => [name, mapping.indexOf(name)]));
  const before = ['status', 'failure_code', 'currency'].map((name) => header.names.indexOf(name));
  const isResult = table.head.some(isResultColumn);
  const lineOf = (row: Placed): Line => {
    const textOf = (name: ColumnName) => {
      const text = row.cells[at.get(name)!] ?? '';
      return isResult && !requiredColumns.includes(name) ? withoutGuard(text) : text;
    };
    const [status = '', failure = '', currency = ''] = before.map((i) => row.cells[i] ?? '');
    return {
      line: row.line,
      cells: Object.fromEntries(columns.map((name) => [name, textOf(name)])) as Line['cells'],
      misfit: misfitOf(row.cells, header),
      before: { status, failure, currency },
    };
  };
  return table.rows.map(lineOf);
}
