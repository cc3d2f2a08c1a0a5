import type { Queries, Statement } from '../db/database.ts';
import type { ReconciledRail } from '../reconciliation/store.ts';
import type { Span } from './find-items.ts';

export type MovementSum = {
  side: 'there' | 'here';
  kind: string;
  count: number;
  /** Minor units as text, signed. */
  sum: string;
  /** Charges inside the lines. */
  fees: string;
};

/** A day of a rail on both sides, in minor units. */
export type Figures = {
  cut_at: Date;
  source: 'statement' | 'lines' | 'float';
  opening_there: bigint;
  closing_there: bigint;
  opening_here: bigint;
  closing_here: bigint;
  movements: MovementSum[];
};

/** The line's effect on the money at the provider. */
const lines = `
      SELECT l.kind, l.amount, l.fee FROM statement_lines l JOIN statement_files f ON f.id = l.file
      WHERE l.rail = $1 AND l.accounted_on > $2::date AND l.accounted_on <= $3::date AND l.state = 'booked'
        AND f.status = 'imported'`;
const entries = `
      SELECT kind, amount FROM rail_entries
      WHERE rail = $1 AND booked_on > $2::date AND booked_on <= $3::date AND booked_on >= $4::date
        AND NOT (coalesce(rule, '') = 'opening' AND position <= $5)`;

const selectMovements: Statement = {
  name: 'closes_movements',
  text: `
    SELECT 'there' AS side, kind, count(*)::int AS count, sum(amount)::text AS sum, sum(fee)::text AS fees
    FROM (${lines}) l GROUP BY kind
    UNION ALL
    SELECT 'here', kind, count(*)::int, sum(amount)::text, '0' FROM (${entries}) e GROUP BY kind
    ORDER BY side DESC, kind`,
};

/**
 * Our side at the end of the day, from the ledger: the last posting of the clearing wallet before the cut. Opening
 * entries that were booked later are added: they are the position that the first close starts from.
 */
const selectHere: Statement = {
  name: 'closes_clearing',
  text: `
    WITH w AS MATERIALIZED (
      SELECT id FROM wallets
      WHERE owner_type = 'system' AND owner_id = 'clearing:' || $1 AND livemode = $2 AND currency = $3),
    cut AS MATERIALIZED (
      SELECT at, (extract(epoch FROM at) * 1000000)::bigint AS position
      FROM (SELECT ($4::date + 1)::timestamp AT TIME ZONE $5 AS at) c)
    SELECT cut.at AS cut_at,
           -coalesce((
             SELECT balance FROM (
               (SELECT position, debit_balance AS balance FROM postings
                WHERE debit_wallet = (SELECT id FROM w) AND position < cut.position ORDER BY position DESC LIMIT 1)
               UNION ALL
               (SELECT position, credit_balance FROM postings
                WHERE credit_wallet = (SELECT id FROM w) AND position < cut.position ORDER BY position DESC LIMIT 1)) b
             ORDER BY position DESC LIMIT 1), 0)
           + coalesce((
             SELECT sum(amount) FROM rail_entries
             WHERE rail = $1 AND rule = 'opening' AND position >= cut.position AND position <= $6), 0)::bigint
             AS closing_here
    FROM cut`,
};

/** The position before the first statement: the opening entries, and entries of earlier days. */
const selectOpening: Statement = {
  name: 'closes_opening',
  text: `
    SELECT coalesce(sum(amount), 0)::bigint AS here FROM rail_entries
    WHERE rail = $1 AND ((rule = 'opening' AND position <= $3) OR booked_on < $2::date)`,
};

const selectStated: Statement = {
  name: 'closes_stated',
  text: `
    SELECT (SELECT s.opening FROM statements s JOIN statement_files f ON f.id = s.file AND f.status = 'imported'
            WHERE s.rail = $1 AND s.from_on = $2::date AND s.opening IS NOT NULL ORDER BY s.id LIMIT 1) AS opening,
           (SELECT s.closing FROM statements s JOIN statement_files f ON f.id = s.file AND f.status = 'imported'
            WHERE s.rail = $1 AND s.to_on = $3::date AND s.closing IS NOT NULL ORDER BY s.id DESC LIMIT 1) AS closing`,
};

/** The money at the provider as measured, less our entries between the cut and the measurement. */
const selectFloat: Statement = {
  name: 'closes_float',
  text: `
    SELECT (f.available - (f.booked - $2))::bigint AS closing FROM rail_floats f
    WHERE f.rail = $1 AND f.available IS NOT NULL AND f.error IS NULL AND f.measured_at >= $3`,
};

export type Before = { readonly closing_there: bigint; readonly closing_here: bigint };

/**
 * Both sides of a day.
 * @param before the figures of the close before; null for the first one
 * @param byFloat the rail has no statements
 */
export async function readFigures(
  db: Queries,
  rail: ReconciledRail,
  span: Span,
  before: Before | null,
  byFloat: boolean,
): Promise<Figures> {
  const { rail: slug, livemode, currency, time_zone } = rail;
  const values = [slug, span.after, span.day, span.first, span.openedTo];
  const movements = await db.query<MovementSum>(selectMovements, values);
  const clearing = [slug, livemode, currency, span.day, time_zone, span.openedTo];
  const [here] = await db.query<{ cut_at: Date; closing_here: bigint }>(selectHere, clearing);
  const [stated] = await db.query<{ opening: bigint | null; closing: bigint | null }>(selectStated, [
    ...[slug, span.first, span.day],
  ]);
  let opening = before;
  if (!opening) {
    const [base] = await db.query<{ here: bigint }>(selectOpening, [slug, span.first, span.openedTo]);
    opening = { closing_here: base!.here, closing_there: stated!.opening ?? base!.here };
  }
  const { cut_at, closing_here } = here!;
  const moved = movements.reduce(
    (total, { side, sum, fees }) => (side === 'there' ? total + BigInt(sum) - BigInt(fees) : total),
    0n,
  );
  const common = { cut_at, opening_there: opening.closing_there, opening_here: opening.closing_here, movements };
  if (byFloat) {
    const [measured] = await db.query<{ closing: bigint }>(selectFloat, [slug, closing_here, cut_at]);
    if (measured) return { ...common, source: 'float', closing_there: measured.closing, closing_here };
  }
  if (stated!.closing !== null) {
    return { ...common, source: 'statement', closing_there: stated!.closing, closing_here };
  }
  return { ...common, source: 'lines', closing_there: opening.closing_there + moved, closing_here };
}
