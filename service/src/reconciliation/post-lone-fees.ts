import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { postFees } from './post-fees.ts';
import { holdRail, type ReconciledRail } from './store.ts';

/** Charges of a file that are for no line, such as a monthly one. A refund of a charge waits for a person. */
const takeStatement: Statement = {
  name: 'reconciliation_lone_fees',
  text: `
    WITH lone AS MATERIALIZED (
      SELECT l.id, l.amount FROM open_items o JOIN statement_lines l ON l.id = o.item
      WHERE o.rail = $1 AND o.side = 'there' AND l.file = $2 AND l.kind = 'fee' AND l.match IS NULL AND l.amount < 0
        AND NOT EXISTS (
          SELECT FROM statement_lines x
          WHERE x.rail = $1 AND x.key IN (l.operation || ':in', l.operation || ':out'))
      ORDER BY l.id LIMIT 5000),
    taken AS (
      UPDATE statement_lines l SET match = lone.id, result = 'matched', rule = 'fee' FROM lone WHERE l.id = lone.id),
    closed AS (DELETE FROM open_items o USING lone WHERE o.rail = $1 AND o.side = 'there' AND o.item = lone.id)
    SELECT count(*)::int AS lines, coalesce(sum(-amount), 0)::bigint AS amount FROM lone`,
};

/** Posts the charges of a file that are for no movement, if the rail's fees come from its statements. */
export async function postLoneFees(db: Database, rail: ReconciledRail, file: string): Promise<void> {
  if (!rail.posts_fees) return;
  for (;;) {
    const lines = await transaction(db, async (tx) => {
      holdRail(tx, rail.rail);
      const [taken] = await tx.query<{ lines: number; amount: bigint }>(takeStatement, [rail.rail, file]);
      if (taken!.amount > 0n) await postFees(tx, rail, file, taken!.amount);
      return taken!.lines;
    });
    if (lines === 0) return;
  }
}
