import { shownText } from './shown-text.ts';

/** A date and time as a file writes it, without a time zone unless it has an offset. */
export type WallTime = {
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:mm:ss with an optional fraction; null if the file gives no time. */
  readonly time: string | null;
  /** `Z` or `+03:00`; null if the file gives none. */
  readonly offset: string | null;
};

export type ParsedDate = { readonly wall: WallTime } | { readonly fault: string };

/** Reads dates of one format. */
export type DateReader = (text: string) => ParsedDate;

/** The letters of Unicode's date patterns (UTS 35) that statements need. Longer ones come first. */
const tokens: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<shortYear>\\d{2})',
  MMM: '(?<name>\\p{L}{3,9})\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{2})',
  d: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<half>\\d{2})',
  h: '(?<half>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  S: '(?<fraction>\\d{1,9})',
  a: '(?<noon>[AaPp]\\.?[Mm]\\.?)',
  XXX: '(?<offset>Z|[+-]\\d{2}:?\\d{2})',
};
const PIECE = /'((?:[^']|'')*)'|yyyy|yy|MMM|MM|M|dd|d|HH|H|hh|h|mm|ss|S+|a|XXX|\[|\]|./gsu;

/** English and French, the languages of the providers' exports. */
const months = [
  /^jan/,
  /^fe[bv]/,
  /^mar/,
  /^a[pv]r/,
  /^ma[iy]$/,
  /^jun|^juin/,
  /^jul|^juil/,
  /^au?[go]/,
  /^sep/,
  /^oct/,
  /^nov/,
  /^dec/,
];

/**
 * @param format such as `dd/MM/yyyy HH:mm:ss`; text in brackets is optional: `yyyy-MM-dd[ HH:mm[:ss]]`
 *   `|` separates forms of which a file has one: `dd-MM-yyyy|yyyy-MM-dd`
 * @throws if the format has an unknown letter or no year, month and day
 */
export function compileDateFormat(format: string): DateReader {
  const [first, ...others] = format.split('|').map(compileForm);
  return (text) => {
    const read = first!(text);
    if ('wall' in read) return read;
    return others.map((one) => one(text)).find((one) => 'wall' in one) ?? read;
  };
}

function compileForm(format: string): DateReader {
  let source = '';
  for (const [piece, quoted] of format.matchAll(PIECE)) {
    if (quoted !== undefined) source += RegExp.escape(quoted.replaceAll("''", "'") || "'");
    else if (piece === '[') source += '(?:';
    else if (piece === ']') source += ')?';
    else if (/^S+$/.test(piece)) source += tokens.S;
    else if (tokens[piece] !== undefined) source += tokens[piece];
    else if (/\p{L}/u.test(piece)) throw new Error(`the date format "${format}" has the unknown letter ${piece}`);
    else source += piece === ' ' ? ' +' : RegExp.escape(piece);
  }
  if (!/<(year|shortYear)>/.test(source) || !/<(month|name)>/.test(source) || !/<day>/.test(source))
    throw new Error(`the date format "${format}" needs a year, a month and a day`);
  const pattern = new RegExp(`^${source}$`, 'u');
  return (text) => readDate(text, format, pattern);
}

function readDate(text: string, format: string, pattern: RegExp): ParsedDate {
  const shown = shownText(text);
  if (/(?![0-9])[\p{Nd}\p{Nl}\p{No}]/u.test(text))
    return { fault: `${shown} has digits of another script or calendar. Export the file with Gregorian dates in 0-9` };
  const plain = text.replace(/[\u00a0\u202f]/g, ' ').trim();
  const parts = pattern.exec(plain)?.groups;
  if (!parts) {
    if (/^\d{5}(\.\d+)?$/.test(plain))
      return { fault: `${shown} is the serial number of a spreadsheet, not a date. Format the column as a date` };
    return { fault: `${shown} is not a date of the form ${format}. Check the date format of the layout` };
  }
  const year = parts.year ?? `20${parts.shortYear}`;
  const month = parts.month?.padStart(2, '0') ?? monthOf(parts.name!);
  if (month === null) return { fault: `${shown} has an unknown month name. Use English or French names` };
  const date = `${year}-${month}-${parts.day!.padStart(2, '0')}`;
  const fault = faultOfDate(date);
  if (fault) return { fault: `${shown} ${fault}` };
  const time = timeOf(parts);
  if (time === false) return { fault: `${shown} has a time that does not exist` };
  const { offset } = parts;
  return { wall: { date, time, offset: offset === undefined ? null : offset.replace(/^(.\d\d)(\d\d)$/, '$1:$2') } };
}

function monthOf(name: string): string | null {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const at = months.findIndex((month) => month.test(plain));
  return at < 0 ? null : String(at + 1).padStart(2, '0');
}

/** HH:mm:ss; null without a time, false if there is no such time. */
function timeOf(parts: Record<string, string | undefined>): string | null | false {
  const { hour, half, minute = '00', second = '00', fraction, noon } = parts;
  if (hour === undefined && half === undefined) return null;
  let hours = Number(hour ?? half);
  if (half !== undefined) {
    if (hours < 1 || hours > 12 || noon === undefined) return false;
    hours = (hours % 12) + (/^p/i.test(noon) ? 12 : 0);
  }
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  return `${String(hours).padStart(2, '0')}:${minute}:${second}${fraction ? `.${fraction}` : ''}`;
}

/** The reason why YYYY-MM-DD is no Gregorian date of a statement; null if it is one. */
export function faultOfDate(date: string): string | null {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  if (year >= 2400) return `has the year ${year} of the Buddhist calendar. Export the file with Gregorian dates`;
  if (year < 1500)
    return `has the year ${year} of the Islamic or Persian calendar. Export the file with Gregorian dates`;
  if (month === 13) return 'has a 13th month, as the Ethiopian calendar does. Export the file with Gregorian dates';
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month))
    return 'is a date that does not exist. Check the order of day and month in the layout';
  return null;
}

const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};
