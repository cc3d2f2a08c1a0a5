import type { ColumnName, LayoutColumns, TableLayout } from './layout.ts';
import { MAX_PREAMBLE_ROWS } from './limits.ts';
import { plainName, shownText } from './shown-text.ts';
import { isEmptyCell, type TableRow } from './table-row.ts';
import { Unreadable } from './unreadable.ts';

/** The place of each column in a row, from 0. */
export type ColumnPlaces = { readonly [name in keyof LayoutColumns]?: number };

export type TableHeader = {
  readonly places: ColumnPlaces;
  /** The number of named columns. A longer row has cells without a column. */
  readonly width: number;
  /** The place of any other column that the layout names, such as those of its skip rules. */
  readonly find: (name: ColumnName) => number;
};

const namesOf = (name: ColumnName) => (typeof name === 'string' ? [name] : name).map(plainName);
const firstName = (name: ColumnName) => (typeof name === 'string' ? name : name[0]!);

/** The texts of a row as column names. */
const asNames = (row: TableRow) => row.cells.map((cell) => (typeof cell === 'string' ? plainName(cell) : ''));

/** Looks for the header among the first rows, one row at a time. */
export type HeaderFinder = {
  next(row: TableRow): TableHeader | null;
  /** The problem of a file without the header. */
  problem(): Unreadable;
};

export function headerFinder(layout: TableLayout): HeaderFinder {
  let seen = 0;
  let closest: { readonly missing: readonly string[]; readonly line: number } | null = null;
  const entries = Object.entries(layout.columns) as [keyof LayoutColumns, ColumnName][];
  const finder: HeaderFinder = {
    next(row) {
      const names = asNames(row);
      const missing = entries.filter(
        ([key, name]) => !layout.optional?.includes(key) && !namesOf(name).some((one) => names.includes(one)),
      );
      if (missing.length === 0) return readHeaderRow(names, entries, row.line);
      if (!closest || missing.length < closest.missing.length)
        closest = { missing: missing.map(([, name]) => firstName(name)), line: row.line };
      if (++seen >= MAX_PREAMBLE_ROWS) throw finder.problem();
      return null;
    },
    problem() {
      if (closest && closest.missing.length <= entries.length / 2)
        return new Unreadable(
          `the header has no column ${closest.missing.map((name) => `"${name}"`).join(', ')}. ` +
            'Export the file with all columns, or choose another layout',
          closest.line,
          closest.missing[0]!,
        );
      return new Unreadable(
        `none of the first ${MAX_PREAMBLE_ROWS} rows is the header of this layout. ` +
          'Check the file, its delimiter and its encoding, or choose another layout',
      );
    },
  };
  return finder;
}

function readHeaderRow(
  names: readonly string[],
  entries: readonly [keyof LayoutColumns, ColumnName][],
  line: number,
): TableHeader {
  const find = (name: ColumnName) => {
    const found = namesOf(name).find((one) => names.includes(one));
    if (found === undefined) return -1;
    const at = names.indexOf(found);
    if (names.includes(found, at + 1))
      throw new Unreadable(`the header has the column ${shownText(firstName(name))} more than once`, line, found);
    return at;
  };
  const places: { -readonly [name in keyof ColumnPlaces]: number } = {};
  for (const [key, name] of entries) {
    const at = find(name);
    if (at >= 0) places[key] = at;
  }
  return { places, width: names.findLastIndex((name) => name !== '') + 1, find };
}

/** The value beside a label, as `Opening Balance:,1000.00`. */
export function findLabel(row: TableRow, label: ColumnName): TableRow['cells'][number] | null {
  const at = asNames(row).findIndex((name) => namesOf(label).includes(name));
  if (at < 0) return null;
  return row.cells.slice(at + 1).find((cell) => !isEmptyCell(cell)) ?? null;
}
