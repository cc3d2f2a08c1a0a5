import type { ReturnedShare, Share } from '../../../../contract/src/splits.ts';
import type { PaymentRow } from '../store.ts';
import { returnedOf, type StoredReturn } from './stored.ts';

export function viewShares({ split, status: ofPayment }: PaymentRow): Share[] | null {
  if (split === null) return null;
  return split.map((share) => ({
    wallet: share.wallet,
    basis_points: share.basis_points,
    amount: BigInt(share.amount),
    reference: share.reference,
    status: ofPayment === 'failed' ? 'canceled' : share.status,
    reason: share.reason,
    debt_paid: BigInt(share.debt_paid),
    reserved: BigInt(share.reserved ?? 0),
    amount_returned: BigInt(returnedOf(share)),
  }));
}

export const viewReturns = (returns: readonly StoredReturn[] | null): ReturnedShare[] | null =>
  returns?.map(({ wallet, amount, taken, drawn = 0, owed, borne }) => ({
    ...{ wallet, amount: BigInt(amount), taken: BigInt(taken), drawn: BigInt(drawn) },
    ...{ debt: BigInt(owed), borne: BigInt(borne) },
  })) ?? null;
