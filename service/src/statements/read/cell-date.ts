import { faultOfDate, type WallTime } from './date-format.ts';
import type { TableCell } from './table-row.ts';
import type { DateParts } from './workbook.ts';

const DAY_MS = 86_400_000;
/** The serial number of 1970-01-01 in both systems. */
const EPOCH = { from1900: 25_569, from1904: 24_107 } as const;
/** 2000-01-01 and 2100-01-01: no statement is older or younger, and serials near 1900 count a day that never was. */
const [EARLIEST, LATEST] = [36_526, 73_051];

/**
 * The date that a serial number means, as the clock on the wall shows it. The time zone of the machine plays no part.
 * Serials have a precision of a microsecond, which is rounded to a second where they are within 2 ms of it.
 */
export function cellOfSerial(text: string, parts: DateParts, from1904: boolean): TableCell {
  const serial = Number(text);
  if (!Number.isFinite(serial)) return { fault: `${text} is not a date` };
  const days = serial - (from1904 ? EPOCH.from1904 : EPOCH.from1900);
  const time = isoOf(roundToSecond(Math.round(days * DAY_MS)));
  if (!parts.date) {
    if (serial < 0 || serial >= 2) return { fault: `${text} is not a time of a day` };
    return { wall: { date: time.slice(0, 10), time: time.slice(11, 19), offset: null } };
  }
  const from1900 = from1904 ? serial + EPOCH.from1900 - EPOCH.from1904 : serial;
  if (from1900 < EARLIEST || from1900 >= LATEST)
    return { fault: `holds the date number ${text}, which is not in this century. Check the column's format` };
  const hasTime = parts.time || time.slice(11, 19) !== '00:00:00';
  const fraction = time.slice(19, 23) === '.000' ? '' : time.slice(19, 23);
  return { wall: { date: time.slice(0, 10), time: hasTime ? `${time.slice(11, 19)}${fraction}` : null, offset: null } };
}

const isoOf = (ms: number) => new Date(ms).toISOString();

function roundToSecond(ms: number): number {
  const nearest = Math.round(ms / 1000) * 1000;
  return Math.abs(ms - nearest) <= 2 ? nearest : ms;
}

/** A cell of the type `d` holds an ISO 8601 text. */
export function cellOfIsoDate(text: string): TableCell {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text.trim());
  const fault = match ? faultOfDate(match[1]!) : 'is not a date';
  if (!match || fault) return { fault: `${text} ${fault}` };
  const wall: WallTime = { date: match[1]!, time: match[2] ?? null, offset: match[3] ?? null };
  return { wall };
}
