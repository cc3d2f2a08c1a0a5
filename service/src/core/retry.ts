const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** docs/webhooks.md, "Answer and retries": the delay of each of the seven attempts after the one before. */
const schedule = [0, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

/** Attempts that are kept of a delivery that is sent repeatedly: four runs. */
export const KEPT_ATTEMPTS = 4 * schedule.length;

/** A receiver may delay an attempt, but not longer than the longest wait of the schedule. */
const LONGEST_DELAY = 24 * HOUR;

/**
 * The time until the next attempt, by the number of attempts made. It starts at the end of the last attempt or, for the
 * first one, at the event.
 */
export function nextAttempt({
  attemptsMade,
  retryAfterMs = 0,
}: {
  attemptsMade: number;
  retryAfterMs?: number | null | undefined;
}): { inMs: number } | 'dead' {
  const delay = schedule[attemptsMade];
  if (delay === undefined) return 'dead';
  return { inMs: Math.max(delay, Math.min(retryAfterMs ?? 0, LONGEST_DELAY)) };
}

/** RFC 9110 §10.2.3: a whole number of seconds or an HTTP-date. It is read where it means "not now": 429 and 503. */
export function retryAfterMs(status: number, retryAfter: string | undefined, now: number): number | null {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return null;
  const value = retryAfter.trim();
  if (/^\d+$/.test(value)) return Number(value) * SECOND;
  const date = httpDate(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** RFC 9110 §5.6.7: three forms, all in GMT, although the asctime form does not say so. */
function httpDate(value: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return Number.NaN;
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
}
