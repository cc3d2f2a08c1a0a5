import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { isUnmatched } from './items-of-case.ts';
import { eachSlice, endOfSlice } from './slices.ts';
import type { ReconciledRail } from './store.ts';

/** The next booked lines of a file without a match become items. Fees that no line leads are among them. */
const addLines: Statement = {
  name: 'reconciliation_open_lines',
  text: `
    WITH slice AS MATERIALIZED (
      SELECT id, amount, fee, accounted_on, state, match, kind, reference,
             coalesce(at, booked_on + interval '12 hours') AS at
      FROM statement_lines WHERE file = $2 AND id > $3 ORDER BY file, id LIMIT $4),
    added AS (
      INSERT INTO open_items (rail, side, item, result, amount, day, gross, at, kind, reference)
      SELECT $1, 'there', id, 'waiting', amount - fee, accounted_on, amount, at, kind, reference FROM slice
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
      SELECT position, amount, booked_on, match, kind FROM rail_entries
      WHERE rail = $1 AND position > (SELECT opened_to FROM reconciled_rails WHERE rail = $1) AND booked_on <= $3::date
      ORDER BY position LIMIT $4),
    added AS (
      INSERT INTO open_items (rail, side, item, result, amount, day, gross, at, kind)
      SELECT $1, 'here', position::text, 'waiting', amount, booked_on,
             CASE WHEN kind <> 'provider_fee' THEN amount END,
             timestamptz 'epoch' + position * interval '1 microsecond', kind
      FROM slice
      WHERE match IS NULL AND booked_on >= $2::date
      ON CONFLICT DO NOTHING),
    marked AS (
      UPDATE reconciled_rails SET opened_to = (SELECT max(position) FROM slice)
      WHERE rail = $1 AND EXISTS (SELECT FROM slice))
    SELECT count(*)::int AS read FROM slice`,
};

/** A statement of an earlier day than before: the entries are walked again, and its days are looked for too. */
const startOver: Statement = {
  name: 'reconciliation_open_from',
  text: `
    UPDATE reconciled_rails SET opened_from = $2::date,
      opened_to = CASE WHEN opened_from IS NULL THEN opened_to ELSE 0 END
    WHERE rail = $1 AND (opened_from IS NULL OR opened_from > $2::date)`,
};

/** The next items that got a match since. Lines whose amount or fee differs keep their item. */
const dropMatched: Statement = {
  name: 'reconciliation_drop_matched',
  text: `
    WITH slice AS MATERIALIZED (
      SELECT side, item, result FROM open_items WHERE rail = $1 AND (side, item) > ($2, $3)
      ORDER BY rail, side, item LIMIT $4),
    dropped AS (
      DELETE FROM open_items o USING slice s
      WHERE o.rail = $1 AND o.side = s.side AND o.item = s.item
        AND o.result NOT IN ('amount_differs', 'fee_differs') AND NOT (${isUnmatched('o')}))
    ${endOfSlice}`,
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
  await db.query(startOver, [rail, first]);
  const portion = adaptPortion({ most: 10_000 });
  for (;;) {
    const began = performance.now();
    const [n] = await db.query<{ read: number }>(addEntries, [rail, first, covered, portion.size]);
    if (n!.read < portion.size) return;
    portion.took(n!.read, performance.now() - began);
  }
}

export const dropMatchedItems = (db: Database, { rail }: ReconciledRail) =>
  eachSlice((after, size) => db.query(dropMatched, [rail, ...after, size]));
