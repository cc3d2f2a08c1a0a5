import type { Reserve } from '../../../../../contract/src/split-partners.ts';
import { isSameReserve } from '../../../core/reserve.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Agreement, updateAgreement } from './store.ts';

const json = (reserve: Reserve | null) => reserve && JSON.stringify(reserve);

/** Writes what changed of a locked partner. Without a change its version stays. */
export async function writeAgreement(tx: Tx, present: Agreement, next: Agreement): Promise<void> {
  const isSame =
    next.status === present.status &&
    isSameReserve(next.reserve, present.reserve) &&
    isSameReserve(next.proposed_reserve, present.proposed_reserve);
  if (isSame) return;
  const { id, status, reserve, proposed_reserve } = next;
  await tx.query(updateAgreement, [id, status, json(reserve), json(proposed_reserve)]);
}
