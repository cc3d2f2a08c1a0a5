import type { Schedule } from '../../../contract/src/schedules.ts';
import { locale } from '../texts/texts.ts';
import type { Say } from '../texts/use-texts.ts';
import { formatDay, formatMoney } from '../ui/format.ts';

type When = Pick<Schedule, 'interval' | 'first_date' | 'time' | 'time_zone' | 'until'>;

/** `each month on day 28 at 09:00 (Africa/Dakar), until 31 Dec 2026`. */
export function whenOf({ interval, first_date, time, time_zone, until }: When, t: Say): string {
  const date = new Date(`${first_date}T00:00:00Z`);
  const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(date);
  const day = formatDay(first_date);
  const said = t(`payroll.when.${interval}`, { day, weekday, date: date.getUTCDate(), time, zone: time_zone });
  return until && interval !== 'once' ? `${said}, ${t('payroll.when.until', { day: formatDay(until) })}` : said;
}

/** `F CFA 55,000 for 2 people`. */
export const whatOf = ({ totals, currency }: Schedule, t: Say): string =>
  t('payroll.schedule.what', { count: totals.count, amount: formatMoney(totals.amount, currency) });

/** A time in the schedule's own zone. */
export const timeIn = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(at));
