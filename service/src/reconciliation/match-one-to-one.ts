import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { transaction } from '../db/transaction.ts';
import { postUnpostedFees, type UnpostedFees } from './charges.ts';
import {
  comparedEntry,
  comparedLine,
  ofKinds,
  openEntry,
  openLine,
  pairCounts,
  type RuleResult,
  writePairs,
} from './rule-statements.ts';
import { holdRail, type ReconciledRail } from './store.ts';

/** A provider shows a phone in full, with masked digits, or as the SHA-256 of its digits. */
const fits = `
      (NOT 'phone' = ANY ($6::text[]) OR t.phone = h.phone
        OR t.phone = encode(sha256(convert_to(h.phone, 'UTF8')), 'hex')
        OR (t.phone ~ '^[0-9]*[*x]+[0-9]+$' AND h.phone LIKE regexp_replace(t.phone, '[*x]+', '%')))
      AND (NOT 'reference' = ANY ($6::text[]) OR t.reference = h.source)`;
const near = (at: string) => `BETWEEN ${at} - make_interval(hours => $5) AND ${at} + make_interval(hours => $5)`;

/**
 * Matches the next lines ($8: after this one, $9: how many) with entries of the same amount in the window. A line
 * matches if one open entry fits it, and if it is the one open line that fits this entry. Both are looked for among
 * all open items, so the end of a slice changes nothing. A pair takes no candidate from others: its two items fit
 * nothing else. Two candidates prove that a line is ambiguous, so no more are read.
 */
const matchStatement: Statement = {
  name: 'reconciliation_rule_one_to_one',
  text: `
    WITH slice AS MATERIALIZED (
      SELECT item, gross, at, kind FROM open_items WHERE rail = $1 AND side = 'there' AND item > $8
      ORDER BY rail, side, item LIMIT $9),
    t AS MATERIALIZED (
      SELECT ${comparedLine}, s.at
      FROM slice s JOIN statement_lines l ON l.id = s.item
      WHERE s.gross IS NOT NULL AND l.match IS NULL AND ${ofKinds('s.kind')}),
    c AS MATERIALIZED (
      SELECT t.id AS line, h.*, count(*) OVER (PARTITION BY t.id) AS of_line
      FROM t CROSS JOIN LATERAL (
        SELECT h.* FROM (
          SELECT ${comparedEntry}, o.at
          FROM open_items o ${openEntry}
          WHERE o.rail = $1 AND o.side = 'here' AND o.gross = t.amount AND o.at ${near('t.at')}) h
        WHERE ${fits} LIMIT 2) h),
    f AS MATERIALIZED (
      SELECT h.line, h.position, h.source, (
        SELECT count(*) FROM (
          SELECT FROM (
            SELECT ${comparedLine} FROM open_items o ${openLine}
            WHERE o.rail = $1 AND o.side = 'there' AND o.gross = h.amount AND o.at ${near('h.at')}
              AND ${ofKinds('o.kind')}) t
          WHERE ${fits} LIMIT 2) n) AS of_entry
      FROM c h WHERE of_line = 1),
    pairs AS MATERIALIZED (SELECT line, position, line AS match, source FROM f WHERE of_entry = 1),
    unclear AS MATERIALIZED (
      SELECT DISTINCT line FROM c WHERE of_line > 1 UNION ALL SELECT line FROM f WHERE of_entry > 1),
    ${writePairs},
    marked AS (
      UPDATE open_items o SET result = 'ambiguous', case_id = NULL FROM unclear u
      WHERE o.rail = $1 AND o.side = 'there' AND o.item = u.line AND o.result IN ('waiting', 'missing_here')
        AND NOT $4::boolean)
    SELECT ${pairCounts}, (SELECT count(*)::int FROM unclear) AS unclear,
           (SELECT count(*)::int FROM slice) AS read, (SELECT max(item) FROM slice) AS last`,
};

type Slice = RuleResult & { fees: UnpostedFees; read: number; last: string | null };

/**
 * Matches lines by a rule of the shape one to one, in short transactions.
 * @param values the parameters that all statements of a rule share
 * @param most the lines of one statement
 */
export async function matchOneToOne(
  db: Database,
  rail: ReconciledRail,
  values: readonly unknown[],
  most = 2_000,
): Promise<RuleResult[]> {
  const results: RuleResult[] = [];
  const portion = adaptPortion({ first: Math.min(200, most), least: 1, most });
  let last = '';
  for (;;) {
    const { size } = portion;
    const began = performance.now();
    const slice = await transaction(db, async (tx) => {
      holdRail(tx, rail.rail);
      const [found] = await tx.query<Slice>(matchStatement, [...values, last, size]);
      await postUnpostedFees(tx, rail, found!.fees);
      return found!;
    });
    results.push(slice);
    if (slice.last === null || slice.read < size) return results;
    last = slice.last;
    portion.took(slice.read, performance.now() - began);
  }
}
