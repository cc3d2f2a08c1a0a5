import type { closeReasons } from '../../../contract/src/closes.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { ReconciledRail } from '../reconciliation/store.ts';
import type { Span } from './find-items.ts';
import type { Before } from './read-figures.ts';

/** A transaction that began before the end of a day has committed by then. */
const SETTLED = '5 minutes';

/** An entry that is not copied yet matters if it is of the day, or if it posts charges or the resolution of a case. */
const selectState: Statement = {
  name: 'closes_state',
  text: `
    WITH r AS (SELECT copied_to FROM reconciled_rails WHERE rail = $1),
    w AS MATERIALIZED (
      SELECT id FROM wallets
      WHERE owner_type = 'system' AND owner_id = 'clearing:' || $1 AND livemode = $2 AND currency = $3),
    cut AS (SELECT ($4::date + 1)::timestamp AT TIME ZONE $5 AS at),
    s AS MATERIALIZED (
      SELECT s.from_on, s.to_on FROM statements s JOIN statement_files f ON f.id = s.file
      WHERE s.rail = $1 AND f.status = 'imported')
    SELECT (SELECT min(coalesce(from_on, to_on))::text FROM s) AS first,
           EXISTS (SELECT FROM s WHERE $4::date BETWEEN coalesce(from_on, to_on) AND to_on) AS covered,
           cut.at + interval '${SETTLED}' < now() AS ended,
           EXISTS (SELECT FROM statement_files WHERE rail = $1 AND status = 'imported' AND matched_at IS NULL)
             AS unmatched,
           EXISTS (
             SELECT FROM postings p
             WHERE (p.debit_wallet = (SELECT id FROM w) OR p.credit_wallet = (SELECT id FROM w))
               AND p.position > r.copied_to
               AND (p.position < extract(epoch FROM cut.at) * 1000000 OR p.source LIKE 'stf\\_%'
                 OR p.source LIKE 'case\\_%')) AS uncopied,
           r.copied_to AS opened_to
    FROM r, cut`,
};
type State = {
  first: string | null;
  covered: boolean;
  ended: boolean;
  unmatched: boolean;
  uncopied: boolean;
  opened_to: bigint;
};

const selectLast: Statement = {
  name: 'closes_last',
  text: `
    SELECT id, day::text AS day, (day + 1)::text AS next, closing_there, closing_here, opened_to FROM closes
    WHERE rail = $1 ORDER BY day DESC LIMIT 1`,
};
type Last = Before & { id: string; day: string; next: string; opened_to: bigint };

export type Problem = { readonly reason: (typeof closeReasons)[number]; readonly message: string };

export type Prepared = {
  readonly span: Span;
  /** The close of the day before. */
  readonly before: Before | null;
  /** The rail has no statements: the measured float is the provider's side. */
  readonly byFloat: boolean;
  /** Why the day cannot be closed yet. */
  readonly problems: Problem[];
  /** The day that closes next. */
  readonly nextDay: string;
};

/** Reads what a close of this day starts from, and whether it may be made now. */
export async function prepareClose(db: Queries, rail: ReconciledRail, day: string): Promise<Prepared> {
  const { livemode, currency, time_zone } = rail;
  const [state] = await db.query<State>(selectState, [rail.rail, livemode, currency, day, time_zone]);
  const [last] = await db.query<Last>(selectLast, [rail.rail]);
  const byFloat = state!.first === null;
  const first = state!.first ?? day;
  const span: Span = {
    ...{ rail: rail.rail, day, first },
    after: last?.day ?? '-infinity',
    previous: last?.id ?? null,
    openedTo: last?.opened_to ?? state!.opened_to,
  };
  const nextDay = last?.next ?? first;
  return { span, before: last ?? null, byFloat, problems: problemsOf(state!, day, nextDay, byFloat), nextDay };
}

function problemsOf(state: State, day: string, next: string, byFloat: boolean): Problem[] {
  const problems: Problem[] = [];
  const add = (reason: Problem['reason'], message: string) => problems.push({ reason, message });
  if (day < next) add('closed', `The day is closed already, or the statements begin later. The next day is ${next}.`);
  if (day > next) add('order', `Days close in order. The next day is ${next}.`);
  if (!state.ended) add('not_ended', 'The day has not ended at the rail. Close it five minutes after midnight there.');
  if (!byFloat && !state.covered) add('not_covered', 'No imported statement covers the day.');
  if (state.unmatched) {
    add('not_matched', 'An imported statement is not matched yet. The service does it within minutes.');
  }
  if (state.uncopied) add('not_copied', 'Entries are not copied yet. The service does it within minutes.');
  return problems;
}

/** The problem of a rail without statements whose money was not measured since. */
export const noFloat: Problem = {
  reason: 'no_float',
  message: 'The rail has no statements, and no float was measured after the day.',
};
