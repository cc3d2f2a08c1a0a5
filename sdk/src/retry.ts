/** How an attempt ended that may be worth another. */
export type Failure =
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly retryAfter: number | null };

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** A longer Retry-After is the caller's to wait for: it is in the error. */
const LONGEST_RETRY_AFTER = 30;

/**
 * Milliseconds to wait before the next attempt, or null when there is to be none. `repeatable`: sending it again cannot do a
 * thing twice. What was refused before anything was done (429 rate_limited) may always be sent again.
 */
export function waitBeforeRetry(
  failure: Failure,
  attempt: number,
  repeatable: boolean,
  random: () => number,
): number | null {
  if (!isPassing(failure, repeatable)) return null;
  // Between half of it and all of it, so that clients that failed together do not come back together.
  const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random() / 2);
  const asked = failure.kind === 'refused' ? failure.retryAfter : null;
  if (asked === null) return backoff;
  if (asked > LONGEST_RETRY_AFTER) return null;
  return asked * 1000 + FIRST_WAIT * random();
}

function isPassing(failure: Failure, repeatable: boolean): boolean {
  if (failure.kind === 'lost') return repeatable;
  const { status, code } = failure;
  if (status === 429) return code === 'rate_limited' || code === 'unexpected_answer';
  if (!repeatable) return false;
  return status >= 500 || code === 'idempotency_in_progress';
}

/** Seconds, or a date, as RFC 9110 has it. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
