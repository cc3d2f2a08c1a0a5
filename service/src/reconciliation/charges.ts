import type { Tx } from '../db/transaction.ts';
import { postFees } from './post-fees.ts';
import type { ReconciledRail } from './store.ts';

/**
 * Compares the charges of matched lines with those posted here, as common table expressions of a matching statement.
 *
 * They read `p`, one row for each matched line: `id`, `match`, `operation`, `fee`, `file`, `accounted_on`, `source`
 * (of its entry), `difference` and `result`. A provider lists a charge in the line, or in a line of its own under the
 * same id; each line and each posted charge counts once. Charges that nobody posted are for the caller to post
 * (`fees`). An item whose finding changes leaves its case, which closes, and gets one of the right kind.
 * @param posts the parameter that says whether the rail's fees come from its statements
 * @param rule the parameter or the text with the rule's name
 */
export const chargesOf = (posts: string, rule: string) => `
    charged AS MATERIALIZED (
      SELECT p.*, p.fee + coalesce(x.amount, 0) AS there, coalesce(e.amount, 0) AS here, x.ids, e.positions
      FROM (SELECT *, row_number() OVER (PARTITION BY operation ORDER BY id) AS of_operation,
                   row_number() OVER (PARTITION BY source ORDER BY id) AS of_source FROM p) p
        LEFT JOIN LATERAL (
          SELECT sum(-x.amount)::bigint AS amount, array_agg(x.id) AS ids FROM statement_lines x
          WHERE p.of_operation = 1 AND x.rail = $1 AND x.key = p.operation || ':fee' AND x.kind = 'fee'
            AND x.state = 'booked' AND x.match IS NULL) x ON true
        LEFT JOIN LATERAL (
          SELECT sum(-e.amount)::bigint AS amount, array_agg(e.position) AS positions FROM rail_entries e
          WHERE p.of_source = 1 AND e.rail = $1 AND e.source = p.source AND e.kind = 'provider_fee'
            AND e.match IS NULL) e ON true),
    done AS MATERIALIZED (
      SELECT *, there > 0 AND here = 0 AND ${posts}::boolean AS to_post,
             CASE WHEN there = here OR (here = 0 AND ${posts}::boolean) THEN 0 ELSE there - here END AS fee_difference
      FROM charged),
    lines AS (
      UPDATE statement_lines s SET match = p.match, led_by = nullif(p.match, p.id), rule = ${rule},
        result = CASE WHEN p.fee_difference <> 0 AND p.result IN ('matched', 'late') THEN 'fee_differs'
                      ELSE p.result END
      FROM done p WHERE s.id = p.id),
    charges AS (
      UPDATE statement_lines s SET match = p.match, led_by = p.match, rule = ${rule},
        result = CASE WHEN p.fee_difference <> 0 THEN 'fee_differs' ELSE 'matched' END
      FROM done p WHERE p.ids IS NOT NULL AND s.id = ANY (p.ids)),
    posted AS (
      UPDATE rail_entries e SET match = p.match, rule = ${rule},
        result = CASE WHEN p.fee_difference <> 0 THEN 'fee_differs' ELSE 'matched' END
      FROM done p WHERE p.positions IS NOT NULL AND e.rail = $1 AND e.position = ANY (p.positions)),
    items AS (
      INSERT INTO open_items (rail, side, item, result, amount, day)
      SELECT $1, 'there', id, CASE WHEN difference <> 0 THEN 'amount_differs' ELSE 'fee_differs' END,
             difference - fee_difference, accounted_on
      FROM done WHERE difference <> 0 OR fee_difference <> 0
      ON CONFLICT (rail, side, item) DO UPDATE SET result = excluded.result, amount = excluded.amount, gross = NULL,
        case_id = CASE WHEN open_items.result = excluded.result AND open_items.amount = excluded.amount
                       THEN open_items.case_id END)`;

/** The charges to post, by the file that tells them: `{"stf_…": "1234"}`, or null. */
export const unpostedFees = `
    (SELECT json_object_agg(file, amount)
     FROM (SELECT file, sum(there)::text AS amount FROM done WHERE to_post GROUP BY file) f) AS fees`;
export type UnpostedFees = Readonly<Record<string, string>> | null;

/** Posts charges that only statements tell, one sum for each file. */
export async function postUnpostedFees(tx: Tx, rail: ReconciledRail, fees: UnpostedFees): Promise<void> {
  for (const [file, amount] of Object.entries(fees ?? {})) await postFees(tx, rail, file, BigInt(amount));
}
