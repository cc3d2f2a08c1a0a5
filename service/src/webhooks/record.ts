import { nextAttempt } from '../core/retry.ts';
import type { Tx } from '../db/transaction.ts';
import type { Outcome } from './send.ts';
import { type ClaimedDelivery, insertAttempts, updateDeliveries } from './store.ts';

export type Attempted = {
  readonly delivery: ClaimedDelivery;
  readonly at: Date;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
};

/** Any status but 2xx is a failure, redirects included; an answer that stayed incomplete is one too. */
export function hasSucceeded({ responseStatus, error }: Outcome): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

/** Writes what attempts came to, many at a time: the log, and where each delivery goes from there. */
export function recordAttempts(tx: Tx, attempts: readonly Attempted[], now: number): void {
  tx.query(insertAttempts, [
    attempts.map(({ delivery }) => delivery.world),
    attempts.map(({ delivery }) => delivery.id),
    attempts.map(({ delivery }) => delivery.attempts_made + 1),
    attempts.map(({ at }) => at),
    attempts.map(({ requestHeaders }) => JSON.stringify(requestHeaders)),
    attempts.map(({ outcome }) => outcome.responseStatus),
    attempts.map(({ outcome }) => outcome.responseHeaders && JSON.stringify(outcome.responseHeaders)),
    attempts.map(({ outcome }) => outcome.responseBody),
    attempts.map(({ outcome }) => outcome.error && JSON.stringify(outcome.error)),
    attempts.map(({ outcome }) => outcome.durationMs),
  ]);
  const nexts = attempts.map((attempt) => nextState(attempt, now));
  tx.query(updateDeliveries, [
    attempts.map(({ delivery }) => delivery.world),
    attempts.map(({ delivery }) => delivery.id),
    attempts.map(({ delivery }) => delivery.attempts_made + 1),
    nexts.map((next) => next.status),
    nexts.map((next) => next.nextAttemptAt),
  ]);
}

function nextState({ delivery, outcome }: Attempted, now: number): { status: string; nextAttemptAt: Date | null } {
  if (hasSucceeded(outcome)) return { status: 'succeeded', nextAttemptAt: null };
  const next = nextAttempt({ attemptsMade: delivery.attempts_made + 1, at: now, retryAfterMs: outcome.retryAfterMs });
  return next === 'dead'
    ? { status: 'dead', nextAttemptAt: null }
    : { status: 'pending', nextAttemptAt: new Date(next.at) };
}
