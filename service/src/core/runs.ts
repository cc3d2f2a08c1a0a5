/** The times at which a scheduled payout runs. Dates are ISO text, times `HH:MM`. */

export type RunPlan = {
  readonly interval: 'once' | 'weekly' | 'monthly';
  readonly first_date: string;
  readonly local_time: string;
  readonly time_zone: string;
  /** Inclusive. */
  readonly until: string | null;
};

/**
 * The day of a run, counted from 0; null if there is no such run. A month without the day has its run on the last day:
 * nobody's salary is skipped in February. It is counted from the first day, so March is on the 31st again.
 */
export function runDay({ interval, first_date, until }: RunPlan, run: number): string | null {
  if (interval === 'once' && run > 0) return null;
  const day = Temporal.PlainDate.from(first_date).add(interval === 'monthly' ? { months: run } : { weeks: run });
  const date = day.toString();
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

/** A run that is surely not after the instant, a few at most before the last such one. */
function runsBefore({ interval, first_date }: RunPlan, instant: Date): number {
  if (interval === 'once') return 0;
  const day = Temporal.PlainDate.from(instant.toISOString().slice(0, 10));
  const since = Temporal.PlainDate.from(first_date).until(day, {
    largestUnit: interval === 'monthly' ? 'month' : 'week',
  });
  // A time zone moves the day by one at most.
  return (interval === 'monthly' ? since.months : since.weeks) - 2;
}

/** The first run after an instant, at or after the given one; null if there is none. */
export function nextRun(plan: RunPlan, from: number, after: Date): number | null {
  for (let run = Math.max(from, runsBefore(plan, after)); ; run++) {
    const at = runAt(plan, run);
    if (at === null) return null;
    if (at > after) return run;
  }
}

/** The next runs, at most `count`. */
export function comingRuns(plan: RunPlan, from: number, count: number): Date[] {
  return Array.from({ length: count }, (_, i) => runAt(plan, from + i)).filter((at) => at !== null);
}
