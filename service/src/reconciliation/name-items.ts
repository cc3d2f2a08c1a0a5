import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

/** Items of scheduled runs: a statement shows the reference under which the provider knows them. */
const nameIn = (slice: string) => `
    UPDATE statement_lines t SET record = i.id
    FROM (${slice}) s JOIN payout_items i ON i.provider_reference = s.record
    WHERE s.record BETWEEN 'pit_7' AND 'pit_8' AND t.id = s.id`;

/** The slices are those of `match-by-id.ts`. */
const nameInFile: Statement = {
  name: 'reconciliation_name_items_of_file',
  text: nameIn(`
      SELECT id, record FROM statement_lines WHERE file = $1 AND id > $2 ORDER BY file, id LIMIT $3`),
};
const nameInOpen: Statement = {
  name: 'reconciliation_name_open_items',
  text: nameIn(`
      SELECT l.id, l.record FROM open_items o JOIN statement_lines l ON l.id = o.item
      WHERE o.rail = $1 AND o.side = 'there' AND o.item > $2
        AND o.result NOT IN ('amount_differs', 'fee_differs') ORDER BY o.item LIMIT $3`),
};

/** Gives the next lines of a file, or of those that are open, the ids of the items that they name by a reference. */
export function nameItems(tx: Tx, rail: string, file: string | null, last: string, most: number): void {
  if (file === null) tx.query(nameInOpen, [rail, last, most]);
  else tx.query(nameInFile, [file, last, most]);
}
