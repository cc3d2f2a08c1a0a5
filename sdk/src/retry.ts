/** How an attempt failed. */
export type Failure =
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly retryAfter: number | null };

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** After a longer Retry-After the call fails, and the caller finds it in the error. */
const LONGEST_RETRY_AFTER = 30;

/**
 * Milliseconds to wait before the next attempt, or null for no retry. `repeatable` means that a retry cannot execute
 * the request twice. A request that was rejected before execution (429 rate_limited) may always be retried.
 */
export function waitBeforeRetry(
  failure: Failure,
  attempt: number,
  repeatable: boolean,
  random: () => number,
): number | null {
  if (!isPassing(failure, repeatable)) return null;
  // Jitter between 50% and 100%, so that clients that failed together do not retry together.
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

/** Retry-After is a number of seconds or a date (RFC 9110). */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
