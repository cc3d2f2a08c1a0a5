import { warnAt } from '../../core/hold.ts';
import {
  accountOf,
  type Book,
  canReceive,
  type LedgerRefusal,
  limitBreach,
  type Movement,
  reserve,
} from '../../core/ledger.ts';
import type { Tx } from '../../db/transaction.ts';
import { type HoldRow, insertHolds } from '../../holds/store.ts';
import { SLOW_MS } from '../../workers/poll-slowly.ts';
import type { PaymentRow } from '../store.ts';

/**
 * Holds the money of an approved payment on the customer's wallet. The customer's limits and the merchant's wallet
 * refuse the hold as they would refuse the payment itself. A refusal leaves the book unchanged.
 */
export function holdPayment(book: Book, row: PaymentRow, from: string, at: Date): LedgerRefusal | null {
  const to = accountOf(book, row.wallet_id);
  if (to.closed) return 'wallet_closed';
  if (to.frozen) return 'wallet_frozen';
  if (!canReceive(to, row.amount)) return 'limit_exceeded';
  return limitBreach(book, grossOf(row, from, at))?.code ?? reserveFor(book, row, from, at);
}

/** Holds the money of a payment that its rail reports as paid. Its wallet has an overdraft and refuses nothing. */
export function holdAtRail(book: Book, row: PaymentRow, clearing: string, at: Date): HoldRow {
  const refusal = reserveFor(book, row, clearing, at);
  if (refusal) throw new Error(`the clearing wallet refused to hold ${row.id}: ${refusal}`);
  return holdOf(row, clearing, at);
}

const microseconds = (at: Date) => BigInt(at.getTime()) * 1000n;

const reserveFor = (book: Book, { id, amount }: PaymentRow, wallet: string, at: Date) =>
  reserve(book, { wallet, source: id, amount, at: microseconds(at) });

function grossOf({ id, amount, wallet_id: to }: PaymentRow, from: string, at: Date): Movement {
  return { kind: 'payment', source: id, from, to, amount, at: microseconds(at) };
}

/** The record of what is held, with the payment's id. */
export function holdOf(payment: PaymentRow, wallet: string, now: Date): HoldRow {
  const { world, livemode, id, amount, currency, request, wallet_id, capture_before: until } = payment;
  const expires_at = until!;
  return {
    ...{ world, livemode, id, status: 'open', wallet_id: wallet, to_wallet: wallet_id },
    ...{ amount, captured: 0n, released: 0n, currency, captures: [] },
    ...{ reference: null, description: null, metadata: {}, request },
    ...{ expires_at, warned: false, due_at: warnAt(now, expires_at), ended_at: null },
    ...{ escrow: null, disputed: false },
    ...{ created_at: now, updated_at: now, version: 1 },
  };
}

export function writeHolds(tx: Tx, holds: readonly HoldRow[], now: Date): void {
  insertHolds(tx, holds);
  if (holds.some(({ due_at }) => due_at!.getTime() - now.getTime() < SLOW_MS))
    tx.afterCommit(() => tx.node.wake('holds'));
}
