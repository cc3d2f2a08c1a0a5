import { chargesOf, unpostedFees } from './charges.ts';

/**
 * Parameters that all statements of a rule share: $1 rail, $2 kinds of lines (empty: any), $3 rule, $4 trial,
 * $5 window in hours, $6 what must be equal too, $7 whether the rail's fees come from its statements.
 */
export const ofKinds = (kind: string) => `(cardinality($2::text[]) = 0 OR ${kind} = ANY ($2))`;

/** A line as the rules compare it. */
export const lineColumns = `
      l.id, l.amount, l.fee, l.operation, l.file, l.accounted_on, l.booked_on, l.reference,
      lower(regexp_replace(l.phone, '[^0-9a-fA-FxX*]', '', 'g')) AS phone`;

/** An entry as the rules compare it. */
export const entryColumns = `
      e.position, e.amount, e.booked_on, e.source, regexp_replace(e.phone, '[^0-9]', '', 'g') AS phone`;

/** The entry of an item. */
export const itsEntry = "e.rail = o.rail AND e.position = CASE o.side WHEN 'here' THEN o.item END::bigint";

/**
 * Matches the pairs (line, position, match, source) unless it is a trial, and closes their items. It reads `pairs` and
 * the lines `t`. Only a line with an entry of its own is compared with the charges that are posted for that record.
 */
export const writePairs = `
    p AS MATERIALIZED (
      SELECT t.id, n.match, t.operation, t.fee, t.file, t.accounted_on, n.source, 0::bigint AS difference,
        'matched' AS result
      FROM (SELECT line, match, min(source) AS source FROM pairs WHERE NOT $4::boolean GROUP BY line, match) n
        JOIN t ON t.id = n.line),
    ${chargesOf('$7', '$3')},
    chosen AS MATERIALIZED (SELECT DISTINCT position, match FROM pairs WHERE NOT $4::boolean),
    entries AS (
      UPDATE rail_entries e SET match = n.match, led_by = n.match, result = 'matched', rule = $3 FROM chosen n
      WHERE e.rail = $1 AND e.position = n.position),
    closed_entries AS (
      DELETE FROM open_items o USING chosen n WHERE o.rail = $1 AND o.side = 'here' AND o.item = n.position::text),
    closed_lines AS (
      DELETE FROM open_items o USING done p
      WHERE o.rail = $1 AND o.side = 'there' AND o.item = p.id AND p.difference = 0 AND p.fee_difference = 0)`;

/** The pairs of a statement in numbers, with the charges to post and some pairs to show. */
export const pairCounts = `
    (SELECT count(DISTINCT line)::int FROM pairs) AS lines, (SELECT count(DISTINCT position)::int FROM pairs) AS entries,
    ${unpostedFees},
    (SELECT json_agg(p) FROM (SELECT line, position::text FROM pairs ORDER BY line, position LIMIT 20) p) AS sample`;
