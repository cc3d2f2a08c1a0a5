import { int4, int8, nullable, type RowOf, text, timestamptz } from '../db/table.ts';
import { newId } from '../kernel/new-id.ts';
import type { KeyCounter } from './key-counter.ts';
import { lineKey } from './line-key.ts';
import type { StatementLine } from './read/statement-line.ts';
import type { ImportedRail } from './store.ts';

const day = { ...text, cast: '::date' };

/** The columns of a new line. */
export const lineColumns = {
  id: text,
  rail: text,
  key: text,
  occurrence: int4,
  file: text,
  line: int4,
  operation: nullable(text),
  record: nullable(text),
  reference: nullable(text),
  kind: text,
  amount: int8,
  fee: int8,
  booked_on: day,
  accounted_on: day,
  at: nullable(timestamptz),
  phone: nullable(text),
  state: text,
} as const;
export type LineRow = RowOf<typeof lineColumns>;

/** A line and the rail and file that it goes to. */
export type LineTarget = {
  readonly rail: ImportedRail;
  readonly file: string;
  /** The layout has another time zone than the rail, so days are calculated again. */
  readonly dayOf: ((at: Date) => string) | null;
  /** Keys of banks have the day. */
  readonly byDay: boolean;
};

/** The sums of a statement must fit into 64 bits too: 10^16 is a hundred times the money of the world in cents. */
const MOST = 10n ** 17n;

/** @returns the fault of a line that the database cannot keep; null if there is none */
export function faultOf(line: StatementLine, rail: ImportedRail): { field: string; problem: string } | null {
  if (line.currency !== rail.currency)
    return { field: 'currency', problem: `is ${line.currency}, but the rail ${rail.rail} is in ${rail.currency}` };
  if (line.amount >= MOST || line.amount <= -MOST || line.fee >= MOST)
    return { field: 'amount', problem: 'is too large' };
  for (const field of ['operation', 'record', 'reference', 'phone'] as const)
    if (line[field]?.includes('\0')) return { field, problem: 'has a NUL character. Export the file again' };
  return null;
}

export function rowOf(line: StatementLine, { rail, file, dayOf, byDay }: LineTarget, keys: KeyCounter): LineRow {
  const bookedOn = dayOf && line.at ? dayOf(line.at) : line.bookedOn;
  const key = lineKey({ ...line, bookedOn }, byDay);
  return {
    id: newId('stl'),
    rail: rail.rail,
    key,
    occurrence: keys.count(`${rail.rail} ${key}`),
    file,
    line: line.line,
    operation: line.operation,
    record: line.record,
    reference: line.reference,
    kind: line.kind,
    amount: line.amount,
    fee: line.fee,
    booked_on: bookedOn,
    accounted_on: accountedOn(bookedOn, rail.closed_to),
    at: line.at,
    phone: line.phone,
    state: line.state,
  };
}

/** A closed day does not change: a later movement counts on the first open day. */
const accountedOn = (bookedOn: string, closedTo: string | null): string =>
  closedTo === null || bookedOn > closedTo ? bookedOn : Temporal.PlainDate.from(closedTo).add({ days: 1 }).toString();

/** The local day of an instant. Rows of the same hour follow each other, and no zone changes its day within one. */
export function localDays(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  let quarter = Number.NaN;
  let day = '';
  return (at) => {
    const now = Math.floor(at.getTime() / 900_000);
    if (now !== quarter) [quarter, day] = [now, format.format(at)];
    return day;
  };
}
