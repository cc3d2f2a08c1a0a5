import { asynchronousCommit } from '../db/asynchronous-commit.ts';
import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { transaction } from '../db/transaction.ts';
import { chargesOf, postUnpostedFees, type UnpostedFees, unpostedFees } from './charges.ts';
import { nameItems } from './name-items.ts';
import { holdRail, type ReconciledRail } from './store.ts';

/**
 * The entries of a line by one id. Each is a lookup: joined as sets, the planner reads every entry of the rail for
 * every slice while the table has no statistics, which takes seconds at 100 000 entries.
 */
const entriesBy = (column: string, id: string) => `
        SELECT e.position, e.source, e.receipt, e.amount AS entered, e.booked_on AS entered_on FROM rail_entries e
        WHERE e.rail = $1 AND e.${column} = l.${id} AND e.match IS NULL AND e.kind <> 'provider_fee'
          AND sign(e.amount) = sign(l.amount)`;

/**
 * Matches lines with the entries that carry their id: ours, the provider's receipt, or its handle. A line and an entry
 * move money in the same direction, so a payment and its reversal never match each other. An entry takes one line: the
 * one with its amount, then the one with its receipt, then the earliest. Another amount is a match too, and the
 * difference becomes an open item. $5: days after which a match is late, $6: the rail's fees come from its statements.
 * @param slice the next lines after $3, at most $4
 */
const matchLines = (slice: string) => `
    WITH slice AS MATERIALIZED (${slice}),
    l AS MATERIALIZED (SELECT * FROM slice WHERE state = 'booked' AND kind <> 'fee' AND match IS NULL),
    c AS MATERIALIZED (
      SELECT l.*, e.* FROM l CROSS JOIN LATERAL (
        ${entriesBy('source', 'record')} UNION ${entriesBy('receipt', 'operation')}
        UNION ${entriesBy('handle', 'operation')}) e),
    ranked AS (
      SELECT *, amount - entered AS difference, abs(booked_on - entered_on) AS days,
             row_number() OVER (PARTITION BY id ORDER BY entered = amount DESC, position) AS of_line,
             row_number() OVER (PARTITION BY position ORDER BY entered = amount DESC,
               coalesce(receipt = operation, false) DESC, booked_on, id) AS of_entry
      FROM c),
    p AS MATERIALIZED (
      SELECT id, id AS match, operation, fee, file, accounted_on, position, source, difference,
             CASE WHEN difference <> 0 THEN 'amount_differs' WHEN kind = 'reversal' THEN 'reversed'
                  WHEN days > $5 THEN 'late' ELSE 'matched' END AS result
      FROM ranked WHERE of_line = 1 AND of_entry = 1),
    ${chargesOf('$6', "'id'")},
    entries AS (
      UPDATE rail_entries e SET match = p.id, result = p.result, rule = 'id' FROM done p
      WHERE e.rail = $1 AND e.position = p.position)
    SELECT count(*)::int AS read, max(id) AS last, (SELECT count(*)::int FROM p) AS matched, ${unpostedFees}
    FROM slice`;

const columns =
  'l.id, l.record, l.operation, l.amount, l.fee, l.file, l.booked_on, l.accounted_on, l.kind, l.state, l.match';

const matchFile: Statement = {
  name: 'reconciliation_match_file',
  text: matchLines(`
      SELECT ${columns} FROM statement_lines l WHERE l.file = $2 AND l.id > $3
      ORDER BY l.file, l.id LIMIT $4`),
};

const matchOpen: Statement = {
  name: 'reconciliation_match_open',
  text: matchLines(`
      SELECT ${columns} FROM open_items o JOIN statement_lines l ON l.id = o.item
      WHERE $2::text IS NULL AND o.rail = $1 AND o.side = 'there' AND o.item > $3
        AND o.result NOT IN ('amount_differs', 'fee_differs') ORDER BY o.item LIMIT $4`),
};

/** A crash of the database may lose the last slices, with the charges that they posted: they are matched again. */
const quickCommit: Statement = { name: 'reconciliation_match_commit', text: `SELECT ${asynchronousCommit}` };

/** A slice of 500 takes some 13 ms of CPU. On a busy machine, smaller ones would take as long and be many. */
const LEAST = 500;

type Slice = { read: number; last: string | null; matched: number; fees: UnpostedFees };

/**
 * Matches lines by ids, in short transactions. Charges that only a statement tells are posted with the match, in one
 * sum of a file for each transaction.
 * @param file null: the lines that are open items, whose entry may have come since
 * @returns how many lines were matched
 */
export async function matchById(db: Database, rail: ReconciledRail, file: string | null): Promise<number> {
  let last = '';
  let matched = 0;
  const portion = adaptPortion({ first: LEAST, least: LEAST, most: 5_000 });
  for (;;) {
    const began = performance.now();
    const values = [rail.rail, file, last, portion.size, rail.delay_days, rail.posts_fees];
    const slice = await transaction(db, async (tx) => {
      tx.query(quickCommit);
      holdRail(tx, rail.rail);
      nameItems(tx, rail.rail, file, last, portion.size);
      const [found] = await tx.query<Slice>(file === null ? matchOpen : matchFile, values);
      await postUnpostedFees(tx, rail, found!.fees);
      return found!;
    });
    matched += slice.matched;
    if (slice.last === null || slice.read < portion.size) return matched;
    last = slice.last;
    portion.took(slice.read, performance.now() - began);
  }
}
