import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { transaction } from '../db/transaction.ts';
import { postUnpostedFees, type UnpostedFees } from './charges.ts';
import { entriesOf } from './read-lines.ts';
import { holdRail, type ReconciledRail } from './store.ts';

/**
 * Adds open charges to the match of the movement with their receipt. `x` has them by movement (`line`); `there` is
 * their sum, `here` the charges that were posted for the record since. Without any posted charge the rail's fees come
 * from the statement ($4) and are posted with the file of the leading line, as the undo and the close expect. Otherwise
 * the open difference of the movement changes by the rest: a charge that was posted here and missing there ends its
 * difference. A refund of a charge, and a movement that an operator resolved, wait for a person. Without OFFSET 0, the
 * order would be that of all lines by their id, and each charge would read them all.
 */
const matchStatement: Statement = {
  name: 'reconciliation_late_charges',
  text: `
    WITH slice AS MATERIALIZED (
      SELECT o.item, l.operation, l.amount, l.kind, l.match
      FROM open_items o JOIN statement_lines l ON l.id = o.item
      WHERE o.rail = $1 AND o.side = 'there' AND o.item > $2 ORDER BY o.item LIMIT $3),
    x AS MATERIALIZED (
      SELECT m.id AS line, m.match, sum(-s.amount)::bigint AS there, array_agg(s.item) AS ids
      FROM slice s CROSS JOIN LATERAL (
        SELECT id, match FROM (
          SELECT m.id, m.match FROM statement_lines m
          WHERE m.rail = $1 AND m.key IN (s.operation || ':in', s.operation || ':out') AND m.match IS NOT NULL
            AND m.result IN ('matched', 'late', 'reversed', 'amount_differs', 'fee_differs') OFFSET 0) m
        ORDER BY id LIMIT 1) m
      WHERE s.kind = 'fee' AND s.match IS NULL AND s.amount < 0 GROUP BY m.id, m.match),
    records AS MATERIALIZED (
      SELECT x.line, array_agg(e.source) AS sources, min(e.booked_on) AS entered_on
      FROM x JOIN statement_lines k ON k.id = x.match
        CROSS JOIN LATERAL (${entriesOf('k', '$1', 'k.id')}) e
      WHERE e.kind <> 'provider_fee' GROUP BY x.line),
    charged AS MATERIALIZED (
      SELECT x.*, m.result, m.accounted_on, lead.file, abs(m.booked_on - r.entered_on) > $5 AS late, f.positions,
             coalesce(f.here, 0) AS here, f.before, o.amount AS open,
             m.fee + x.there - coalesce(f.here, 0) - coalesce(f.charged, 0) AS fee_rest,
             coalesce(f.here, 0) = 0 AND f.before IS NULL AND $4::boolean
               AND (o.amount IS NULL OR m.result = 'amount_differs') AS to_post
      FROM x JOIN statement_lines m ON m.id = x.line JOIN statement_lines lead ON lead.id = x.match
        LEFT JOIN records r ON r.line = x.line
        LEFT JOIN open_items o ON o.rail = $1 AND o.side = 'there' AND o.item = x.line
          AND o.result IN ('amount_differs', 'fee_differs')
        LEFT JOIN LATERAL (
          SELECT sum(-e.amount) FILTER (WHERE e.match IS NULL)::bigint AS here,
                 array_agg(e.position) FILTER (WHERE e.match IS NULL) AS positions,
                 sum(-e.amount) FILTER (WHERE e.match = x.match)::bigint AS charged,
                 array_agg(e.position) FILTER (WHERE e.match = x.match AND e.result = 'fee_differs') AS before
          FROM rail_entries e WHERE e.rail = $1 AND e.source = ANY (r.sources) AND e.kind = 'provider_fee') f ON true),
    done AS MATERIALIZED (
      SELECT *, CASE WHEN to_post THEN 0 ELSE there - here END AS change,
             coalesce(open, 0) - CASE WHEN to_post THEN 0 ELSE there - here END AS rest
      FROM charged),
    named AS MATERIALIZED (
      SELECT *, CASE WHEN to_post OR rest = 0 OR (result = 'amount_differs' AND fee_rest = 0) THEN 'matched'
                     ELSE 'fee_differs' END AS fee_result
      FROM done),
    movements AS (
      UPDATE statement_lines s
      SET result = CASE WHEN n.fee_result = 'fee_differs' THEN 'fee_differs' WHEN n.late THEN 'late' ELSE 'matched' END
      FROM named n WHERE s.id = n.line AND NOT n.to_post AND n.result IN ('matched', 'late', 'fee_differs')),
    charges AS (
      UPDATE statement_lines s SET match = n.match, led_by = n.match, rule = 'receipt', result = n.fee_result
      FROM named n WHERE s.id = ANY (n.ids)),
    posted AS (
      UPDATE rail_entries e SET match = n.match, rule = 'receipt', result = n.fee_result
      FROM named n WHERE e.rail = $1 AND e.position = ANY (n.positions || n.before)),
    closed AS (
      DELETE FROM open_items o USING named n
      WHERE o.rail = $1 AND o.side = 'there'
        AND o.item = ANY (n.ids || CASE WHEN n.rest = 0 AND n.result = 'fee_differs' THEN n.line END)),
    items AS (
      INSERT INTO open_items (rail, side, item, result, amount, day)
      SELECT $1, 'there', line, CASE result WHEN 'amount_differs' THEN result ELSE 'fee_differs' END, rest, accounted_on
      FROM named WHERE change <> 0 AND NOT (rest = 0 AND result = 'fee_differs')
      ON CONFLICT (rail, side, item) DO UPDATE SET result = excluded.result, amount = excluded.amount, case_id = NULL)
    SELECT count(*)::int AS read, max(item) AS last,
           (SELECT coalesce(sum(cardinality(ids)), 0)::int FROM done) AS lines,
           (SELECT json_object_agg(file, amount)
            FROM (SELECT file, sum(there)::text AS amount FROM done WHERE to_post GROUP BY file) f) AS fees
    FROM slice`,
};

type Slice = { read: number; last: string | null; lines: number; fees: UnpostedFees };

/**
 * Matches charges that came later than their movement, by the receipt that both have, in short transactions.
 * @returns how many lines were matched
 */
export async function matchLateCharges(db: Database, rail: ReconciledRail): Promise<number> {
  let last = '';
  let lines = 0;
  const portion = adaptPortion({ most: 5_000 });
  for (;;) {
    const { size } = portion;
    const began = performance.now();
    const slice = await transaction(db, async (tx) => {
      holdRail(tx, rail.rail);
      const values = [rail.rail, last, size, rail.posts_fees, rail.delay_days];
      const [found] = await tx.query<Slice>(matchStatement, values);
      await postUnpostedFees(tx, rail, found!.fees);
      return found!;
    });
    lines += slice.lines;
    if (slice.last === null || slice.read < size) return lines;
    last = slice.last;
    portion.took(slice.read, performance.now() - began);
  }
}
