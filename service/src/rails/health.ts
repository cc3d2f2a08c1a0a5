import type { RailHealth } from '../../../contract/src/operator-reads.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Rails } from './rail.ts';

type CallsRow = {
  rail: string;
  hour: number[];
  day: number[];
  last_success_at: Date | null;
  last_failure_at: Date | null;
};

const sums = (since: string) =>
  ['attempts', 'failures', 'declined']
    .map((column) => `coalesce(sum(${column}) FILTER (WHERE slot > now() - interval '${since}'), 0)::float8`)
    .join(', ');

const selectCalls: Statement = {
  name: 'rails_select_calls',
  text: `
    SELECT rail, ARRAY[${sums('1 hour')}] AS hour, ARRAY[${sums('1 day')}] AS day, max(last_success_at) AS last_success_at,
           max(last_failure_at) AS last_failure_at
    FROM rail_calls GROUP BY rail`,
};

type WaitingRow = { rail: string; payments: number; refunds: number; payout_items: number; oldest_at: Date | null };

/** Work under way has its own indexes, so the cost depends only on its amount. */
const selectWaiting: Statement = {
  name: 'rails_select_waiting',
  text: `
    SELECT rail, count(*) FILTER (WHERE what = 'payment')::int AS payments, count(*) FILTER (WHERE what = 'refund')::int AS refunds,
           count(*) FILTER (WHERE what = 'item')::int AS payout_items, min(since) AS oldest_at
    FROM (
      SELECT rail, 'payment' AS what, created_at AS since FROM payments
      WHERE due_at IS NOT NULL AND status IN ('pending', 'processing')
      UNION ALL SELECT rail, 'refund', created_at FROM refunds WHERE due_at IS NOT NULL
      UNION ALL SELECT rail, 'item', updated_at FROM payout_items WHERE due_at IS NOT NULL) open
    GROUP BY rail`,
};

const none = [0, 0, 0];
const view = ([attempts, failures, declined]: number[]) => ({
  attempts: attempts!,
  failures: failures!,
  declined: declined!,
});

/** @returns each rail, serialised, including a removed rail: records that wait for it would wait forever */
export async function readRails(db: Database, rails: Rails): Promise<string[]> {
  const [calls, waiting] = await Promise.all([db.query<CallsRow>(selectCalls), db.query<WaitingRow>(selectWaiting)]);
  const names = new Set([...rails.names(), ...waiting.map(({ rail }) => rail)]);
  return [...names].map((name) => {
    const called = calls.find((row) => row.rail === name);
    const open = waiting.find((row) => row.rail === name);
    return JSON.stringify({
      object: 'rail',
      name,
      last_hour: view(called?.hour ?? none),
      last_day: view(called?.day ?? none),
      last_success_at: called?.last_success_at?.toISOString() ?? null,
      last_failure_at: called?.last_failure_at?.toISOString() ?? null,
      waiting: {
        payments: open?.payments ?? 0,
        refunds: open?.refunds ?? 0,
        payout_items: open?.payout_items ?? 0,
        oldest_at: open?.oldest_at?.toISOString() ?? null,
      },
    } satisfies RailHealth);
  });
}
