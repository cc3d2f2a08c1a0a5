import type { Static } from 'typebox';
import type { createTransfer } from '../../../contract/src/transfers.ts';
import { accountOf, type Book, type LedgerRefusal, type Movement, move } from '../core/ledger.ts';
import { toMinor } from '../core/money.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { refuseMovement } from '../ledger/refuse.ts';
import type { Ends } from './ends.ts';
import type { TransferRow } from './store.ts';

export type TransferInput = Static<(typeof createTransfer)['body']>;
type TransferCommand = Command<TransferInput>;

/** Moves the money in the book, or refuses. */
export function decide(book: Book, command: TransferCommand, ends: Ends, source: string, at: bigint): Refusal | null {
  const amount = toMinor(command.input.amount);
  const movement: Movement = { kind: 'transfer', source, from: ends.from!, to: ends.to!, amount, at };
  const refusal = move(book, movement);
  return refusal && explain(refusal, book, movement);
}

function explain(refusal: LedgerRefusal, book: Book, movement: Movement): Refusal {
  const [from, to] = [accountOf(book, movement.from), accountOf(book, movement.to)];
  switch (refusal) {
    case 'currency_mismatch':
      return new Refusal(refusal, `Wallet ${to.wallet} holds ${to.currency}, not ${from.currency}`, { param: 'to' });
    case 'same_wallet':
      return new Refusal(refusal, `Wallet ${to.wallet} is the wallet that pays`, { param: 'to' });
    case 'wallet_frozen':
    case 'wallet_closed': {
      const param = (refusal === 'wallet_frozen' ? from.frozen : from.closed) ? 'from' : 'to';
      return new Refusal(refusal, undefined, { param });
    }
    default:
      return refuseMovement(book, movement, refusal);
  }
}

export function toRow({ caller, input }: TransferCommand, ends: Ends, id: string, createdAt: Date): TransferRow {
  return {
    world: caller.world,
    livemode: caller.livemode,
    id,
    from_wallet: ends.from!,
    to_wallet: ends.to!,
    amount: toMinor(input.amount),
    currency: input.currency,
    reference: input.reference ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    created_at: createdAt,
    reversed_amount: 0n,
  };
}
