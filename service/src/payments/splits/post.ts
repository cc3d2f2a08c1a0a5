import { type KeptReason, keptReasons } from '../../../../contract/src/splits.ts';
import { type Book, type LedgerRefusal, move } from '../../core/ledger.ts';
import { divideNet } from '../../core/split.ts';
import type { PaymentRow } from '../store.ts';
import { ruleOf, type StoredShare } from './stored.ts';

/** The wallets that settling this payment needs for its shares. */
export const shareWallets = ({ split }: PaymentRow): string[] => (split ?? []).map(({ wallet }) => wallet);

/** The amount that shares are divided from. */
export const netOf = ({ amount, fee }: Pick<PaymentRow, 'amount' | 'fee'>): bigint => amount - fee;

/**
 * Posts the shares of a payment whose net has just arrived in its wallet, each by the rules of a transfer. The money
 * has been paid, so a share that its wallet cannot receive refuses nothing: it stays in the payment's wallet.
 * @returns the shares with their outcome, and null for a payment without
 */
export function postShares(book: Book, row: PaymentRow, at: Date): StoredShare[] | null {
  if (row.split === null) return null;
  const { shares } = divideNet(netOf(row), row.split.map(ruleOf));
  const time = BigInt(at.getTime()) * 1000n;
  return row.split.map((share, i) => {
    const amount = shares[i]!;
    const movement = {
      kind: 'split',
      source: row.id,
      from: row.wallet_id,
      to: share.wallet,
      amount,
      at: time,
    } as const;
    const refusal = amount > 0n ? move(book, movement) : null;
    const outcome = refusal
      ? ({ status: 'kept', reason: reasonOf(refusal) } as const)
      : ({ status: 'posted' } as const);
    return { ...share, ...outcome, amount: Number(amount) };
  });
}

function reasonOf(refusal: LedgerRefusal): KeptReason {
  const reason = keptReasons.find((one) => one === refusal);
  // The net is in the wallet, and both wallets have one currency: nothing else can refuse.
  if (!reason) throw new Error(`a share was refused: ${refusal}`);
  return reason;
}
