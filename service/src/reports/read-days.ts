import { MOST_REPORT_DAYS } from '../../../contract/src/reports.ts';
import { isTimeZone, nextPeriod, startOfDay } from '../core/periods.ts';
import { invalidField } from '../kernel/refusal.ts';

/** The days of a report. */
export type Days = {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly dates: readonly string[];
  /** The positions at which the days begin, and the end of the last: one more than the dates. */
  readonly starts: readonly bigint[];
};

export type DaysQuery = { readonly from: string; readonly to: string; readonly time_zone?: string | undefined };

/** @throws Refusal for an unknown time zone, or a range that is empty or too long */
export function readDays({ from, to, time_zone: timeZone = 'UTC' }: DaysQuery, most = MOST_REPORT_DAYS): Days {
  if (!isTimeZone(timeZone)) throw invalidField('time_zone', 'not_time_zone');
  if (to < from) throw invalidField('to', 'not_before', { other: 'from' });
  const dates: string[] = [];
  for (let date = from; date <= to; date = nextPeriod(date, 'daily')) {
    if (dates.length === most) throw invalidField('to', 'most_days', { maximum: most, other: 'from' });
    dates.push(date);
  }
  const starts = [...dates, nextPeriod(to, 'daily')].map((date) => BigInt(startOfDay(date, timeZone)) * 1_000n);
  return { from, to, timeZone, dates, starts };
}
