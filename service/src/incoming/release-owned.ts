import { lockCase } from '../cases/store.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { moveSuspended } from './move-suspended.ts';
import { findPaid, selectOwned, type UnmatchedRow } from './store.ts';

/**
 * Takes money out of suspense that a payment turned out to own: its receipt became known only after the money was
 * posted. The payment's own posting stays, so the money is credited once.
 * @returns the number of closed cases
 */
export async function releaseOwned(db: Database): Promise<number> {
  const owned = await db.query<UnmatchedRow>(selectOwned);
  let closed = 0;
  for (const { id, rail, receipt } of owned) {
    const released = await transaction(db, async (tx) => {
      const row = await lockCase(tx, id);
      const payment = await findPaid(tx, rail, receipt);
      if (row?.status !== 'open' || !payment) return false;
      const resolution = `The money belongs to ${payment}, which has its receipt.`;
      return (await moveSuspended(tx, row, null, { resolution, by: 'service' })) === null;
    });
    if (released) closed++;
  }
  return closed;
}
