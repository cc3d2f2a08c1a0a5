import type { PaymentStatus } from '../../../../contract/src/payments.ts';
import type { Failure } from '../../core/payment.ts';
import type { Statement } from '../../db/database.ts';
import { arraysOf, assigned, int4, int8, jsonb, key, nullable, textOf, timestamptz } from '../../db/table.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PaymentRow } from '../store.ts';

const changing = {
  status: textOf<PaymentStatus>(),
  amount: int8,
  captured: nullable(int8),
  fee: int8,
  tax: int8,
  failure: jsonb<Failure | null>(),
  succeeded_at: nullable(timestamptz),
  failed_at: nullable(timestamptz),
  updated_at: timestamptz,
  version: int4,
};
const changed = arraysOf({ ...key, ...changing });

const updateStatement: Statement = {
  name: 'payments_update_captured',
  text: `
    UPDATE payments p SET ${assigned(changing)}
    FROM (SELECT ${changed.unnest}) AS n
    WHERE p.world = n.world AND p.id = n.id`,
};

/** Writes what captures and releases make of locked payments. */
export function updateCaptured(tx: Tx, rows: readonly PaymentRow[]): void {
  if (rows.length > 0) tx.query(updateStatement, changed.of(rows));
}
