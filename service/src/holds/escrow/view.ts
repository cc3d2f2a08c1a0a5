import { Escrow } from '../../../../contract/src/escrows.ts';
import { serialiser } from '../../http/serialise.ts';
import type { EscrowRow } from './store.ts';

const serialise = serialiser<Escrow>(Escrow);

/** @param owner the decider, who sees their own wallet and nobody else's */
export function renderEscrow(row: EscrowRow, owner: string): string {
  const [mine, other] = [
    row.escrow!.find((one) => one.owner === owner)!,
    row.escrow!.find((one) => one.owner !== owner)!,
  ];
  return serialise({
    id: row.id,
    object: 'escrow',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    merchant: { name: row.merchant_name },
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    status: row.status,
    decision: mine.decision,
    other_decision: other.decision,
    disputed: row.disputed,
    to: row.to_owner === owner ? row.to_wallet : null,
    expires_at: row.expires_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  });
}
