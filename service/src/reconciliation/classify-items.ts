import type { Database, Statement } from '../db/database.ts';
import { eachSlice, endOfSlice } from './slices.ts';
import type { ReconciledRail } from './store.ts';

/**
 * Names the next open items: a line whose id an entry has already matched is a duplicate, other lines are missing here,
 * and entries are missing there. A charge has the same id as its movement and is not a duplicate of it. An item waits
 * within the rail's normal delay, and while an operator has marked it as timing. An item with another name leaves its
 * case, which closes, and gets one of the right kind. $2: today at the rail, $3: the last day that its statements
 * cover.
 */
const classifyStatement: Statement = {
  name: 'reconciliation_classify',
  text: `
    WITH slice AS MATERIALIZED (
      SELECT side, item, result, day, timing_until FROM open_items WHERE rail = $1 AND (side, item) > ($5, $6)
      ORDER BY rail, side, item LIMIT $7),
    named AS MATERIALIZED (
      SELECT i.side, i.item, CASE
          WHEN i.timing_until >= $2::date THEN 'waiting'
          WHEN i.side = 'here' THEN CASE WHEN i.day + $4::int <= $3::date THEN 'missing_there' ELSE 'waiting' END
          WHEN l.occurrence > 1 OR l.kind <> 'fee' AND (EXISTS (
            SELECT FROM rail_entries e WHERE e.rail = $1 AND e.match IS NOT NULL AND sign(e.amount) = sign(l.amount)
              AND e.kind <> 'provider_fee' AND e.source = l.record)
          OR EXISTS (
            SELECT FROM rail_entries e WHERE e.rail = $1 AND e.match IS NOT NULL AND sign(e.amount) = sign(l.amount)
              AND e.kind <> 'provider_fee' AND e.receipt = l.operation)
          OR EXISTS (
            SELECT FROM rail_entries e WHERE e.rail = $1 AND e.match IS NOT NULL AND sign(e.amount) = sign(l.amount)
              AND e.kind <> 'provider_fee' AND e.handle = l.operation)) THEN 'duplicate_there'
          WHEN i.result = 'ambiguous' THEN 'ambiguous'
          WHEN l.kind = 'reversal' THEN 'reversed'
          WHEN i.day + $4::int < $2::date THEN 'missing_here'
          ELSE 'waiting' END AS result
      FROM slice i LEFT JOIN statement_lines l ON i.side = 'there' AND l.id = i.item
      WHERE i.result NOT IN ('amount_differs', 'fee_differs')),
    changed AS (
      UPDATE open_items o SET result = n.result, case_id = NULL FROM named n
      WHERE o.rail = $1 AND o.side = n.side AND o.item = n.item AND o.result <> n.result
        AND o.result NOT IN ('amount_differs', 'fee_differs'))
    ${endOfSlice}`,
};

/**
 * @param today the local date at the rail, YYYY-MM-DD
 * @param covered the last day that its statements cover
 * @param most the items of one statement
 */
export const classifyItems = (
  db: Database,
  { rail, delay_days }: ReconciledRail,
  today: string,
  covered: string,
  most?: number,
): Promise<void> =>
  eachSlice((after, size) => db.query(classifyStatement, [rail, today, covered, delay_days, ...after, size]), most);
