import { currencyRule } from '../../config/config.ts';
import type { DateReader } from './date-format.ts';
import type { TableHeader } from './find-header.ts';
import { findRecordId } from './find-record.ts';
import { findText, type TableLayout } from './layout.ts';
import type { BookedTime, Clock } from './local-time.ts';
import { type Complain, readRowAmounts } from './row-amounts.ts';
import { shownText } from './shown-text.ts';
import type { LineKind, LineState, StatementLine } from './statement-line.ts';
import { isEmptyCell, type TableRow, textOfCell } from './table-row.ts';

/**
 * A row: its line, a line for a fee that came back, and the balance after both, if the file gives one. Null is a row
 * that the layout skips.
 */
export type RowResult = { readonly lines: readonly StatementLine[]; readonly balance: bigint | null } | null;

export type RowReader = (row: TableRow, complain: Complain) => RowResult;

/** Makes the reader of a table's rows. A row with a fault calls `complain` and is null. */
export function makeRowReader(layout: TableLayout, header: TableHeader, readDate: DateReader, clock: Clock): RowReader {
  const { places, width } = header;
  const skips = (layout.skip ?? []).map((rule) => ({ ...rule, at: header.find(rule.column) }));
  const skipped = (row: TableRow) =>
    skips.some(({ at, is, startsWith }) => {
      const cell = row.cells[at];
      const text = typeof cell === 'string' ? cell.trim().toLowerCase() : '';
      return (
        is?.some((one) => one.toLowerCase() === text) ||
        (text !== '' && startsWith?.some((one) => text.startsWith(one.toLowerCase())))
      );
    });
  return (row, report) => {
    if (row.cells.every(isEmptyCell) || skipped(row)) return null;
    let sound = true;
    const complain: Complain = (field, problem) => {
      sound = false;
      report(field, problem);
    };
    const stray = row.cells.findIndex((cell, at) => at >= width && !isEmptyCell(cell));
    if (stray >= 0) {
      complain(
        'row',
        `has a value in column ${stray + 1}, which the header does not name. Put texts with the delimiter in quotes`,
      );
      return null;
    }
    const found = readRow(row, layout, header, complain, (line) => bookedTimeOf(line, places, readDate, clock));
    return sound ? found : null;
  };
}

function readRow(
  row: TableRow,
  layout: TableLayout,
  { places }: TableHeader,
  complain: Complain,
  when: (row: TableRow) => BookedTime,
): RowResult {
  const text = (name: keyof typeof places) => {
    const at = places[name];
    const value = at === undefined ? { text: null } : textOfCell(row.cells[at]);
    if ('text' in value) return value.text;
    complain(name, value.fault);
    return null;
  };
  const state = stateOf(text('state'), layout, complain);
  const currency = text('currency')?.toUpperCase() ?? layout.currency ?? '';
  const rule = currencyRule(currency);
  if (!rule) complain('currency', `${shownText(currency)} is not an ISO 4217 currency code`);
  const named = kindOf(text('kind'), layout);
  const amounts = readRowAmounts(row, places, layout, rule?.exponent ?? 0, named, complain);
  if (amounts.amount === null && state === 'booked') complain('amount', 'is empty. Each booked row has an amount');
  const time = when(row);
  if ('fault' in time) complain('date', time.fault);
  const amount = amounts.amount ?? 0n;
  const reference = text('reference');
  const record = text('record');
  const line: StatementLine = {
    line: row.line,
    operation: text('operation'),
    record: findRecordId([record, reference]) ?? record,
    reference,
    kind: named ?? (amount < 0n ? (layout.otherKind?.out ?? 'other') : (layout.otherKind?.in ?? 'other')),
    amount,
    fee: amounts.fee,
    currency,
    ...('fault' in time ? { bookedOn: '', at: null } : time),
    phone: phoneIn(text('phone')),
    state,
  };
  const { returned, balance } = amounts;
  const charge: StatementLine = { ...line, reference: null, kind: 'fee', amount: returned, fee: 0n };
  return { lines: returned === 0n ? [line] : [line, charge], balance };
}

function stateOf(text: string | null, layout: TableLayout, complain: Complain): LineState {
  if (layout.columns.state === undefined || !layout.states) return 'booked';
  const state = findText(layout.states, text ?? '');
  if (state === null)
    complain('state', `${shownText(text ?? '')} is unknown. Add its meaning to the states of the layout`);
  return state ?? 'refused';
}

const kindOf = (text: string | null, { kinds }: TableLayout): LineKind | null =>
  kinds && text !== null ? findText(kinds, text) : null;

const phone = /(?<![\d*])\+?\d(?:[ -]?\d){7,14}(?![\d*])/;
/** The digits that a provider hides are stars or the letter x. */
const maskedPhone = /(?<![\dA-Z*])\+?\d{2,7}(?:\*{2,9}|x{2,9})\d{2,6}(?![\dA-Z*])/i;

/** The phone in a text such as `254712345678 - JOHN DOE` or `2547****678`. */
function phoneIn(text: string | null): string | null {
  const found = text === null ? null : (phone.exec(text) ?? maskedPhone.exec(text));
  return found ? found[0].replace(/[ -]/g, '') : null;
}

function bookedTimeOf(row: TableRow, places: TableHeader['places'], readDate: DateReader, clock: Clock): BookedTime {
  const cell = row.cells[places.date!];
  if (typeof cell === 'object') {
    if ('fault' in cell) return cell;
    if ('wall' in cell)
      return clock(withTime(cell.wall, places.time === undefined ? undefined : row.cells[places.time]));
    return { fault: `holds the number ${cell.number} without a date format. Format the column as a date` };
  }
  const date = cell?.trim() ?? '';
  if (date === '') return { fault: 'is empty. Each row has a date' };
  const time = places.time === undefined ? '' : row.cells[places.time];
  if (typeof time === 'object') return { fault: 'is text, but the time is a date cell. Format both columns alike' };
  const parsed = readDate(`${date} ${time ?? ''}`.trim());
  return 'fault' in parsed ? { fault: parsed.fault } : clock(parsed.wall);
}

type Wall = Parameters<Clock>[0];

/** A date cell, with the time of a time cell. Excel stores a time as a date of the year 1899 or 1900. */
function withTime(wall: Wall, cell: TableRow['cells'][number] | undefined): Wall {
  if (typeof cell === 'object' && 'wall' in cell) return { ...wall, time: cell.wall.time };
  if (typeof cell === 'string' && /^\d{2}:\d{2}(:\d{2})?$/.test(cell.trim()))
    return { ...wall, time: cell.trim().padEnd(8, ':00') };
  return wall;
}
