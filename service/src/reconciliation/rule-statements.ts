import { chargesOf, unpostedFees } from './charges.ts';

/** How lines and entries without a common id may match. The amounts are always equal. */
export type MatchingRule = {
  readonly id: string;
  /**
   * `entries_to_line`: the entries of one day are one line. `lines_to_entry`: lines with one reference are one entry.
   */
  readonly shape: 'one_to_one' | 'entries_to_line' | 'lines_to_entry';
  /** Kinds of lines; empty: any. */
  readonly kinds: readonly string[];
  /** More that must be equal in one to one. */
  readonly compare: readonly ('phone' | 'reference')[];
  readonly window_hours: number;
};

export type RuleResult = {
  readonly lines: number;
  readonly entries: number;
  /** Lines with several candidates. */
  readonly unclear: number;
  readonly sample: { readonly line: string; readonly position: string }[] | null;
};

/**
 * Parameters that all statements of a rule share: $1 rail, $2 kinds of lines (empty: any), $3 rule, $4 trial,
 * $5 window in hours, $6 what must be equal too, $7 whether the rail's fees come from its statements.
 */
export const ofKinds = (kind: string) => `(cardinality($2::text[]) = 0 OR ${kind} = ANY ($2))`;

/** A line as the rules compare it. */
export const comparedLine = `
      l.id, l.amount, l.fee, l.operation, l.file, l.accounted_on, l.booked_on, l.reference,
      lower(regexp_replace(l.phone, '[^0-9a-fA-FxX*]', '', 'g')) AS phone`;

/** An entry as the rules compare it. */
export const comparedEntry = `
      e.position, e.amount, e.booked_on, e.source, regexp_replace(e.phone, '[^0-9]', '', 'g') AS phone`;

/**
 * The open line or entry of each item `o`, one lookup each. Joined as sets, the planner reads every entry of the rail
 * for every slice while the tables have no statistics.
 */
export const openLine = `CROSS JOIN LATERAL (
            SELECT * FROM statement_lines l WHERE l.id = o.item AND l.match IS NULL OFFSET 0) l`;
export const openEntry = `CROSS JOIN LATERAL (
            SELECT * FROM rail_entries e WHERE e.rail = $1 AND e.match IS NULL
              AND e.position = CASE o.side WHEN 'here' THEN o.item END::bigint OFFSET 0) e`;

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
    (SELECT count(DISTINCT line)::int FROM pairs) AS lines,
    (SELECT count(DISTINCT position)::int FROM pairs) AS entries,
    ${unpostedFees},
    (SELECT json_agg(p) FROM (SELECT line, position::text FROM pairs ORDER BY line, position LIMIT 20) p) AS sample`;
