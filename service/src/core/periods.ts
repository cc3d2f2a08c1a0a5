/** Days, weeks and months of a time zone. Dates are ISO text, `2026-01-31`. */

export type Interval = 'daily' | 'weekly' | 'monthly';

const lengths = { daily: { days: 1 }, weekly: { weeks: 1 }, monthly: { months: 1 } } as const;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets are accepted by Intl, but they have no name and no changes of time.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** The first time zone of a country (ISO 3166); most countries of this service have one. */
export function timeZoneOf(country: string): string {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] | undefined };
  return locale.getTimeZones()?.[0] ?? 'UTC';
}

/** The local date of an instant. */
export const dateAt = (ms: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The first day of the period that contains the date. A week begins on Monday. */
export function periodStart(date: string, interval: Interval): string {
  const day = Temporal.PlainDate.from(date);
  if (interval === 'daily') return date;
  if (interval === 'monthly') return day.with({ day: 1 }).toString();
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

/** The first day of the next period. */
export const nextPeriod = (from: string, interval: Interval): string =>
  Temporal.PlainDate.from(from).add(lengths[interval]).toString();

/** The instant at which a day begins. Where clocks skip midnight it begins later. */
export const startOfDay = (date: string, timeZone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;
