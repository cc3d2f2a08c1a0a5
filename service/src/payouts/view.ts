import { Payout, PayoutItem } from '../../../contract/src/payouts.ts';
import { resultOf } from '../core/payout.ts';
import { type EventDraft, laterRequestOf } from '../events/emit.ts';
import { serialiser } from '../http/serialise.ts';
import type { ItemRow } from './item-store.ts';
import type { PayoutRow } from './store.ts';

export function viewPayout(row: PayoutRow): Payout {
  const { count, amount, succeeded_count, succeeded_amount, failed_count, failed_amount } = row;
  const { returned_count, returned_amount, fee, tax } = row;
  return {
    id: row.id,
    object: 'payout',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: row.metadata,
    status: row.status,
    result: row.status === 'completed' ? resultOf(row) : null,
    wallet: row.wallet_id,
    currency: row.currency,
    fee_bearer: row.asked === null ? 'merchant' : 'receiver',
    totals: {
      ...{ count, amount, succeeded_count, succeeded_amount, failed_count, failed_amount },
      ...{ returned_count, returned_amount, fee, tax },
    },
    repeated_recipients: row.repeated_recipients,
    rail: row.rail,
    reference: row.reference,
    completed_at: row.completed_at?.toISOString() ?? null,
    approval: viewApproval(row),
  };
}

function viewApproval(row: PayoutRow): Payout['approval'] {
  const { approval, requested_by, reserved, decided_by, decided_at, rejection_reason } = row;
  if (approval === null) return null;
  return {
    required: true,
    status: approval === 'pending' && row.status === 'canceled' ? 'canceled' : approval,
    requested_by: requested_by!,
    reserved: reserved!,
    decided_by,
    decided_at: decided_at?.toISOString() ?? null,
    rejection_reason,
  };
}

const serialisePayout = serialiser<Payout>(Payout);

export function renderPayout(row: PayoutRow): string {
  return serialisePayout(viewPayout(row));
}

/** The event of a payout's end, with the payout's state at that time. */
export function payoutEvent(row: PayoutRow, type: 'payout.completed' | 'payout.canceled', before: string): EventDraft {
  const { world, livemode, request } = row;
  return {
    world,
    livemode,
    type,
    at: row.updated_at,
    object: renderPayout(row),
    previous: JSON.stringify({ status: before }),
    ...laterRequestOf(request),
  };
}

export function viewItem(row: ItemRow): PayoutItem {
  const changedAt = row.updated_at.toISOString();
  return {
    id: row.id,
    object: 'payout_item',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: changedAt,
    version: row.version,
    metadata: {},
    payout: row.payout_id,
    recipient: row.recipient,
    amount: row.by_receiver ? row.amount + row.fee + row.tax : row.amount,
    currency: row.currency,
    fee: row.fee,
    tax: row.tax,
    sent_amount: row.amount,
    status: row.status,
    failure: row.failure,
    wallet: row.wallet_id,
    rail: row.rail,
    rail_reference: row.rail_reference,
    reference: row.reference,
    description: row.description,
    name: row.name,
    name_match: row.name_match,
    succeeded_at: row.status === 'succeeded' ? changedAt : null,
    failed_at: row.status === 'failed' ? changedAt : null,
  };
}

const serialiseItem = serialiser<PayoutItem>(PayoutItem);

export function renderItem(row: ItemRow): string {
  return serialiseItem(viewItem(row));
}
