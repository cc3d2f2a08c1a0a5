import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../../../contract/src/webhooks.ts';
import { nextAttempt } from '../core/retry.ts';
import { coalesce } from '../db/coalesce.ts';
import type { Database } from '../db/database.ts';
import { isUnreachable } from '../db/failure.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Attempted } from './attempt.ts';
import { countHours } from './count-hours.ts';
import {
  attemptKeys,
  attemptLogs,
  healths,
  type NextState,
  nextStates,
  recordOutcomes,
  updateHealth,
  withoutWaiting,
} from './delivery-store.ts';
import { hasSucceeded, type Outcome } from './send.ts';

/** The most attempts that one transaction records. */
const MOST = 500;
/**
 * The most characters of answers in one transaction. An answer of control characters is written six times as long, and
 * is in memory twice meanwhile.
 */
const MOST_CHARACTERS = 1024 * 1024;
/**
 * At most one transaction starts in this time. Nobody waits for a record, and few large ones cost less than many small
 * ones.
 */
const REST_MS = 20;
const AGAIN_MS = 500;

/**
 * Records one attempt together with others that ended meanwhile. A record that fails, or a database that is away for a
 * moment, must not lose the others.
 * So a failed record is tried again alone, and then without the answer, so that an answer that cannot be stored does
 * not cause endless retries. Recording twice has the same effect as once.
 */
export function createRecorder(db: Database): (attempted: Attempted) => Promise<void> {
  const write = (attempts: readonly Attempted[]) => transaction(db, async (tx) => recordAttempts(tx, attempts));
  const together = coalesce<Attempted, void>(
    async (attempts) => {
      const rest = sleep(REST_MS);
      for (const portion of portionsOf(attempts)) await write(portion);
      await rest;
      return attempts.map(() => undefined);
    },
    { maxBatch: MOST, batches: 1 },
  );
  return (attempted) =>
    together(attempted).catch(async () => {
      await sleep(AGAIN_MS);
      await write([attempted]).catch((error) => {
        if (isUnreachable(error)) throw error;
        return write([withoutAnswer(attempted)]);
      });
    });
}

const withoutAnswer = (attempted: Attempted): Attempted => ({
  ...attempted,
  outcome: { ...attempted.outcome, responseHeaders: null, responseBody: null },
});

/** Keeps the order. Only a single attempt in its portion may exceed the limit. */
export function portionsOf(attempts: readonly Attempted[]): Attempted[][] {
  const portions: Attempted[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const attempt of attempts) {
    const own = attempt.outcome.responseBody?.length ?? 0;
    characters += own;
    if (characters > MOST_CHARACTERS) {
      portions.push([]);
      characters = own;
    }
    portions.at(-1)!.push(attempt);
  }
  return portions;
}

/**
 * Writes the results of many attempts: the endpoints' health, the log, and each delivery's next state. Rows are locked
 * in the common order: endpoints before deliveries, as in disabling, and both by world and id.
 */
export function recordAttempts(tx: Tx, made: readonly Attempted[]): void {
  const attempts = made.toSorted((a, b) => inOrder(a.delivery, b.delivery));
  const nexts = attempts.map(nextState);
  tx.query(withoutWaiting);
  recordHealth(tx, attempts);
  const logs = attemptLogs.of(attempts.map((attempt) => JSON.stringify(logged(attempt))));
  tx.query(recordOutcomes, [...attemptKeys.of(attempts), ...logs, ...nextStates.of(nexts)]);
  countHours(tx, attempts);
}

type Key = { readonly world: number; readonly id: string };
const inOrder = (a: Key, b: Key) => a.world - b.world || (a.id < b.id ? -1 : 1);

/** The form in which an attempt is stored and shown. */
function logged({ delivery, at, requestHeaders, outcome }: Attempted): Attempt {
  return {
    number: delivery.attempts_made + 1,
    at: at.toISOString(),
    request_headers: requestHeaders,
    response_status: outcome.responseStatus,
    response_headers: outcome.responseHeaders,
    response_body: outcome.responseBody,
    error: outcome.error ?? statusError(outcome),
    duration_ms: outcome.durationMs,
  };
}

/** One 2xx in the batch makes its endpoint healthy. */
function recordHealth(tx: Tx, attempts: readonly Attempted[]): void {
  const healthy = new Map<string, Key & { succeeded: boolean }>();
  for (const { delivery, outcome } of attempts) {
    const { world, endpoint_id: id } = delivery;
    const before = healthy.get(id)?.succeeded ?? false;
    healthy.set(id, { world, id, succeeded: before || hasSucceeded(outcome) });
  }
  const endpoints = [...healthy.values()].sort(inOrder);
  tx.query(updateHealth, healths.of(endpoints));
}

const retryOf = ({ delivery, outcome: { retryAfterMs } }: Attempted) =>
  nextAttempt({ attemptsMade: delivery.attempts_made + 1 - delivery.run_start, retryAfterMs });

function nextState(attempted: Attempted): NextState {
  if (hasSucceeded(attempted.outcome)) return { status: 'succeeded', due_in_ms: null };
  const next = retryOf(attempted);
  return next === 'dead' ? { status: 'dead', due_in_ms: null } : { status: 'pending', due_in_ms: BigInt(next.inMs) };
}

/** Whether the delivery is dead after this attempt. */
export const isLast = (attempted: Attempted): boolean =>
  !hasSucceeded(attempted.outcome) && retryOf(attempted) === 'dead';

/** A status other than 2xx, as a sentence that the integrator can act on. */
function statusError(outcome: Outcome): { class: 'status'; message: string } | null {
  const { responseStatus: status } = outcome;
  if (status === null || hasSucceeded(outcome)) return null;
  const advice = status === 400 && wantsTls.test(outcome.responseBody ?? '') ? useTls : adviceOn(status);
  return { class: 'status', message: `The endpoint answered ${status}. ${advice}` };
}

/** The answers of nginx, Apache and Go in plain HTTP, on a port that speaks TLS. */
const wantsTls =
  /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL|HTTP request to an HTTPS server/;
const useTls = 'This port speaks TLS. Begin the URL with https://.';
const redirects = [301, 302, 303, 307, 308];

function adviceOn(status: number): string {
  if (redirects.includes(status)) return 'Redirects are not followed. Register the URL that they lead to.';
  if (status === 304)
    return 'This service caches nothing and sends no conditional requests. Answer 200 once the event is stored.';
  if (status === 401 || status === 403)
    return 'Accept requests whose signature verifies. They carry no other credentials.';
  if (status === 404 || status === 410) return 'Check the path of the registered URL.';
  if (status === 405) return 'Events are sent by POST.';
  if (status === 413) return 'Accept bodies of at least 64 KiB.';
  if (status === 429 || status === 503) return 'The endpoint asked the service to wait. Retry-After says how long.';
  if (status >= 500) return "Check the endpoint's own log at this time.";
  return 'Answer 2xx once the event is stored.';
}
