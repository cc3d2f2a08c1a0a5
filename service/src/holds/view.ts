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
    escrow: viewEscrow(row),
    reference: row.reference,
    description: row.description,
    expires_at: row.expires_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

function viewEscrow({ escrow, disputed }: HoldRow): Hold['escrow'] {
  if (!escrow) return null;
  return {
    deciders: escrow.map(({ wallet, decision, at }) => ({ wallet, decision, decided_at: at })),
    disputed,
  };
}

const serialise = serialiser<Hold>(Hold);

export const renderHold = (row: HoldRow): string => serialise(viewHold(row));

type HoldEvent = Extract<EventKind, `hold.${string}`>;

/** Without a request, the event has the request that created the hold. */
type Cause = { readonly before?: HoldRow; readonly request?: EventRequest };

/** @param cause `before`: the hold before a change of its status or amounts; `request`: the request of this change */
export function holdEvent(type: HoldEvent, row: HoldRow, { before, request }: Cause = {}): EventDraft {
  const { world, livemode, updated_at: at } = row;
  return {
    ...{ world, livemode, type, at, object: renderHold(row) },
    ...(before ? { previous: previousOf(before, row) } : {}),
    ...(request ? { request } : laterRequestOf(row.request)),
  };
}

const changing = ['status', 'amount_captured', 'amount_released', 'amount_remaining', 'escrow'] as const;

/** The old values of the fields that changed. Amounts are exact numbers, because none exceeds 2^53. */
function previousOf(before: HoldRow, row: HoldRow): string {
  const [was, is] = [viewHold(before), viewHold(row)];
  const values = (hold: Hold) => changing.map((name) => [name, JSON.stringify(jsonOf(hold[name]))] as const);
  const now = new Map(values(is));
  const changed = values(was).filter(([name, json]) => now.get(name) !== json);
  return `{${changed.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}

const jsonOf = (value: Hold[(typeof changing)[number]]) => (typeof value === 'bigint' ? Number(value) : value);
