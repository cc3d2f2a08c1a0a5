import { dateAt } from './periods.ts';
import { dayAfter } from './rule.ts';

/** The times at which a schedule runs. Dates are ISO text, times `HH:MM`. */

export type RunPlan = {
  readonly interval: 'once' | 'weekly' | 'monthly' | 'rule';
  /** Only with the interval `rule`. */
  readonly rule: string | null;
  readonly first_date: string;
  readonly local_time: string;
  readonly time_zone: string;
  /** Inclusive. */
  readonly until: string | null;
  /** Days without a run. */
  readonly skipped: readonly string[];
};

const addDays = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const daysBetween = (from: string, to: string) => Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;

/**
 * The day of a run; null if there is no such run. Runs are counted from 0; those of a rule are numbered by the days
 * since the first one. A month without the day has its run on the last day: nobody's salary is skipped in February. It
 * is counted from the first day, so March is on the 31st again.
 */
export function runDay({ interval, first_date, until }: RunPlan, run: number): string | null {
  if (interval === 'once' && run > 0) return null;
  const units = { once: 'weeks', weekly: 'weeks', monthly: 'months', rule: 'days' } as const;
  const date = Temporal.PlainDate.from(first_date)
    .add({ [units[interval]]: run })
    .toString();
  return until !== null && date > until ? null : date;
}

/** The instant of a run. A time that clocks skip comes as much later; of a time that they repeat, the first counts. */
export function runAt(plan: RunPlan, run: number): Date | null {
  const day = runDay(plan, run);
  if (day === null) return null;
  const plainTime = Temporal.PlainTime.from(plan.local_time);
  const at = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: plan.time_zone, plainTime });
  return new Date(at.epochMilliseconds);
}

/** The run after this one, of those that are not skipped; null if there is none. */
export function followingRun(plan: RunPlan, run: number): number | null {
  for (let next: number | null = after(plan, run); next !== null; next = after(plan, next)) {
    const day = runDay(plan, next);
    if (day === null) return null;
    if (!plan.skipped.includes(day)) return next;
  }
  return null;
}

/** Runs of a rule begin at -1, the day before the first one. */
function after({ interval, rule, first_date }: RunPlan, run: number): number | null {
  if (interval !== 'rule') return run + 1;
  const next = dayAfter(rule!, first_date, addDays(first_date, run));
  return next === null ? null : daysBetween(first_date, next);
}

/** A run that is surely not after the instant, a few at most before the last such one. */
function runsBefore({ interval, first_date, time_zone }: RunPlan, instant: Date): number {
  if (interval === 'once') return 0;
  if (interval === 'rule') return daysBetween(first_date, dateAt(instant.getTime(), time_zone)) - 1;
  const day = Temporal.PlainDate.from(instant.toISOString().slice(0, 10));
  const since = Temporal.PlainDate.from(first_date).until(day, {
    largestUnit: interval === 'monthly' ? 'month' : 'week',
  });
  // A time zone moves the day by one at most.
  return (interval === 'monthly' ? since.months : since.weeks) - 2;
}

/** The first run after an instant, at or after the given one; null if there is none. */
export function nextRun(plan: RunPlan, from: number, instant: Date): number | null {
  const first = Math.max(from, runsBefore(plan, instant));
  for (let run = followingRun(plan, first - 1); run !== null; run = followingRun(plan, run)) {
    if (runAt(plan, run)! > instant) return run;
  }
  return null;
}

/** Whether there is a run on the day. */
export function isRunDay(plan: RunPlan, day: string): boolean {
  const first = Math.max(0, runsBefore(plan, new Date(`${day}T00:00:00Z`)));
  for (let run = followingRun(plan, first - 1); run !== null; run = followingRun(plan, run)) {
    const found = runDay(plan, run)!;
    if (found >= day) return found === day;
  }
  return false;
}

/** The next runs from this one on, at most `count`. */
export function comingRuns(plan: RunPlan, from: number, count: number): Date[] {
  const times: Date[] = [];
  for (let run: number | null = from; run !== null && times.length < count; run = followingRun(plan, run)) {
    const at = runAt(plan, run);
    if (at === null) break;
    times.push(at);
  }
  return times;
}
