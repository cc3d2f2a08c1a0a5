import type { Statement } from '../../db/database.ts';
import { arraysOf, int4, jsonb, key, nullable, timestamptz } from '../../db/table.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PaymentRow } from '../store.ts';
import type { StoredShare } from './stored.ts';

const written = arraysOf({
  ...key,
  split: nullable(jsonb<readonly StoredShare[] | null>()),
  updated_at: timestamptz,
  version: int4,
});

const updateStatement: Statement = {
  name: 'payments_update_split',
  text: `
    UPDATE payments p SET split = n.split, updated_at = n.updated_at, version = n.version
    FROM (SELECT ${written.unnest}) AS n
    WHERE p.world = n.world AND p.id = n.id`,
};

/** Writes the shares of locked payments. Those without shares are left alone. */
export function updateSplits(tx: Tx, rows: readonly PaymentRow[]): void {
  const divided = rows.filter(({ split }) => split !== null);
  if (divided.length > 0) tx.query(updateStatement, written.of(divided));
}
