import { type KeptReason, keptReasons } from '../../../../contract/src/splits.ts';
import { accountOf, type Book, type LedgerRefusal, move } from '../../core/ledger.ts';
import { divideNet } from '../../core/split.ts';
import type { PaymentRow } from '../store.ts';
import type { Debts } from './debts.ts';
import { decidedEntry } from './entries.ts';
import type { WalletOfWorld } from './partners/store.ts';
import { type StoredShare, shareRuleOf } from './stored.ts';

/** The wallets that settling this payment needs for its shares. */
export const shareWallets = ({ split }: PaymentRow): string[] => (split ?? []).map(({ wallet }) => wallet);

/** The same wallets, as debtors of the payments' worlds. */
export const shareDebtors = (rows: readonly PaymentRow[]): WalletOfWorld[] =>
  rows.flatMap((row) => shareWallets(row).map((wallet_id) => ({ world: row.world, wallet_id })));

/** The amount that shares are divided from. */
const netOf = ({ amount, fee, tax }: PaymentRow): bigint => amount - fee - tax;

/**
 * Posts the shares of a payment whose net has just arrived in its wallet, each by the rules of a transfer. The money
 * has been paid, so a share that its wallet cannot receive refuses nothing: it stays in the payment's wallet. A share
 * first pays the debt of its wallet to this world, and that part stays in the payment's wallet too. A payment whose
 * money waited in suspense may have been reversed meanwhile: its shares are kept.
 * @returns the shares with their outcome, and null for a payment without
 */
export function postShares(book: Book, row: PaymentRow, debts: Debts, at: Date): StoredShare[] | null {
  if (row.split === null) return null;
  const { shares } = divideNet(netOf(row), row.split.map(shareRuleOf));
  return row.split.map((share, i): StoredShare => {
    const decided = postShare(book, row, { share, amount: shares[i]! }, { debts, at });
    const isMoved = decided.status === 'posted' && decided.debt_paid < decided.amount;
    const position = isMoved ? accountOf(book, share.wallet).position : timeOf(at);
    debts.record(decidedEntry({ world: row.world, payment_id: row.id, position }, decided));
    return decided;
  });
}

function postShare(
  book: Book,
  row: PaymentRow,
  { share, amount }: { readonly share: StoredShare; readonly amount: bigint },
  { debts, at }: { readonly debts: Debts; readonly at: Date },
): StoredShare {
  if (row.reversed_at !== null) return { ...share, status: 'kept', reason: 'payment_reversed', amount: Number(amount) };
  const debtor = { world: row.world, wallet_id: share.wallet };
  const owed = debts.of(debtor);
  const debt = owed < amount ? owed : amount;
  const refusal = debt < amount ? pay(book, row, share.wallet, amount - debt, at) : null;
  if (refusal) return { ...share, status: 'kept', reason: reasonOf(refusal), amount: Number(amount) };
  debts.pay(debtor, debt);
  return { ...share, status: 'posted', amount: Number(amount), debt_paid: Number(debt) };
}

const timeOf = (at: Date): bigint => BigInt(at.getTime()) * 1000n;

function pay(book: Book, row: PaymentRow, to: string, amount: bigint, at: Date): LedgerRefusal | null {
  // An idle test merchant was deleted with its wallets.
  if (!book.accounts.has(to)) return 'wallet_closed';
  return move(book, { kind: 'split', source: row.id, from: row.wallet_id, to, amount, at: timeOf(at) });
}

function reasonOf(refusal: LedgerRefusal): KeptReason {
  const reason = keptReasons.find((one) => one === refusal);
  // The net is in the wallet, and both wallets have one currency: nothing else can refuse.
  if (!reason) throw new Error(`a share was refused: ${refusal}`);
  return reason;
}
