import type { CaseRow } from '../cases/store.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';

export type ExceptionItem = {
  rail: string;
  side: 'there' | 'here';
  /** The id of the line, or the position of the entry. */
  item: string;
  result: string;
  /** Signed, in minor units: positive into the money at the provider. */
  amount: bigint;
};

/** Whether the line or the entry of an item has no match yet. An item outlives its match until the run drops it. */
export const isUnmatched = (item: string) => `
  CASE ${item}.side
    WHEN 'there' THEN EXISTS (SELECT FROM statement_lines l WHERE l.id = ${item}.item AND l.match IS NULL)
    ELSE EXISTS (
      SELECT FROM rail_entries e WHERE e.rail = ${item}.rail AND e.match IS NULL
        AND e.position = CASE ${item}.side WHEN 'here' THEN ${item}.item END::bigint) END`;

const lockItems: Statement = {
  name: 'reconciliation_lock_items',
  text: `
    SELECT rail, side, item, result, amount FROM open_items o
    WHERE case_id = $1 AND (result IN ('amount_differs', 'fee_differs') OR ${isUnmatched('o')})
    ORDER BY rail, side, item FOR UPDATE`,
};

/**
 * The open item of a locked case. Hold the rail first: otherwise a run may match it at the same time.
 * @throws Refusal if the case is closed or has none
 */
export async function itemOfCase(tx: Tx, row: CaseRow): Promise<ExceptionItem> {
  if (row.status === 'closed') throw new Refusal('case_closed');
  const [item] = await tx.query<ExceptionItem>(lockItems, [row.id]);
  if (!item) throw new Refusal('case_not_an_exception');
  return item;
}

/** The sum that the clearing wallet lacks: the line's, or the entry's taken back. */
export const differenceOf = ({ side, amount }: ExceptionItem): bigint => (side === 'there' ? amount : -amount);

const dropStatement: Statement = {
  name: 'reconciliation_drop_item',
  text: 'DELETE FROM open_items WHERE rail = $1 AND side = $2 AND item = $3',
};
export const dropItem = (tx: Tx, { rail, side, item }: ExceptionItem) => tx.query(dropStatement, [rail, side, item]);
