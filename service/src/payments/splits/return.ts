import type { NamedReturn } from '../../../../contract/src/splits.ts';
import { leastReturn } from '../../core/fee-return.ts';
import {
  accountOf,
  available,
  type Book,
  changeReserve,
  type LedgerRefusal,
  move,
  release,
  reserve,
} from '../../core/ledger.ts';
import { decideTakeBack } from '../../core/split.ts';
import { invalidField, type Refusal } from '../../kernel/refusal.ts';
import type { PaymentRow } from '../store.ts';
import { reserveEntry, returnEntry } from './entries.ts';
import type { Partners } from './open-partners.ts';
import { returnedOf, type StoredReturn, type StoredShare } from './stored.ts';

type RefundOf = { readonly id: string; readonly amount: bigint };

/** The rest of a share, which refunds can take back. */
const leftOf = (share: StoredShare): bigint =>
  share.status === 'posted' ? BigInt(share.amount - returnedOf(share) - share.under_way) : 0n;

/** The amounts that a new refund takes back of the shares, in their order: as named, or in proportion. */
export function decideReturns(
  payment: PaymentRow,
  amount: bigint,
  named: readonly NamedReturn[] | undefined,
): bigint[] | Refusal {
  const shares = payment.split ?? [];
  if (named === undefined) {
    const refunded = payment.amount_refunded + payment.amount_refunding + amount;
    const known = shares.map((share) => ({
      amount: share.status === 'posted' ? BigInt(share.amount) : 0n,
      returned: BigInt(returnedOf(share) + share.under_way),
    }));
    return decideTakeBack(known, { refunded, paid: payment.amount });
  }
  const fault = checkNamed(shares, named, amount);
  return fault ?? shares.map(({ wallet }) => BigInt(named.find((one) => one.wallet === wallet)?.amount ?? 0));
}

function checkNamed(shares: readonly StoredShare[], named: readonly NamedReturn[], refund: bigint): Refusal | null {
  const seen = new Set<string>();
  for (const [i, { wallet, amount }] of named.entries()) {
    const share = shares.find((one) => one.wallet === wallet);
    if (share?.status !== 'posted') return invalidField(`split[${i}].wallet`, 'not_a_share');
    if (seen.has(wallet)) return invalidField(`split[${i}].wallet`, 'given_twice');
    seen.add(wallet);
    const left = leftOf(share);
    if (BigInt(amount) > left) return invalidField(`split[${i}].amount`, 'too_large', { maximum: left });
  }
  const found = named.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return found > refund ? invalidField('split', 'shares_exceed', { maximum: refund, found }) : null;
}

type At = { readonly partners: Partners; readonly at: bigint };

/**
 * Reserves the money of a refund: first what the wallets of the shares have, then what their reserves keep, then the
 * rest in the payment's wallet, less the fee that returns with it. A frozen wallet gives only its reserve. A refusal
 * leaves the book and the payment unchanged.
 * @returns what the refund takes back of each share, and null for a payment without
 */
export function reserveRefund(
  book: Book,
  payment: PaymentRow,
  { id: source, amount }: RefundOf,
  { returns, partners, at }: At & { readonly returns: readonly bigint[] },
): StoredReturn[] | null | LedgerRefusal {
  const stored = (payment.split ?? []).map(({ wallet }, i): StoredReturn => {
    const due = returns[i]!;
    return { wallet, amount: Number(due), ...findMoney(book, payment, wallet, due, partners), owed: 0, borne: 0 };
  });
  const own = ownPart({ amount, split: stored }, payment);
  const refusal =
    own > 0n ? reserve(book, { wallet: payment.wallet_id, source, amount: own, at }) : shutOf(book, payment.wallet_id);
  if (refusal) return refusal;
  for (const one of stored) {
    const { wallet, taken } = one;
    drawReserve(book, payment, one, { partners, at });
    const short = taken > 0 ? reserve(book, { wallet, source, amount: BigInt(taken), at, settling: true }) : null;
    if (short) throw new Error(`the share of ${wallet} was refused: ${short}`);
  }
  if (payment.split === null) return null;
  payment.split = payment.split.map((share, i) => ({ ...share, under_way: share.under_way + stored[i]!.amount }));
  return stored.filter((one) => one.amount > 0);
}

/** The money for a part of a share: what its wallet has available, then its reserve. */
function findMoney(
  book: Book,
  { world }: PaymentRow,
  wallet: string,
  due: bigint,
  partners: Partners,
): Pick<StoredReturn, 'taken' | 'drawn'> {
  // The wallet of a share without money may be gone.
  const free = due === 0n ? 0n : freeOf(book, wallet);
  const paid = free < due ? free : due;
  const reserved = partners.reservedOf({ world, wallet_id: wallet });
  const drawn = reserved < due - paid ? reserved : due - paid;
  return { taken: Number(paid + drawn), drawn: Number(drawn) };
}

/** Frees what a refund or a reversal draws from the reserve. The reserve was agreed, so a freeze does not keep it. */
function drawReserve(book: Book, payment: PaymentRow, { wallet, drawn = 0 }: StoredReturn, { partners, at }: At): void {
  if (drawn === 0) return;
  const { world, id: payment_id } = payment;
  changeReserve(book, { wallet, amount: -BigInt(drawn), at });
  partners.draw({ world, wallet_id: wallet }, BigInt(drawn));
  const { position } = accountOf(book, wallet);
  partners.record(reserveEntry({ world, wallet_id: wallet, payment_id, position }, { drawn: BigInt(drawn) }));
}

/** A refund that failed gives back what it drew. The days that are over meanwhile release their part. */
function restoreReserve(book: Book, payment: PaymentRow, { wallet, drawn }: StoredReturn, { partners, at }: At): void {
  const { world, id: payment_id } = payment;
  const reserved = partners.restore({ world, wallet_id: wallet }, BigInt(drawn ?? 0));
  if (reserved === 0n) return;
  changeReserve(book, { wallet, amount: reserved, at });
  const { position } = accountOf(book, wallet);
  partners.record(reserveEntry({ world, wallet_id: wallet, payment_id, position }, { reserved }));
}

/** The whole refund comes from the shares. It still passes through the payment's wallet. */
function shutOf(book: Book, wallet: string): LedgerRefusal | null {
  const { closed, frozen } = accountOf(book, wallet);
  if (closed) return 'wallet_closed';
  return frozen ? 'wallet_frozen' : null;
}

function freeOf(book: Book, wallet: string): bigint {
  const account = accountOf(book, wallet);
  const free = account.frozen || account.closed ? 0n : available(account);
  return free > 0n ? free : 0n;
}

type Final = RefundOf & { readonly split: readonly StoredReturn[] | null };

/** The part of the refund that is reserved in the payment's wallet: the rest beside the shares and the fee's return. */
export function ownPart({ amount, split }: Pick<Final, 'amount' | 'split'>, payment: PaymentRow): bigint {
  const own = (split ?? []).reduce((rest, { taken }) => rest - BigInt(taken), amount - leastReturn(payment, amount));
  return own > 0n ? own : 0n;
}

/**
 * Moves what was reserved of the shares into the payment's wallet, and makes the rest a debt of their wallets, up to
 * its maximum. The payment's wallet bears what is above that. The refund's money then goes out of the payment's wallet.
 * @returns the final form of what the refund takes back
 */
export function returnShares(
  book: Book,
  payment: PaymentRow,
  refund: Final,
  { partners, at }: At,
): StoredReturn[] | null {
  return endReturns(payment, refund, (one) => {
    releaseShare(book, refund, one, at);
    return takeBack(book, payment, one, { partners, at });
  });
}

/**
 * Gives back what a failed refund had reserved of the shares. If the provider reversed the payment meanwhile, the
 * reversal left that part to the refund, so it is taken back now.
 */
export function releaseShares(
  book: Book,
  payment: PaymentRow,
  refund: Final,
  { partners, at }: At,
): StoredReturn[] | null {
  const ended = endReturns(payment, refund, (one) => {
    releaseShare(book, refund, one, at);
    restoreReserve(book, payment, one, { partners, at });
    return { ...one, taken: 0, drawn: 0 };
  });
  if (ended === null || payment.reversed_at === null) return ended;
  const wallets = new Set(ended.map(({ wallet }) => wallet));
  payment.split = payment.split!.map((share) =>
    wallets.has(share.wallet) ? reverseShare(book, payment, share, { partners, at }) : share,
  );
  return ended;
}

function releaseShare(book: Book, { id: source }: RefundOf, { wallet, taken }: StoredReturn, at: bigint): void {
  if (taken > 0) release(book, { wallet, source, amount: BigInt(taken), at });
}

function endReturns(payment: PaymentRow, refund: Final, end: (one: StoredReturn) => StoredReturn) {
  if (refund.split === null) return null;
  const ended = refund.split.map(end);
  payment.split = payment.split!.map((share) => {
    const i = refund.split!.findIndex(({ wallet }) => wallet === share.wallet);
    if (i < 0) return share;
    return { ...addReturn(share, ended[i]!), under_way: share.under_way - refund.split![i]!.amount };
  });
  return ended;
}

const addReturn = (share: StoredShare, { taken, owed, borne }: StoredReturn): StoredShare => ({
  ...share,
  ...{ taken: share.taken + taken, owed: share.owed + owed, borne: share.borne + borne },
});

/** Takes a part of a share back, and records it. */
function takeBack(book: Book, payment: PaymentRow, one: StoredReturn, { partners, at }: At): StoredReturn {
  takeShare(book, payment, one, at);
  const ended = oweRest(payment, one, partners);
  // The wallet of a share without money may be gone.
  const position = one.taken > 0 ? accountOf(book, one.wallet).position : at;
  partners.record(returnEntry({ world: payment.world, payment_id: payment.id, position }, ended));
  return ended;
}

/** The money was reserved or is there, so a later freeze does not stop it. */
function takeShare(book: Book, payment: PaymentRow, { wallet, taken }: StoredReturn, at: bigint): void {
  if (taken === 0) return;
  const movement = { kind: 'split', source: payment.id, from: wallet, to: payment.wallet_id, settling: true } as const;
  const refusal = move(book, { ...movement, amount: BigInt(taken), at });
  if (refusal) throw new Error(`the share of ${payment.id} that ${wallet} returns was refused: ${refusal}`);
}

function oweRest(payment: PaymentRow, one: StoredReturn, partners: Partners): StoredReturn {
  const short = BigInt(one.amount - one.taken);
  const owed = partners.owe({ world: payment.world, wallet_id: one.wallet }, short, payment.currency);
  return { ...one, owed: Number(owed), borne: Number(short - owed) };
}

/** Takes back all that is left of the shares of a payment that its provider reversed, and is not reserved already. */
export function reverseShares(book: Book, payment: PaymentRow, partners: Partners, at: bigint): StoredShare[] | null {
  if (payment.split === null) return null;
  return payment.split.map((share) => reverseShare(book, payment, share, { partners, at }));
}

function reverseShare(book: Book, payment: PaymentRow, share: StoredShare, { partners, at }: At): StoredShare {
  const left = leftOf(share);
  if (left === 0n) return share;
  const money = findMoney(book, payment, share.wallet, left, partners);
  const one = { wallet: share.wallet, amount: Number(left), ...money, owed: 0, borne: 0 };
  drawReserve(book, payment, one, { partners, at });
  return addReturn(share, takeBack(book, payment, one, { partners, at }));
}
