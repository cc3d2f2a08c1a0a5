import type { EventKind } from '../../../contract/src/events.ts';
import { Hold } from '../../../contract/src/holds.ts';
import { heldOf } from '../core/hold.ts';
import { type EventDraft, type EventRequest, laterRequestOf } from '../events/emit.ts';
import { serialiser } from '../http/serialise.ts';
import type { HoldRow } from './store.ts';

export function viewHold(row: HoldRow): Hold {
  return {
    id: row.id,
    object: 'hold',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: row.metadata,
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    status: row.status,
    wallet: row.wallet_id,
    to: row.to_wallet,
    amount: row.amount,
    amount_captured: row.captured,
    amount_released: row.released,
    amount_remaining: heldOf(row),
    currency: row.currency,
    captures: row.captures.map(({ to, amount, at }) => ({ to, amount: BigInt(amount), created_at: at })),
    reference: row.reference,
    description: row.description,
    expires_at: row.expires_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

const serialise = serialiser<Hold>(Hold);

export const renderHold = (row: HoldRow): string => serialise(viewHold(row));

type HoldEvent = Extract<EventKind, `hold.${string}`>;

/** @param request of this change. Without it the event has the request that created the hold. */
export function holdEvent(type: HoldEvent, row: HoldRow, request?: EventRequest): EventDraft {
  const { world, livemode, updated_at: at } = row;
  const isFirst = type === 'hold.created' || type === 'hold.expiring';
  return {
    ...{ world, livemode, type, at, object: renderHold(row) },
    ...(isFirst ? {} : { previous: JSON.stringify({ status: 'open' }) }),
    ...(request ? { request } : laterRequestOf(row.request)),
  };
}
