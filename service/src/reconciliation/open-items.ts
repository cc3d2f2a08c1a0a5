import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { isUnmatched } from './items-of-case.ts';
import type { ReconciledRail } from './store.ts';

/** The next booked lines of a file without a match become items. Fees that no line leads are among them. */
const addLines: Statement = {
  name: 'reconciliation_open_lines',
  text: `
    WITH slice AS MATERIALIZED (
      SELECT id, amount, fee, accounted_on, state, match FROM statement_lines
      WHERE file = $2 AND id > $3 ORDER BY file, id LIMIT $4),
    added AS (
      INSERT INTO open_items (rail, side, item, result, amount, day)
      SELECT $1, 'there', id, 'waiting', amount - fee, accounted_on FROM slice
      WHERE state = 'booked' AND match IS NULL
      ON CONFLICT DO NOTHING)
    SELECT count(*)::int AS read, max(id) AS last FROM slice`,
};

/**
 * The next entries of days that statements cover, without a match. Days grow with positions, so the position of the
 * last one is the cursor. Entries before the first statement are not looked for.
 */
const addEntries: Statement = {
  name: 'reconciliation_open_entries',
  text: `
    WITH slice AS MATERIALIZED (
      SELECT position, amount, booked_on, match FROM rail_entries
      WHERE rail = $1 AND position > (SELECT opened_to FROM reconciled_rails WHERE rail = $1) AND booked_on <= $3::date
      ORDER BY position LIMIT $4),
    added AS (
      INSERT INTO open_items (rail, side, item, result, amount, day)
      SELECT $1, 'here', position::text, 'waiting', amount, booked_on FROM slice
      WHERE match IS NULL AND booked_on >= $2::date
      ON CONFLICT DO NOTHING),
    marked AS (
      UPDATE reconciled_rails SET opened_to = (SELECT max(position) FROM slice)
      WHERE rail = $1 AND EXISTS (SELECT FROM slice))
    SELECT count(*)::int AS read FROM slice`,
};

/** Items that got a match since. Lines whose amount or fee differs keep their item. */
const dropMatched: Statement = {
  name: 'reconciliation_drop_matched',
  text: `
    DELETE FROM open_items o
    WHERE o.rail = $1 AND o.result NOT IN ('amount_differs', 'fee_differs') AND NOT (${isUnmatched('o')})`,
};

export async function addOpenLines(db: Database, { rail }: ReconciledRail, file: string): Promise<void> {
  let last = '';
  const portion = adaptPortion({ most: 10_000 });
  for (;;) {
    const began = performance.now();
    const [n] = await db.query<{ read: number; last: string | null }>(addLines, [rail, file, last, portion.size]);
    if (n!.last === null || n!.read < portion.size) return;
    last = n!.last;
    portion.took(n!.read, performance.now() - began);
  }
}

/**
 * @param first the first day of the rail's statements, YYYY-MM-DD
 * @param covered the last one
 */
export async function addOpenEntries(db: Database, { rail }: ReconciledRail, first: string, covered: string) {
  const portion = adaptPortion({ most: 10_000 });
  for (;;) {
    const began = performance.now();
    const [n] = await db.query<{ read: number }>(addEntries, [rail, first, covered, portion.size]);
    if (n!.read < portion.size) return;
    portion.took(n!.read, performance.now() - began);
  }
}

export const dropMatchedItems = (db: Database, { rail }: ReconciledRail) => db.query(dropMatched, [rail]);
