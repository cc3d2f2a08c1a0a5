import { dateAt } from '../../core/periods.ts';

/** The instant of an hour of a day. An hour that clocks skip comes as much later. */
const hourOf = (date: string, hour: number, timeZone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) })
    .epochMilliseconds;

const dayAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

export type SummaryPlan = {
  /** The day to report now, if it was not reported. Null before the hour. */
  readonly day: string | null;
  /** The time of the next summary. */
  readonly next: Date;
};

/**
 * Once the hour of a day is over, the day before is to be reported. After an outage of several days, only the last is:
 * the dashboard has the others.
 */
export function planSummary(now: number, hour: number, timeZone: string): SummaryPlan {
  const today = dateAt(now, timeZone);
  const at = hourOf(today, hour, timeZone);
  if (now < at) return { day: null, next: new Date(at) };
  return { day: dayAfter(today, -1), next: new Date(hourOf(dayAfter(today, 1), hour, timeZone)) };
}
