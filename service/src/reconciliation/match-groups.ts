import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { postUnpostedFees, type UnpostedFees } from './charges.ts';
import {
  comparedEntry,
  comparedLine,
  type MatchingRule,
  ofKinds,
  openEntry,
  openLine,
  pairCounts,
  type RuleResult,
  writePairs,
} from './rule-statements.ts';
import { holdRail, type ReconciledRail } from './store.ts';

/** How lines match groups: the statements that find the pairs, write one of them, and mark what is ambiguous. */
type Shape = { readonly find: Statement; readonly write: Statement; readonly mark: Statement };

/** All statements have the same parameters; $8 and $9 are those of one pair. */
const noParameters = `
    unused AS (SELECT $3::text, $4::boolean, $7::boolean)`;

/**
 * A settlement of a day: its line comes on that day or within the window after it. The sums of the days come from the
 * items alone, and lock nothing.
 */
const findDays: Statement = {
  name: 'reconciliation_rule_days',
  text: `
    WITH d AS MATERIALIZED (
      SELECT day, sum(gross)::bigint AS amount FROM open_items
      WHERE rail = $1 AND side = 'here' AND gross IS NOT NULL GROUP BY day),
    c AS MATERIALIZED (
      SELECT o.item AS line, d.day, count(*) OVER (PARTITION BY o.item) AS of_line,
             count(*) OVER (PARTITION BY d.day) AS of_entry
      FROM d JOIN open_items o ON o.rail = $1 AND o.side = 'there' AND o.gross = d.amount
        ${openLine}
      WHERE ${ofKinds('o.kind')} AND l.booked_on - d.day BETWEEN 0 AND ceil($5 / 24.0)
        AND cardinality($6::text[]) = 0),
    ${noParameters}
    SELECT coalesce((SELECT json_agg(json_build_array(line, day::text) ORDER BY day) FROM c
                     WHERE of_line = 1 AND of_entry = 1), '[]') AS pairs,
           ARRAY(SELECT DISTINCT line FROM c WHERE of_line > 1 OR of_entry > 1) AS unclear`,
};

/** $8: the line, $9: the day. The sum is taken again: an operator may have matched an entry meanwhile. */
const writeDay: Statement = {
  name: 'reconciliation_rule_entries_to_line',
  text: `
    WITH t AS MATERIALIZED (SELECT ${comparedLine} FROM statement_lines l WHERE l.id = $8 AND l.match IS NULL),
    h AS MATERIALIZED (
      SELECT ${comparedEntry} FROM open_items o ${openEntry}
      WHERE o.rail = $1 AND o.side = 'here' AND o.day = $9::date AND o.gross IS NOT NULL
        AND cardinality($2::text[]) >= 0 AND $5 >= 0 AND cardinality($6::text[]) = 0),
    pairs AS MATERIALIZED (
      SELECT t.id AS line, h.position, t.id AS match, NULL AS source FROM t, h
      WHERE t.amount = (SELECT sum(amount) FROM h)),
    ${writePairs}
    SELECT ${pairCounts}`,
};

const markLines: Statement = {
  name: 'reconciliation_rule_unclear_lines',
  text: `
    WITH u AS MATERIALIZED (
      SELECT item FROM open_items WHERE rail = $1 AND side = 'there' AND item = ANY ($2::text[])),
    marked AS (
      UPDATE open_items o SET result = 'ambiguous', case_id = NULL FROM u
      WHERE o.rail = $1 AND o.side = 'there' AND o.item = u.item AND o.result IN ('waiting', 'missing_here')
        AND NOT $3::boolean AND cardinality($4::text[]) >= 0)
    SELECT count(*)::int AS unclear FROM u`,
};

/** Lines with one reference whose sum is one entry within the window. */
const findReferences: Statement = {
  name: 'reconciliation_rule_references',
  text: `
    WITH d AS MATERIALIZED (
      SELECT reference, sum(gross)::bigint AS amount, min(at) AS at FROM open_items
      WHERE rail = $1 AND side = 'there' AND reference IS NOT NULL AND gross IS NOT NULL AND ${ofKinds('kind')}
        AND cardinality($6::text[]) = 0
      GROUP BY reference HAVING count(*) > 1),
    c AS MATERIALIZED (
      SELECT d.reference, o.item, count(*) OVER (PARTITION BY d.reference) AS of_line,
             count(*) OVER (PARTITION BY o.item) AS of_entry
      FROM d JOIN open_items o ON o.rail = $1 AND o.side = 'here' AND o.gross = d.amount
        AND o.at BETWEEN d.at - make_interval(hours => $5) AND d.at + make_interval(hours => $5)),
    ${noParameters}
    SELECT coalesce((SELECT json_agg(json_build_array(reference, item) ORDER BY reference) FROM c
                     WHERE of_line = 1 AND of_entry = 1), '[]') AS pairs,
           ARRAY(SELECT DISTINCT reference FROM c WHERE of_line > 1 OR of_entry > 1) AS unclear`,
};

/** $8: the reference, $9: the entry's position. The sum is taken again. */
const writeReference: Statement = {
  name: 'reconciliation_rule_lines_to_entry',
  text: `
    WITH t AS MATERIALIZED (
      SELECT ${comparedLine} FROM open_items o ${openLine}
      WHERE o.rail = $1 AND o.side = 'there' AND o.reference = $8 AND o.gross IS NOT NULL AND ${ofKinds('o.kind')}
        AND $5 >= 0 AND cardinality($6::text[]) = 0),
    h AS MATERIALIZED (
      SELECT ${comparedEntry} FROM rail_entries e WHERE e.rail = $1 AND e.position = $9::bigint AND e.match IS NULL),
    pairs AS MATERIALIZED (
      SELECT t.id AS line, h.position, (SELECT min(id) FROM t) AS match, NULL AS source FROM t, h
      WHERE h.amount = (SELECT sum(amount) FROM t)),
    ${writePairs}
    SELECT ${pairCounts}`,
};

const markReferences: Statement = {
  name: 'reconciliation_rule_unclear_references',
  text: `
    WITH u AS MATERIALIZED (
      SELECT item FROM open_items
      WHERE rail = $1 AND side = 'there' AND reference = ANY ($2::text[]) AND gross IS NOT NULL
        AND (cardinality($4::text[]) = 0 OR kind = ANY ($4))),
    marked AS (
      UPDATE open_items o SET result = 'ambiguous', case_id = NULL FROM u
      WHERE o.rail = $1 AND o.side = 'there' AND o.item = u.item AND o.result IN ('waiting', 'missing_here')
        AND NOT $3::boolean)
    SELECT count(*)::int AS unclear FROM u`,
};

const shapes: Readonly<Record<Exclude<MatchingRule['shape'], 'one_to_one'>, Shape>> = {
  entries_to_line: { find: findDays, write: writeDay, mark: markLines },
  lines_to_entry: { find: findReferences, write: writeReference, mark: markReferences },
};

type Found = { pairs: [string, string][]; unclear: string[] };

/**
 * Matches lines with groups of entries, or groups of lines with entries, each pair in a transaction of its own. A pair
 * is never matched in parts, so its transaction is as long as its group.
 * @param values the parameters that all statements of a rule share
 */
export async function matchGroups(
  db: Database,
  rail: ReconciledRail,
  rule: MatchingRule & { readonly shape: keyof typeof shapes },
  values: readonly unknown[],
  trial: boolean,
): Promise<RuleResult[]> {
  const { find, write, mark } = shapes[rule.shape];
  const [found] = await db.query<Found>(find, [...values]);
  const results: RuleResult[] = [];
  for (const pair of found!.pairs) {
    const result = await transaction(db, async (tx) => {
      holdRail(tx, rail.rail);
      const [written] = await tx.query<Omit<RuleResult, 'unclear'> & { fees: UnpostedFees }>(write, [
        ...values,
        ...pair,
      ]);
      await postUnpostedFees(tx, rail, written!.fees);
      return written!;
    });
    results.push({ ...result, unclear: 0 });
  }
  if (found!.unclear.length === 0) return results;
  const [marked] = await db.query<{ unclear: number }>(mark, [rail.rail, found!.unclear, trial, rule.kinds]);
  return [...results, { lines: 0, entries: 0, sample: null, unclear: marked!.unclear }];
}
