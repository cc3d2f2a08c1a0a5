import { afterRelease, heldOf } from '../core/hold.ts';
import { type Book, release } from '../core/ledger.ts';
import { changedHold } from './check-open.ts';
import type { HoldRow } from './store.ts';

/** Gives back all that is still held. This works on a frozen wallet too: the money does not leave it. */
export function returnHeld(book: Book, hold: HoldRow, status: 'released' | 'expired', now: Date): HoldRow {
  const at = BigInt(now.getTime()) * 1000n;
  release(book, { wallet: hold.wallet_id, source: hold.id, amount: heldOf(hold), at });
  return changedHold(afterRelease(hold, status), now);
}
