import { Transfer } from '../../../contract/src/transfers.ts';
import { serialiser } from '../http/serialise.ts';
import type { TransferRow } from './store.ts';

export function viewTransfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    object: 'transfer',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: row.metadata,
    from: row.from_wallet,
    to: row.to_wallet,
    amount: row.amount,
    currency: row.currency,
    status: 'succeeded',
    reversed_amount: row.reversed_amount,
    reference: row.reference,
    description: row.description,
  };
}

export const renderTransfer = serialiser<Transfer>(Transfer);
