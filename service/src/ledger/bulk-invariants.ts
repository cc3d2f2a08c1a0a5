import { kept } from './event-invariants.ts';
import type { Invariant } from './invariant.ts';

/** The worlds whose records are being deleted: their transfers are gone before their bulk requests. */
const remaining = (world: string) => `NOT EXISTS (SELECT FROM test_deletions d WHERE ${world} = ANY (d.worlds))`;

/** Each result of the bulk requests of a kind, with the record that it names. */
const resultsOf = `
  SELECT b.kind, r.world, r.bulk_id, e ->> 'status' AS status, e ->> 'id' AS id
  FROM bulks b JOIN bulk_results r ON r.world = b.world AND r.bulk_id = b.id
  CROSS JOIN LATERAL json_array_elements(('[' || r.results || ']')::json) e
  WHERE ${remaining('b.world')}`;

/** Bulk requests: what they report is what happened. */
export const bulkInvariants: readonly Invariant[] = [
  {
    name: 'bulk_counts_its_results',
    meaning:
      'The results of a bulk request are those of its first items, without a gap, and its totals count them. ' +
      'It is completed when it has all of them.',
    sql: `
      SELECT coalesce(b.id, r.bulk_id) AS bulk, b.count, b.done, r.items, b.succeeded, r.succeeded AS results_succeeded
      FROM bulks b FULL JOIN (
        SELECT world, bulk_id, sum(count) AS items, max(first + count) AS last, bool_and(count = n) AS is_whole,
               sum(good) AS succeeded
        FROM (
          SELECT world, bulk_id, first, count,
                 (SELECT count(*) FROM json_array_elements(('[' || results || ']')::json)) AS n,
                 (SELECT count(*) FROM json_array_elements(('[' || results || ']')::json) e
                  WHERE e ->> 'status' <> 'failed') AS good
          FROM bulk_results) portions
        GROUP BY world, bulk_id
      ) r ON r.world = b.world AND r.bulk_id = b.id
      WHERE (b.done, b.done, true, b.succeeded) IS DISTINCT FROM (r.items, r.last, r.is_whole, r.succeeded)
         OR (b.completed_at IS NOT NULL) <> (b.done = b.count)`,
  },
  {
    name: 'bulk_result_has_its_record',
    meaning: 'A result of a bulk request that is not failed names a record of its world, and no other result names it.',
    sql: `
      SELECT r.bulk_id AS bulk, r.status, r.id, r.times
      FROM (
        SELECT kind, world, min(bulk_id) AS bulk_id, status, id, count(*) AS times
        FROM (${resultsOf}) every WHERE status <> 'failed' GROUP BY kind, world, status, id
      ) r
      LEFT JOIN transfers t ON r.kind = 'transfers' AND t.world = r.world AND t.id = r.id
      LEFT JOIN payments p ON r.kind = 'payments' AND p.world = r.world AND p.id = r.id
      WHERE coalesce(t.id, p.id) IS NULL OR r.times > 1
         OR r.status <> CASE r.kind WHEN 'transfers' THEN 'succeeded' ELSE 'accepted' END`,
  },
  {
    name: 'bulk_has_its_event',
    meaning: 'A bulk request has one bulk.completed event once it is completed, and none before.',
    sql: `
      SELECT b.id AS bulk, b.completed_at, e.count AS events
      FROM bulks b JOIN worlds o ON o.id = b.world
      LEFT JOIN (
        SELECT world, payload::json #>> '{data,object,id}' AS id, count(*)
        FROM events WHERE type = 'bulk.completed' GROUP BY 1, 2
      ) e ON (e.world, e.id) = (b.world, b.id)
      WHERE ${kept('b.completed_at')} AND coalesce(e.count, 0) <> (b.completed_at IS NOT NULL)::int
        AND ${remaining('b.world')}`,
  },
];
