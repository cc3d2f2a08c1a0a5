import type { NumberStyle } from './statement-amount.ts';
import type { LineKind, LineState } from './statement-line.ts';

/** Encodings of statement files, as `TextDecoder` names them. */
export type FileEncoding = 'utf-8' | 'windows-1252' | 'iso-8859-1' | 'utf-16le' | 'utf-16be';

/** A column by its name in the header. A file has one of several names. Case and spaces do not count. */
export type ColumnName = string | readonly string[];

/** Columns of a table. A layout has `amount`, or `credit` and `debit`. */
export type LayoutColumns = {
  readonly operation?: ColumnName;
  /** The column that may hold our id. Without it, our id is looked for in `reference`. */
  readonly record?: ColumnName;
  readonly reference?: ColumnName;
  readonly kind?: ColumnName;
  readonly amount?: ColumnName;
  readonly credit?: ColumnName;
  readonly debit?: ColumnName;
  readonly fee?: ColumnName;
  readonly currency?: ColumnName;
  readonly date: ColumnName;
  readonly time?: ColumnName;
  readonly phone?: ColumnName;
  readonly state?: ColumnName;
  readonly balance?: ColumnName;
};

/** A row is skipped if the cell of this column is one of `is`, or begins with one of `startsWith`. */
export type SkipRule = {
  readonly column: ColumnName;
  readonly is?: readonly string[];
  readonly startsWith?: readonly string[];
};

/**
 * Texts of the file and their meaning, in the order in which they are tried. Case does not count. A `*` at the start or
 * the end matches any text: `*charge` matches every text that ends with "charge". The text `*` matches everything.
 */
export type TextMap<Value> = readonly (readonly [text: string, value: Value])[];

/**
 * How the fee of a row counts. `gross`: it leaves the float beside the amount. `net`: the amount has already lost it.
 * `moved`: the amount is all that moved, and the fee is only shown. `returned`: it enters the float beside the amount.
 */
export type AmountRule = 'gross' | 'net' | 'moved' | 'returned';

/** How the rows of a provider's CSV or XLSX file become lines. It is plain data: operators write their own. */
export type TableLayout = NumberStyle & {
  readonly name: string;
  readonly format: 'csv' | 'xlsx';
  /** Only CSV files have it. */
  readonly encoding: FileEncoding;
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly columns: LayoutColumns;
  /** Columns that a file may lack. The header is the first row with all others. */
  readonly optional?: readonly (keyof LayoutColumns)[];
  /** The sheet's name. Without it, a workbook has one visible sheet. */
  readonly sheet?: string;
  /** The currency, if no column has it. */
  readonly currency?: string;
  /** As `dd/MM/yyyy HH:mm:ss`. With a `time` column it reads the date, a space and the time. */
  readonly dateFormat: string;
  /** IANA name. Dates without an offset are local to it, and the day of a line is the day there. */
  readonly timeZone: string;
  /**
   * `as_given`: a positive amount enters the float. `negated`: it leaves it. `by_kind`: the kind decides, with or
   * without a minus in the file.
   */
  readonly sign: 'as_given' | 'negated' | 'by_kind';
  /** The sign of an ordinary debit in the column `debit`. With `either`, each value is a debit. */
  readonly debits?: 'positive' | 'negative' | 'either';
  readonly amountIs?: AmountRule;
  /** Kinds whose amounts follow another rule than `amountIs`. */
  readonly amountIsOf?: readonly (readonly [kind: LineKind, rule: AmountRule])[];
  readonly kinds?: TextMap<LineKind>;
  /** The kind of a row that `kinds` does not name, by its sign. */
  readonly otherKind?: { readonly in: LineKind; readonly out: LineKind };
  /** Texts of the state column. A text that is missing here is a problem. */
  readonly states?: TextMap<LineState>;
  /** The order of rows, used only where the balances fit both. */
  readonly order?: 'oldest_first' | 'newest_first';
  readonly skip?: readonly SkipRule[];
  /** Labels of cells before the header. The value is the next cell that is not empty. */
  readonly labels?: {
    readonly account?: ColumnName;
    readonly opening?: ColumnName;
    readonly closing?: ColumnName;
  };
};

/** Bank formats carry their own structure: only the zone of local times and the encoding differ. */
export type BankLayout = {
  readonly name: string;
  readonly format: 'camt.053' | 'mt940';
  readonly timeZone: string;
  /** MT940 only. XML names its own. */
  readonly encoding?: FileEncoding;
};

export type StatementLayout = TableLayout | BankLayout;

/** @returns the value of the first text that fits; null if none does */
export function findText<Value>(map: TextMap<Value>, text: string): Value | null {
  const plain = text.trim().toLowerCase();
  const found = map.find(([pattern]) => fits(pattern.toLowerCase(), plain));
  return found ? found[1] : null;
}

function fits(pattern: string, text: string): boolean {
  const open = pattern.startsWith('*');
  const end = pattern.length > 1 && pattern.endsWith('*');
  const middle = pattern.slice(open ? 1 : 0, end ? -1 : undefined);
  if (open && end) return text.includes(middle);
  if (open) return text.endsWith(middle);
  return end ? text.startsWith(middle) : text === middle;
}
