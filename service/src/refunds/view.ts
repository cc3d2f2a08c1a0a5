import { ReceivedRefund } from '../../../contract/src/payment-requests.ts';
import { Refund } from '../../../contract/src/refunds.ts';
import { serialiser } from '../http/serialise.ts';
import { viewReturns } from '../payments/splits/view.ts';
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
    split: viewReturns(row.split),
    fee_returned: row.fee_returned,
    tax_returned: row.tax_returned,
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  };
}

const serialise = serialiser<Refund>(Refund);

/** @param more the fields that only the answer for one refund has */
export function renderRefund(row: RefundRow, more: Pick<Refund, 'receipt_url'> = {}): string {
  return serialise({ ...viewRefund(row), ...more });
}

const serialiseReceived = serialiser<ReceivedRefund>(ReceivedRefund);

/** The customer's view of the refund, without its reason, which is the merchant's own. */
export function renderReceived(row: RefundRow & { merchant_name: string }): string {
  return serialiseReceived({
    id: row.id,
    object: 'received_refund',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    merchant: { name: row.merchant_name },
    amount: row.amount,
    currency: row.currency,
    payment: row.payment_id,
    status: row.status,
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  });
}
