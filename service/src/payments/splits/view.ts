import type { Share } from '../../../../contract/src/splits.ts';
import type { PaymentRow } from '../store.ts';

export function viewShares({ split, status: ofPayment }: PaymentRow): Share[] | null {
  if (split === null) return null;
  return split.map(({ wallet, basis_points, amount, reference, status, reason }) => ({
    ...{ wallet, basis_points, amount: BigInt(amount), reference, reason },
    status: ofPayment === 'failed' ? 'canceled' : status,
  }));
}
