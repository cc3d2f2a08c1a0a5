import { type CaseRow, type Closing, closeLocked } from '../cases/store.ts';
import { findSuspended, sourceOf } from '../cases/suspended.ts';
import { type Movement, move, openBook } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { refuseMovement } from '../ledger/refuse.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { openDefaultWallets } from '../wallets/open-default.ts';

/**
 * Moves the money of a locked case out of suspense, and closes the case.
 * @param to the wallet that gets it; null: back to the rail, where it was returned or belongs to a payment
 * @returns why not, or null
 */
export async function moveSuspended(
  tx: Tx,
  row: CaseRow,
  to: string | null,
  closing: Closing,
): Promise<Refusal | null> {
  if (row.status === 'closed') return new Refusal('case_closed');
  const suspended = await findSuspended(tx, row);
  if (!suspended) return new Refusal('case_holds_no_money');
  const { wallet: from, amount } = suspended;
  const target = to ?? (await clearingOf(tx, row));
  const book = openBook(await lockWallets(tx, [from, target]));
  const at = BigInt(Date.now()) * 1_000n;
  const movement: Movement = { kind: 'suspense', source: sourceOf(row), from, to: target, amount, at };
  const refusal = move(book, movement);
  if (refusal) return refuseMovement(book, movement, refusal);
  writeBook(tx, book);
  await closeLocked(tx, row.id, closing);
  return null;
}

async function clearingOf(tx: Tx, { rail, livemode, currency }: CaseRow): Promise<string> {
  const owner = { ownerId: `clearing:${rail}`, livemode, currency: currency! };
  return (await openDefaultWallets(tx, 'system', [owner]))(owner);
}
