import type { Database, Queries, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { chargesOf, postUnpostedFees, type UnpostedFees, unpostedFees } from './charges.ts';
import { holdRail, type ReconciledRail } from './store.ts';

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

/** The open lines ($2: their kinds; empty: any) and entries of a rail. */
const open = `
    t AS MATERIALIZED (
      SELECT l.id, l.amount, l.fee, l.operation, l.file, l.accounted_on, l.booked_on, l.reference,
             lower(regexp_replace(l.phone, '[^0-9a-fA-FxX*]', '', 'g')) AS phone,
             coalesce(l.at, l.booked_on + interval '12 hours') AS at
      FROM open_items o JOIN statement_lines l ON l.id = o.item
      WHERE o.rail = $1 AND o.side = 'there' AND l.match IS NULL
        AND (cardinality($2::text[]) = 0 OR l.kind = ANY ($2))),
    h AS MATERIALIZED (
      SELECT e.position, e.amount, e.booked_on, e.source, regexp_replace(e.phone, '[^0-9]', '', 'g') AS phone,
             timestamptz 'epoch' + e.position * interval '1 microsecond' AS at
      FROM open_items o JOIN rail_entries e ON e.rail = o.rail AND e.position = o.item::bigint
      WHERE o.rail = $1 AND o.side = 'here' AND e.match IS NULL AND e.kind <> 'provider_fee')`;

/** A provider shows a phone in full, with masked digits, or as the SHA-256 of its digits. */
const samePhone = `(
      t.phone = h.phone OR t.phone = encode(sha256(convert_to(h.phone, 'UTF8')), 'hex')
      OR (t.phone ~ '^[0-9]*[*x]+[0-9]+$' AND h.phone LIKE regexp_replace(t.phone, '[*x]+', '%')))`;

/**
 * Writes the pairs (line, position, match, source) unless it is a trial ($4). $3: the rule, $7: the rail's fees come
 * from its statements. Only a line with an entry of its own is compared with the charges that are posted for that
 * record.
 */
const write = `
    p AS MATERIALIZED (
      SELECT t.id, n.match, t.operation, t.fee, t.file, t.accounted_on, n.source, 0::bigint AS difference,
        'matched' AS result
      FROM (SELECT line, match, min(source) AS source FROM pairs WHERE NOT $4::boolean GROUP BY line, match) n
        JOIN t ON t.id = n.line),
    ${chargesOf('$7', '$3')},
    entries AS (
      UPDATE rail_entries e SET match = n.match, led_by = n.match, result = 'matched', rule = $3
      FROM (SELECT DISTINCT position, match FROM pairs WHERE NOT $4::boolean) n
      WHERE e.rail = $1 AND e.position = n.position)`;
const result = `
    SELECT (SELECT count(DISTINCT line)::int FROM pairs) AS lines,
           (SELECT count(DISTINCT position)::int FROM pairs) AS entries, (SELECT count(*)::int FROM unclear) AS unclear,
           ${unpostedFees},
           (SELECT json_agg(p)
            FROM (SELECT line, position::text FROM pairs ORDER BY line, position LIMIT 20) p) AS sample`;

/** Several fitting candidates are no match: the lines become ambiguous. */
const unclearItems = `
    marked AS (
      UPDATE open_items o SET result = 'ambiguous' FROM unclear u
      WHERE o.rail = $1 AND o.side = 'there' AND o.item = u.line AND o.result IN ('waiting', 'missing_here')
        AND NOT $4::boolean)`;

const oneToOne: Statement = {
  name: 'reconciliation_rule_one_to_one',
  text: `
    WITH ${open},
    c AS MATERIALIZED (
      SELECT t.id AS line, h.position, h.source, count(*) OVER (PARTITION BY t.id) AS of_line,
             count(*) OVER (PARTITION BY h.position) AS of_entry
      FROM t JOIN h ON h.amount = t.amount AND abs(extract(epoch FROM t.at - h.at)) <= $5 * 3600
        AND (NOT 'phone' = ANY ($6::text[]) OR ${samePhone})
        AND (NOT 'reference' = ANY ($6::text[]) OR t.reference = h.source)),
    pairs AS MATERIALIZED (SELECT line, position, line AS match, source FROM c WHERE of_line = 1 AND of_entry = 1),
    unclear AS MATERIALIZED (SELECT DISTINCT line FROM c WHERE of_line > 1 OR of_entry > 1),
    ${write}, ${unclearItems}
    ${result}`,
};

/** A settlement of a day: its line comes on that day or within the window after it. */
const entriesToLine: Statement = {
  name: 'reconciliation_rule_entries_to_line',
  text: `
    WITH ${open},
    d AS MATERIALIZED (SELECT booked_on, sum(amount)::bigint AS amount FROM h GROUP BY booked_on),
    c AS MATERIALIZED (
      SELECT t.id AS line, d.booked_on, count(*) OVER (PARTITION BY t.id) AS of_line,
             count(*) OVER (PARTITION BY d.booked_on) AS of_entry
      FROM t JOIN d ON d.amount = t.amount AND t.booked_on - d.booked_on BETWEEN 0 AND ceil($5 / 24.0)
        AND cardinality($6::text[]) = 0),
    pairs AS MATERIALIZED (
      SELECT c.line, h.position, c.line AS match, NULL AS source FROM c JOIN h USING (booked_on)
        WHERE of_line = 1 AND of_entry = 1),
    unclear AS MATERIALIZED (SELECT DISTINCT line FROM c WHERE of_line > 1 OR of_entry > 1),
    ${write}, ${unclearItems}
    ${result}`,
};

const linesToEntry: Statement = {
  name: 'reconciliation_rule_lines_to_entry',
  text: `
    WITH ${open},
    d AS MATERIALIZED (
      SELECT reference, min(id) AS first, sum(amount)::bigint AS amount, min(at) AS at FROM t
      WHERE reference IS NOT NULL GROUP BY reference HAVING count(*) > 1),
    c AS MATERIALIZED (
      SELECT d.reference, d.first, h.position, count(*) OVER (PARTITION BY d.reference) AS of_line,
             count(*) OVER (PARTITION BY h.position) AS of_entry
      FROM d JOIN h ON h.amount = d.amount AND abs(extract(epoch FROM d.at - h.at)) <= $5 * 3600
        AND cardinality($6::text[]) = 0),
    pairs AS MATERIALIZED (
      SELECT t.id AS line, c.position, c.first AS match, NULL AS source FROM c JOIN t USING (reference)
      WHERE of_line = 1 AND of_entry = 1),
    unclear AS MATERIALIZED (
      SELECT DISTINCT t.id AS line FROM c JOIN t USING (reference) WHERE of_line > 1 OR of_entry > 1),
    ${write}, ${unclearItems}
    ${result}`,
};

const statements = { one_to_one: oneToOne, entries_to_line: entriesToLine, lines_to_entry: linesToEntry } as const;

export type RuleResult = {
  readonly lines: number;
  readonly entries: number;
  /** Lines with several candidates. */
  readonly unclear: number;
  readonly sample: { readonly line: string; readonly position: string }[] | null;
};

/**
 * Matches the open items of a rail by one rule.
 * @param trial nothing is written
 */
export function matchByRule(
  db: Database,
  rail: ReconciledRail,
  rule: MatchingRule,
  trial = false,
): Promise<RuleResult> {
  const { id, shape, kinds, compare, window_hours } = rule;
  const values = [rail.rail, kinds, id, trial, window_hours, compare, rail.posts_fees];
  return transaction(db, async (tx) => {
    holdRail(tx, rail.rail);
    const [found] = await tx.query<RuleResult & { fees: UnpostedFees }>(statements[shape], values);
    const { fees, ...result } = found!;
    await postUnpostedFees(tx, rail, fees);
    return result;
  });
}

const selectRules: Statement = {
  name: 'matching_rules_of_rail',
  text: `
    SELECT id, shape, kinds, compare, window_hours FROM matching_rules
    WHERE enabled AND (rail IS NULL OR rail = $1) ORDER BY place, id`,
};
export const findRules = (db: Queries, { rail }: ReconciledRail) => db.query<MatchingRule>(selectRules, [rail]);
