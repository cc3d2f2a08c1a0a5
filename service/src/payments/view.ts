import { Payment } from '../../../contract/src/payments.ts';
import { serialiser } from '../http/serialise.ts';
import type { PaymentRow } from './store.ts';

export function viewPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    object: 'payment',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: row.metadata,
    amount: row.amount,
    currency: row.currency,
    customer: row.customer,
    status: row.status,
    next_action: row.next_action,
    failure: row.failure,
    amount_refunded: row.amount_refunded,
    fee: row.fee,
    net: row.amount - row.fee,
    wallet: row.wallet_id,
    rail: row.rail,
    rail_reference: row.rail_reference,
    reference: row.reference,
    description: row.description,
    expires_at: row.expires_at.toISOString(),
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  };
}

const serialise = serialiser<Payment>(Payment);

export function renderPayment(row: PaymentRow): string {
  return serialise(viewPayment(row));
}
