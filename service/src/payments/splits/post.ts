import { type KeptReason, keptReasons } from '../../../../contract/src/splits.ts';
import { accountOf, type Book, changeReserve, type LedgerRefusal, move } from '../../core/ledger.ts';
import { divideNet } from '../../core/split.ts';
import type { PaymentRow } from '../store.ts';
import { decidedEntry } from './entries.ts';
import type { Partners } from './open-partners.ts';
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
 * first pays the debt of its wallet to this world, and that part stays in the payment's wallet too. The reserve of the
 * wallet keeps its part of the rest. A payment whose money waited in suspense may have been reversed meanwhile: its
 * shares are kept.
 * @returns the shares with their outcome, and null for a payment without
 */
export function postShares(book: Book, row: PaymentRow, partners: Partners, at: Date): StoredShare[] | null {
  if (row.split === null) return null;
  const { shares } = divideNet(netOf(row), row.split.map(shareRuleOf));
  return row.split.map((share, i): StoredShare => {
    const { decided, position } = postShare(book, row, { share, amount: shares[i]! }, { partners, at });
    partners.record(decidedEntry({ world: row.world, payment_id: row.id, position }, decided));
    return decided;
  });
}

/** @returns the share with its outcome, and the position of its posting, or the time if there is none */
function postShare(
  book: Book,
  row: PaymentRow,
  { share, amount }: { readonly share: StoredShare; readonly amount: bigint },
  { partners, at }: { readonly partners: Partners; readonly at: Date },
): { decided: StoredShare; position: bigint } {
  const keep = (reason: KeptReason) => ({
    decided: { ...share, status: 'kept', reason, amount: Number(amount) } as const,
    position: timeOf(at),
  });
  if (row.reversed_at !== null) return keep('payment_reversed');
  const partner = { world: row.world, wallet_id: share.wallet };
  const owed = partners.debtOf(partner);
  const debt = owed < amount ? owed : amount;
  const refusal = debt < amount ? pay(book, row, share.wallet, amount - debt, at) : null;
  if (refusal) return keep(reasonOf(refusal));
  partners.payDebt(partner, debt);
  const position = debt < amount ? accountOf(book, share.wallet).position : timeOf(at);
  const reserved = partners.keep(partner, amount - debt, at);
  if (reserved > 0n) changeReserve(book, { wallet: share.wallet, amount: reserved, at: timeOf(at) });
  const posted = { amount: Number(amount), debt_paid: Number(debt), reserved: Number(reserved) };
  return { decided: { ...share, status: 'posted', ...posted }, position };
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
