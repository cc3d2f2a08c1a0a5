import { isRounded } from '../../../contract/src/csv-dialect.ts';
import { mayBePaidAgain } from '../../../contract/src/csv-dialect-results.ts';
import { type ColumnName, columns } from './headings.ts';
import type { Line } from './map-columns.ts';
import { isZero } from './people-amounts.ts';
import { isPlaceholder } from './placeholder.ts';

export type Fault = {
  readonly key:
    | 'recipient'
    | 'placeholder'
    | 'plus'
    | 'rounded'
    | 'amount'
    | 'zero'
    | 'marks'
    | 'bounds'
    | 'twice'
    | 'long'
    | 'control'
    | 'paid'
    | 'currency'
    | 'uneven'
    | 'stray';
  readonly values?: Readonly<Partial<Record<'line' | 'count' | 'found' | 'expected' | 'column', number>>>;
};
export type Faults = ReadonlyMap<number, Partial<Record<ColumnName, Fault>>>;
export type Bounds = { readonly min: bigint; readonly max: bigint };

const longest = { reference: 64, description: 140, name: 140 };

/**
 * The API also accepts spaces and similar marks in a phone, and invisible characters from copying. It also checks each
 * country's numbering plan.
 */
const withoutMarks = (text: string) => text.replace(/[\s\p{Pd}\p{Cf}().]/gu, '');
/** A number as people dial it at home: digits without a plus. */
export const isWithoutCode = (text: string) => /^\d{7,15}$/.test(withoutMarks(text));
const isRecipient = (text: string) =>
  /^wal_[0-9a-hjkmnp-tv-z]{26}$/.test(text) || /^\+[1-9]\d{6,14}$/.test(withoutMarks(text));

/**
 * A positive whole number of at most twelve digits, as the API reads a cell; null for anything else. Some programs
 * write whole numbers of a float column with `.0`.
 */
export const amountOf = (text: string): bigint | null => {
  const [, digits] = /^([1-9]\d{0,11})(?:\.0)?$/.exec(text) ?? [];
  return digits === undefined ? null : BigInt(digits);
};

/** The errors that can be found before anything is sent, by line number. The service checks balances and wallets. */
export function faultsOf(
  lines: readonly Line[],
  bounds: Bounds | null,
  { currency, live = false }: { currency?: string | undefined; live?: boolean } = {},
): Faults {
  const found = new Map<number, Partial<Record<ColumnName, Fault>>>();
  const references = new Map<string, number>();
  for (const { line, cells, misfit, before } of lines) {
    const faults: Partial<Record<ColumnName, Fault>> = {};
    for (const name of columns) {
      const fault = faultOfCell(name, cells[name], { bounds, live });
      if (fault) faults[name] = fault;
    }
    if (before.currency && currency && before.currency !== currency) faults.amount = { key: 'currency' };
    if (wasPaid(before)) faults.recipient = { key: 'paid' };
    if (misfit) faults.recipient = { key: 'column' in misfit ? 'stray' : 'uneven', values: misfit };
    const first = references.get(cells.reference);
    if (cells.reference && first) faults.reference = { key: 'twice', values: { line: first } };
    else references.set(cells.reference, line);
    if (Object.keys(faults).length > 0) found.set(line, faults);
  }
  return found;
}

/** Whether the line was paid or may still be paid, from the status in a result file. */
export const wasPaid = ({ status }: Line['before']) => !mayBePaidAgain(status);

type Rules = { readonly bounds: Bounds | null; readonly live: boolean };

function faultOfCell(name: ColumnName, text: string, { bounds, live }: Rules): Fault | null {
  // Usually a cell with line breaks. Only a description may have them.
  if ((name === 'description' ? /[^\P{Cc}\t\n]/u : /\p{Cc}/u).test(text)) return { key: 'control' };
  if (name === 'recipient') return faultOfRecipient(text, live);
  if (name === 'amount') return faultOfAmount(text, bounds);
  const count = longest[name];
  return [...text].length > count ? { key: 'long', values: { count } } : null;
}

function faultOfRecipient(text: string, live: boolean): Fault | null {
  if (!isRecipient(text)) return { key: whyNoRecipient(text) };
  return !text.startsWith('wal_') && isPlaceholder(text, live) ? { key: 'placeholder' } : null;
}

function faultOfAmount(text: string, bounds: Bounds | null): Fault | null {
  const amount = amountOf(text);
  if (amount === null) return { key: whyNoAmount(text) };
  return bounds && (amount < bounds.min || amount > bounds.max) ? { key: 'bounds' } : null;
}

/**
 * Names the errors that spreadsheets make in phones: they affect thousands of lines at once and are corrected in the
 * spreadsheet.
 */
function whyNoRecipient(text: string): Fault['key'] {
  if (isRounded(text)) return 'rounded';
  return isWithoutCode(text) ? 'plus' : 'recipient';
}

function whyNoAmount(text: string): Fault['key'] {
  if (isRounded(text)) return 'rounded';
  if (isZero(text)) return 'zero';
  return /^\d+(?:[\s.,'’]\d+)+$/u.test(text) ? 'marks' : 'amount';
}

/** A recipient who is paid more than once. */
type Repeat = { readonly recipient: string; readonly lines: readonly number[] };

/** Recipients on several lines. They may be intended or a mistake, also where each line has a reference of its own. */
export function repeatsOf(lines: readonly Line[]): readonly Repeat[] {
  const by = new Map<string, number[]>();
  for (const { line, cells } of lines) {
    const recipient = withoutMarks(cells.recipient);
    const same = by.get(recipient);
    if (same) same.push(line);
    else by.set(recipient, [line]);
  }
  return [...by]
    .filter(([recipient, same]) => recipient && same.length > 1)
    .map(([recipient, same]) => ({ recipient, lines: same }));
}
