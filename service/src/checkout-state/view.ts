import { CheckoutSession } from '../../../contract/src/checkout.ts';
import type { EventKind } from '../../../contract/src/events.ts';
import { type EventDraft, laterRequestOf } from '../events/emit.ts';
import { serialiser } from '../http/serialise.ts';
import type { CheckoutRow } from './store.ts';

function viewSession(row: CheckoutRow): CheckoutSession {
  return {
    id: row.id,
    object: 'checkout_session',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: row.metadata,
    url: row.url,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    reference: row.reference,
    description: row.description,
    customer: row.customer,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    capture: row.capture,
    fee_bearer: row.fee_bearer,
    rails: row.rails as string[] | null,
    locale: row.locale,
    link: row.link_id,
    branch: row.branch_id,
    quantity: row.quantity,
    fields: row.fields,
    payment: row.payment_id,
    attempts: row.attempts,
    expires_at: row.expires_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    expired_at: row.expired_at?.toISOString() ?? null,
  };
}

const serialise = serialiser<CheckoutSession>(CheckoutSession);

export const renderSession = (row: CheckoutRow): string => serialise(viewSession(row));

/** The event of a session that has ended. */
export function sessionEvent(row: CheckoutRow): EventDraft {
  const { world, livemode, updated_at: at, request } = row;
  const type: EventKind = row.status === 'completed' ? 'checkout.completed' : 'checkout.expired';
  return {
    ...{ world, livemode, type, at, object: renderSession(row) },
    previous: JSON.stringify({ status: 'open' }),
    ...laterRequestOf(request),
  };
}
