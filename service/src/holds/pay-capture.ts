import { afterCapture, type CaptureParts } from '../core/hold.ts';
import { accountOf, type Book, type LedgerRefusal, type Movement, payHeld, release } from '../core/ledger.ts';
import { Refusal } from '../kernel/refusal.ts';
import { refuseMovement } from '../ledger/refuse.ts';
import { timeOfPosition } from '../wallets/view.ts';
import { changedHold } from './check-open.ts';
import type { HoldRow } from './store.ts';

/** Moves the money of one capture. A refusal leaves the book unchanged. */
export function payCapture(book: Book, hold: HoldRow, parts: CaptureParts, to: string, now: Date): HoldRow | Refusal {
  const at = BigInt(now.getTime()) * 1000n;
  const { wallet_id: from, id: source } = hold;
  const movement: Movement = { kind: 'capture', source, from, to, amount: parts.paid, at };
  const refusal = payHeld(book, movement);
  if (refusal) return explain(refusal, book, movement);
  if (parts.freed > 0n) release(book, { wallet: from, source, amount: parts.freed, at });
  const moved = timeOfPosition(book.postings.at(-1)!.position).toISOString();
  const captures = [...hold.captures, { to, amount: Number(parts.paid), at: moved }];
  return changedHold({ ...afterCapture(hold, parts), captures }, now);
}

function explain(refusal: LedgerRefusal, book: Book, movement: Movement): Refusal {
  if (refusal !== 'wallet_frozen' && refusal !== 'wallet_closed') return refuseMovement(book, movement, refusal);
  const payer = accountOf(book, movement.from);
  const isPayer = refusal === 'wallet_frozen' ? payer.frozen : payer.closed;
  return new Refusal(refusal, undefined, isPayer ? {} : { param: 'to' });
}
