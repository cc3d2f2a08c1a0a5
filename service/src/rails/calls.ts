import type { NotTaken } from '../core/payment.ts';
import type { Database, Statement } from '../db/database.ts';
import { arraysFrom, from, int4, nullable, text, timestamptz } from '../db/table.ts';
import type { Rail, Rails } from './rail.ts';
import { traceCall } from './trace-call.ts';
import { operations, type RailCall, type RailMethod, wrapCalls } from './wrap-calls.ts';

const GATHER_MS = 1_000;
/** Shorter than the lease of 60 s, during which no other node asks. */
const PATIENCE_MS = 20_000;

type Count = { attempts: number; failures: number; declined: number; succeededAt: Date | null; failedAt: Date | null };

/** Keyed by "rail operation". */
type Counted = readonly [key: string, count: Count];
const calls = arraysFrom<Counted>({
  rail: from(text, ([key]) => key.split(' ')[0]!),
  operation: from(text, ([key]) => key.split(' ')[1]!),
  attempts: from(int4, ([, count]) => count.attempts),
  failures: from(int4, ([, count]) => count.failures),
  declined: from(int4, ([, count]) => count.declined),
  succeeded_at: from(nullable(timestamptz), ([, count]) => count.succeededAt),
  failed_at: from(nullable(timestamptz), ([, count]) => count.failedAt),
});

/** Slots of five minutes: 288 rows a day for each rail and operation. */
const addStatement: Statement = {
  name: 'rail_calls_add',
  text: `
    INSERT INTO rail_calls AS c (rail, operation, slot, attempts, failures, declined, last_success_at, last_failure_at)
    SELECT rail, operation, date_bin('5 min', now(), 'epoch'), attempts, failures, declined, succeeded_at, failed_at
    FROM (SELECT ${calls.unnest}) AS n
    ORDER BY rail, operation
    ON CONFLICT (slot, rail, operation) DO UPDATE SET
      attempts = c.attempts + excluded.attempts, failures = c.failures + excluded.failures,
      declined = c.declined + excluded.declined,
      last_success_at = greatest(c.last_success_at, excluded.last_success_at),
      last_failure_at = greatest(c.last_failure_at, excluded.last_failure_at)`,
};

export const deleteOldCalls: Statement = {
  name: 'rail_calls_delete_old',
  text: `DELETE FROM rail_calls WHERE slot < now() - interval '2 days'`,
};

type CallOutcome = 'answered' | 'declined' | 'failed';
/** A call for many items has the best of their outcomes: it failed if each of them did. */
const fromBest: readonly CallOutcome[] = ['answered', 'declined', 'failed'];
type OnCall = (rail: string, operation: string, outcome: CallOutcome, seconds: number) => void;

type WatchOptions = { readonly patienceMs?: number; readonly onCall?: OnCall };

export type WatchedRails = { readonly rails: Rails; stop(): Promise<void> };

/**
 * The same rails, with every call counted and failed after 20 s: a call that never ends would never be repeated. Counts
 * are written once a second, apart from the work. Each item of a call for many is counted; `onCall` hears of the call.
 */
export function watchRails(
  db: Database,
  rails: Rails,
  onError: (error: unknown) => void,
  { patienceMs = PATIENCE_MS, onCall = () => {} }: WatchOptions = {},
): WatchedRails {
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const write = () => {
    timer = null;
    const gathered = [...counts];
    counts = new Map();
    const values = calls.of(gathered);
    writing = writing.then(() => db.query(addStatement, values)).catch(onError);
  };
  const note = (rail: string, operation: string, outcome: CallOutcome) => {
    const key = `${rail} ${operation}`;
    const count = counts.get(key) ?? { attempts: 0, failures: 0, declined: 0, succeededAt: null, failedAt: null };
    counts.set(key, count);
    count.attempts += 1;
    if (outcome === 'declined') count.declined += 1;
    if (outcome === 'failed') {
      count.failures += 1;
      count.failedAt = new Date();
    } else count.succeededAt = new Date();
    timer ??= setTimeout(write, GATHER_MS);
  };
  const noteAll = (rail: string, operation: string, outcomes: readonly CallOutcome[], begunAt: number) => {
    const outcome = fromBest.find((one) => outcomes.includes(one));
    if (outcome) onCall(rail, operation, outcome, (performance.now() - begunAt) / 1_000);
    for (const one of outcomes) note(rail, operation, one);
  };
  const watched =
    (name: string, call: RailCall, method: RailMethod): RailCall =>
    async (...asked) => {
      const begunAt = performance.now();
      const traced = traceCall(db.node.tracing, name, method, asked[0]);
      try {
        const answer = await within(
          patienceMs,
          traced.run(() => call(...asked)),
          `${name}.${method}`,
        );
        traced.end(answer);
        const answers = method === 'payOutMany' ? (answer as unknown[]) : [answer];
        noteAll(name, operations[method], answers.filter(wasAsked).map(outcomeOf), begunAt);
        return answer;
      } catch (error) {
        traced.end({ state: 'unknown' });
        const items = method === 'payOutMany' ? (asked[0] as unknown[]) : [asked[0]];
        noteAll(
          name,
          operations[method],
          items.map(() => 'failed'),
          begunAt,
        );
        throw error;
      }
    };
  const watch = (rail: Rail): Rail => wrapCalls(rail, (call, method) => watched(rail.name, call, method));
  /** A rail whose configuration changes is another object. */
  const known = new WeakMap<Rail, Rail>();
  const get = (name: string): Rail | undefined => {
    const rail = rails.get(name);
    if (!rail) return undefined;
    const before = known.get(rail) ?? watch(rail);
    known.set(rail, before);
    return before;
  };
  return {
    rails: { ...rails, get },
    stop: async () => {
      if (timer) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}

/** False: our own rule answered, and the provider was not called. */
const wasAsked = (answer: unknown) => !(answer as NotTaken | null | undefined)?.unasked;

/** An answer that leaves the outcome unknown counts as a failure of the call. */
function outcomeOf(answer: unknown): CallOutcome {
  const state = typeof answer === 'object' && answer !== null ? (answer as { state?: unknown }).state : undefined;
  if (state === 'failed') return 'declined';
  return state === 'unknown' || state === 'not_taken' ? 'failed' : 'answered';
}

function within<T>(ms: number, answer: Promise<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} did not answer in ${ms} ms`)), ms);
    answer.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
