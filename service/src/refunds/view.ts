import { Refund } from '../../../contract/src/refunds.ts';
import { serialiser } from '../http/serialise.ts';
import type { RefundRow } from './store.ts';

export function viewRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    object: 'refund',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: row.metadata,
    payment: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    failure: row.failure,
    rail_reference: row.rail_reference,
    reference: row.reference,
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  };
}

const serialise = serialiser<Refund>(Refund);

export function renderRefund(row: RefundRow): string {
  return serialise(viewRefund(row));
}
