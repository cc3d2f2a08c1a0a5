import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { transaction } from '../db/transaction.ts';
import { postFees } from './post-fees.ts';
import { holdRail, type ReconciledRail } from './store.ts';

const sameWay = `e.match IS NULL AND e.kind <> 'provider_fee' AND sign(e.amount) = sign(l.amount)`;

/** Charges that the provider lists in lines of their own share the id of the line that they are for. */
const feeLines = `x.rail = $1 AND x.key = p.operation || ':fee' AND x.state = 'booked' AND x.match IS NULL`;
const feeEntries = `e.rail = $1 AND e.source = p.source AND e.kind = 'provider_fee' AND e.match IS NULL`;

/** The next lines ($3: the last one before them) of a file, or of the rail's open items. */
const lineColumns =
  's.id, s.record, s.operation, s.amount, s.fee, s.booked_on, s.accounted_on, s.kind, s.state, s.match';
const ofFile = `
  SELECT ${lineColumns}, s.file FROM statement_lines s WHERE s.file = $2 AND s.id > $3 ORDER BY s.id LIMIT $4`;
const ofItems = `
  SELECT ${lineColumns}, s.file FROM open_items o JOIN statement_lines s ON s.id = o.item
  WHERE o.rail = $1 AND o.side = 'there' AND o.item > $3 AND o.result NOT IN ('amount_differs', 'fee_differs')
    AND $2::text IS NULL
  ORDER BY o.item LIMIT $4`;

/**
 * Matches lines with the entries that carry their id: ours, the provider's receipt, or its handle.
 * A line and an entry move money in the same direction, so a payment and its reversal never match each other. An entry
 * takes one line: the one with its amount, then the one with its receipt, then the earliest. Another amount is a match
 * too, and the difference becomes an open item. The charges of a pair are compared with those posted here. Charges
 * that nobody posted are returned by file, if the rail's fees come from its statements ($6).
 */
const matchLines = (slice: string) => `
    WITH slice AS MATERIALIZED (${slice}),
    l AS MATERIALIZED (SELECT * FROM slice WHERE state = 'booked' AND kind <> 'fee' AND match IS NULL),
    c AS (
      SELECT l.id, e.position FROM l JOIN rail_entries e ON e.rail = $1 AND e.source = l.record WHERE ${sameWay}
      UNION
      SELECT l.id, e.position FROM l JOIN rail_entries e ON e.rail = $1 AND e.receipt = l.operation WHERE ${sameWay}
      UNION
      SELECT l.id, e.position FROM l JOIN rail_entries e ON e.rail = $1 AND e.handle = l.operation WHERE ${sameWay}),
    ranked AS (
      SELECT l.id, l.file, l.operation, l.fee, l.accounted_on, l.kind, e.position, e.source,
             l.amount - e.amount AS difference,
             abs(l.booked_on - e.booked_on) AS days,
             row_number() OVER (PARTITION BY l.id ORDER BY e.amount = l.amount DESC, e.position) AS of_line,
             row_number() OVER (PARTITION BY e.position ORDER BY e.amount = l.amount DESC,
               coalesce(e.receipt = l.operation, false) DESC, l.booked_on, l.id) AS of_entry
      FROM c JOIN l USING (id) JOIN rail_entries e ON e.rail = $1 AND e.position = c.position),
    p AS MATERIALIZED (
      SELECT id, file, operation, fee, accounted_on, position, source, difference,
             CASE WHEN difference <> 0 THEN 'amount_differs' WHEN kind = 'reversal' THEN 'reversed'
                  WHEN days > $5 THEN 'late' ELSE 'matched' END AS result
      FROM ranked WHERE of_line = 1 AND of_entry = 1),
    charged AS MATERIALIZED (
      SELECT p.*,
             p.fee + coalesce((SELECT sum(-x.amount) FROM statement_lines x WHERE ${feeLines}), 0)::bigint AS there,
             coalesce((SELECT sum(-e.amount) FROM rail_entries e WHERE ${feeEntries}), 0)::bigint AS here
      FROM p),
    done AS MATERIALIZED (
      SELECT *, there > 0 AND here = 0 AND $6::boolean AS to_post,
             CASE WHEN there = here OR (here = 0 AND $6::boolean) THEN 0 ELSE there - here END AS fee_difference
      FROM charged),
    lines AS (
      UPDATE statement_lines s SET match = p.id, rule = 'id',
        result = CASE WHEN p.fee_difference <> 0 AND p.result IN ('matched', 'late') THEN 'fee_differs'
                      ELSE p.result END
      FROM done p WHERE s.id = p.id),
    charges AS (
      UPDATE statement_lines x SET match = p.id, rule = 'id',
        result = CASE WHEN p.fee_difference <> 0 THEN 'fee_differs' ELSE 'matched' END
      FROM done p WHERE ${feeLines}),
    entries AS (
      UPDATE rail_entries e SET match = p.id, result = p.result, rule = 'id' FROM done p
      WHERE e.rail = $1 AND e.position = p.position),
    posted AS (
      UPDATE rail_entries e SET match = p.id, rule = 'id',
        result = CASE WHEN p.fee_difference <> 0 THEN 'fee_differs' ELSE 'matched' END
      FROM done p WHERE p.here <> 0 AND ${feeEntries}),
    items AS (
      INSERT INTO open_items (rail, side, item, result, amount, day)
      SELECT $1, 'there', id, CASE WHEN difference <> 0 THEN 'amount_differs' ELSE 'fee_differs' END,
             difference - fee_difference, accounted_on
      FROM done WHERE difference <> 0 OR fee_difference <> 0
      ON CONFLICT (rail, side, item) DO UPDATE SET result = excluded.result, amount = excluded.amount)
    SELECT count(*)::int AS read, max(id) AS last, (SELECT count(*)::int FROM p) AS matched,
           coalesce((SELECT json_agg(f ORDER BY file) FROM (
             SELECT file, sum(there)::text AS amount FROM done WHERE to_post GROUP BY file) f), '[]') AS fees
    FROM slice`;

const matchFile: Statement = { name: 'reconciliation_match_file', text: matchLines(ofFile) };
const matchItems: Statement = { name: 'reconciliation_match_items', text: matchLines(ofItems) };

type Slice = { read: number; last: string | null; matched: number; fees: { file: string; amount: string }[] };

/**
 * Matches lines by ids, in short transactions. Charges that only the statement tells are posted with the match, in one
 * sum for each file in the transaction.
 * @param file null: the lines that are open items, whose entry may have come since
 * @returns how many lines were matched
 */
export async function matchById(db: Database, rail: ReconciledRail, file: string | null): Promise<number> {
  let last = '';
  let matched = 0;
  const portion = adaptPortion({ most: 5_000 });
  for (;;) {
    const began = performance.now();
    const values = [rail.rail, file, last, portion.size, rail.delay_days, rail.posts_fees];
    const slice = await transaction(db, async (tx) => {
      holdRail(tx, rail.rail);
      const [found] = await tx.query<Slice>(file === null ? matchItems : matchFile, values);
      for (const { file: source, amount } of found!.fees) await postFees(tx, rail, source, BigInt(amount));
      return found!;
    });
    matched += slice.matched;
    if (slice.last === null || slice.read < portion.size) return matched;
    last = slice.last;
    portion.took(slice.read, performance.now() - began);
  }
}
