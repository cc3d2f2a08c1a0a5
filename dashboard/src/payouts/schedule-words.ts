import type { Schedule } from '../../../contract/src/schedules.ts';
import { locale } from '../texts/texts.ts';
import type { Say } from '../texts/use-texts.ts';
import { formatDay, formatMoney, formatTime } from '../ui/format.ts';
import { ruleInWords } from './rule-words.ts';
import { choiceOf, plainRule } from './schedule-days.ts';

type When = Pick<Schedule, 'interval' | 'rule' | 'first_date' | 'time' | 'time_zone' | 'until'>;

/** `each month on day 28 at 09:00 (Africa/Dakar), until 31 Dec 2026`. */
export function whenOf(schedule: When, t: Say): string {
  const { interval, first_date, time, time_zone, until } = schedule;
  const date = new Date(`${first_date}T00:00:00Z`);
  const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(date);
  const day = formatDay(first_date);
  const choice = choiceOf(schedule);
  const words = { t, locale: locale() };
  const rule = plainRule(schedule);
  const days = choice === 'rule' ? (ruleInWords(rule, first_date, words) ?? rule) : t(`payroll.intervalOf.${choice}`);
  const said = t(`payroll.when.${interval}`, { day, days, weekday, date: date.getUTCDate(), time, zone: time_zone });
  return until && interval !== 'once' ? `${said}, ${t('payroll.when.until', { day: formatDay(until) })}` : said;
}

/** `F CFA 55,000 for 2 people`, or `F CFA 55,000 to Savings`. */
export function whatOf({ kind, totals, currency, to }: Schedule, t: Say, toName: string = to ?? ''): string {
  const amount = formatMoney(totals.amount, currency);
  return kind === 'payout'
    ? t('payroll.schedule.what', { count: totals.count, amount })
    : t('payroll.schedule.whatTo', { amount, to: toName });
}

/** A time in the schedule's own zone. */
export const timeIn = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(at));

/** `28 Nov, 09:00 (Africa/Dakar)`, for a list. */
export const shortTimeIn = (at: string, timeZone: string): string => `${formatTime(at, false, timeZone)} (${timeZone})`;
