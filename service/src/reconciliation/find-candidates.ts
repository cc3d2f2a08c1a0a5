import type { listCaseCandidates } from '../../../contract/src/reconciliation.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { type CaseRow, selectCase } from '../cases/store.ts';
import type { Database, Statement } from '../db/database.ts';
import { toJson } from '../http/serialise.ts';
import { Refusal } from '../kernel/refusal.ts';

/** The items of the other side that are compared. Triples of these are a million sums. */
const MOST_ITEMS = 200;

/** One to three open items of the other side within ten days, whose sum is the item's amount. */
const selectCandidates: Statement = {
  name: 'reconciliation_candidates',
  text: `
    WITH own AS MATERIALIZED (SELECT rail, side, item, amount, day FROM open_items WHERE case_id = $1 LIMIT 1),
    o AS MATERIALIZED (
      SELECT i.side, i.item, i.amount, i.day, row_number() OVER (ORDER BY abs(i.day - own.day), i.item) AS n
      FROM own JOIN open_items i ON i.rail = own.rail AND i.side <> own.side
        AND i.day BETWEEN own.day - 10 AND own.day + 10 AND sign(i.amount) = sign(own.amount)
      ORDER BY abs(i.day - own.day), i.item LIMIT ${MOST_ITEMS}),
    sums AS (
      SELECT ARRAY[a.item] AS items, a.side, a.amount, a.day FROM own JOIN o a ON a.amount = own.amount
      UNION ALL
      SELECT ARRAY[a.item, b.item], a.side, a.amount + b.amount, greatest(a.day, b.day)
      FROM own, o a JOIN o b ON b.n > a.n WHERE a.amount + b.amount = own.amount
      UNION ALL
      SELECT ARRAY[a.item, b.item, c.item], a.side, a.amount + b.amount + c.amount, greatest(a.day, b.day, c.day)
      FROM own, o a JOIN o b ON b.n > a.n JOIN o c ON c.n > b.n WHERE a.amount + b.amount + c.amount = own.amount)
    SELECT CASE s.side WHEN 'there' THEN s.items ELSE '{}' END AS lines,
           CASE s.side WHEN 'here' THEN s.items ELSE '{}' END AS entries, s.amount, s.day::text AS day,
           ARRAY(SELECT coalesce(e.source, l.record, l.operation, l.reference, o.item)
             FROM o LEFT JOIN statement_lines l ON l.id = o.item
               LEFT JOIN rail_entries e
                 ON e.rail = own.rail AND e.position = CASE o.side WHEN 'here' THEN o.item END::bigint
             WHERE o.item = ANY (s.items)) AS records
    FROM sums s, own ORDER BY cardinality(s.items), abs(s.day - own.day), s.items LIMIT 20`,
};

/** Searches what an exception may be, before money is posted for it. */
export async function findCandidates(db: Database, { id }: QueryOf<typeof listCaseCandidates>): Promise<string> {
  const [row] = await db.query<CaseRow>(selectCase, [id]);
  if (!row) throw new Refusal('not_found');
  return toJson({ object: 'candidates', data: await db.query(selectCandidates, [id]) });
}
