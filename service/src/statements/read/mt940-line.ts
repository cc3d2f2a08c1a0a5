import { faultOfDate } from './date-format.ts';
import { findRecordId } from './find-record.ts';
import type { Clock } from './local-time.ts';
import { shownText } from './shown-text.ts';
import { parseStatementAmount } from './statement-amount.ts';
import type { LineKind, StatementLine } from './statement-line.ts';

/** A balance of :60a: or :62a:, in minor units. */
export type SwiftBalance = { readonly minor: bigint; readonly date: string; readonly currency: string };

/** SWIFT amounts have a decimal comma and no groups (15d). */
const STYLE = { decimal: ',', group: '' } as const;

/**
 * :61: value date, entry date, direction, funds code, amount, type, reference of the account owner, and of the bank.
 * EC and ED are expected entries of some banks.
 */
const LINE = /^(\d{6})(\d{4})?(E?[CD]|R[CD])([A-Z])?(\d[\d,]{0,19})([NFS][A-Z0-9]{3})(.*?)(?:\/\/(.*))?$/;
/** Transaction types of charges (SWIFT, field 61, subfield 6). */
const CHARGES = /^.(CHG|COM|FEE)$/;
const RETURNS = /^.(RTI|RVS|RTN)$/;

const isoDate = (yymmdd: string) => `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;

/** German banks count months of 30 days for interest, so a value date may be 30 February. It counts as 2 March here. */
function dayNumber(date: string): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

/**
 * The entry date has no year: it is the one that brings it nearest to the value date, so that 0102 with a value date of
 * 31 December belongs to the next year.
 * @returns null if no year has this day
 */
export function entryDateNear(valueDate: string, monthDay: string): string | null {
  const year = Number(valueDate.slice(0, 4));
  const distance = (date: string) => Math.abs(dayNumber(date) - dayNumber(valueDate));
  const days = [year - 1, year, year + 1]
    .map((one) => `${one}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)
    .filter((date) => faultOfDate(date) === null)
    .sort((a, b) => distance(a) - distance(b));
  return days[0] ?? null;
}

/** Reads `C261103EUR1234,56`. */
export function readSwiftBalance(text: string, exponentOf: (currency: string) => number | null): SwiftBalance | string {
  const match = /^([CD])(\d{6})([A-Z]{3})(\d[\d,]{0,19})$/.exec(text.trim());
  if (!match) return `${shownText(text)} is not a balance, such as C261103EUR1234,56`;
  const [, mark, day, currency, amount] = match as unknown as [string, string, string, string, string];
  const exponent = exponentOf(currency);
  if (exponent === null) return `${currency} is not an ISO 4217 currency code`;
  const date = isoDate(day);
  if (faultOfDate(date)) return `${shownText(day)} is a date that does not exist`;
  const read = parseStatementAmount(amount, STYLE, exponent);
  if ('fault' in read) return read.fault;
  return { minor: mark === 'D' ? -read.minor : read.minor, date, currency };
}

/** The :61: of an entry with its continuation and the :86: behind it. */
export type SwiftEntry = {
  readonly line: number;
  readonly text: string;
  readonly more: readonly string[];
  readonly info: readonly string[];
};

/** @returns the line, or the reason why :61: cannot be read */
export function readSwiftLine(
  entry: SwiftEntry,
  currency: string,
  exponent: number,
  clock: Clock,
): StatementLine | { readonly fault: string } {
  const match = LINE.exec(entry.text);
  if (!match)
    return { fault: `${shownText(entry.text)} is not an entry. Its form is date, C or D, amount, type, reference` };
  const [, value, entryDay, mark, , digits, type, owner = '', bank] = match as unknown as string[];
  const valueDate = isoDate(value!);
  const bookedOn = entryDay ? entryDateNear(valueDate, entryDay) : valueDate;
  if (bookedOn === null || faultOfDate(bookedOn))
    return { fault: `${shownText(entry.text)} has a date that does not exist` };
  const time = clock({ date: bookedOn, time: null, offset: null });
  if ('fault' in time) return time;
  const read = parseStatementAmount(digits!, STYLE, exponent);
  if ('fault' in read) return { fault: read.fault };
  // RC takes a credit back, RD gives a debit back.
  const amount = mark === 'C' || mark === 'RD' || mark === 'EC' ? read.minor : -read.minor;
  const info = joinInfo(entry.info);
  const details = entry.more.join(' ').trim();
  const customer = /^(NONREF)?$/i.test(owner.trim()) ? null : owner.trim();
  const record = findRecordId([customer, info.joined, details]);
  return {
    line: entry.line,
    operation: bank?.trim() || null,
    record: record ?? customer,
    reference: [info.text, details].filter((text) => text !== '').join(' ') || customer,
    kind: kindOfSwift(mark!, type!, amount),
    amount,
    fee: 0n,
    currency,
    ...time,
    phone: null,
    // Expected entries (EC, ED) are no bookings yet.
    state: mark!.startsWith('E') ? 'pending' : 'booked',
  };
}

function kindOfSwift(mark: string, type: string, amount: bigint): LineKind {
  if (mark.startsWith('R') || RETURNS.test(type)) return 'reversal';
  if (amount < 0n && CHARGES.test(type)) return 'fee';
  return amount < 0n ? 'payout' : 'incoming';
}

/**
 * The text of :86:. German and Polish banks cut it into subfields (`?20…`, `<20…`); all banks cut it into lines of 65
 * characters, so that our id may continue on the next line: `joined` has neither cut.
 */
function joinInfo(lines: readonly string[]): { text: string; joined: string } {
  const whole = lines.join('');
  const structured = /^\d{3}([?<~])\d\d/.exec(whole);
  if (!structured) return { text: lines.join(' ').trim(), joined: whole };
  const parts = whole.split(structured[1]!).slice(1);
  // 20 to 29 and 60 to 63 are the remittance, 32 and 33 the name.
  const remittance = parts.filter((part) => /^(2\d|6[0-3])/.test(part)).map((part) => part.slice(2));
  const name = parts.filter((part) => /^3[23]/.test(part)).map((part) => part.slice(2));
  return { text: [...remittance, ...name].join(' ').trim(), joined: remittance.join('') };
}
