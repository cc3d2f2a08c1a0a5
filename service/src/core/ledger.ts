import { type Breach, balanceBreach, dayOf, type Limited, spend, spendingBreach } from './limits.ts';
import { MAX_BALANCE, MAX_WALLET_BALANCE } from './money.ts';

/**
 * The ledger's rules. A Book is the set of wallets that a batch has locked. Operations change it in memory, each
 * completely or not at all, and `ledger/store.ts` writes the changes.
 * There is no clock and no I/O: the caller passes the time.
 */
export type LockedWallet = Limited & {
  readonly wallet: string;
  readonly ownerType: 'customer' | 'merchant' | 'system';
  readonly ownerId: string;
  readonly currency: string;
  readonly livemode: boolean;
  readonly frozen: boolean;
  readonly closed: boolean;
  /** System wallets only: the balance may be negative. */
  readonly overdraft: boolean;
  posted: bigint;
  held: bigint;
  /** Position of the last change in the wallet's statement, in microseconds since 1970. It grows with every change. */
  position: bigint;
};

export type PostingKind =
  | 'transfer'
  | 'payment'
  | 'fee'
  | 'refund'
  | 'funding'
  | 'adjustment'
  | 'payout'
  /** The provider's charge, between `provider_fees:<rail>` and `clearing:<rail>`. */
  | 'provider_fee'
  /** The float: opening balances, top-ups and sweeps. */
  | 'float'
  /** Money that a person has to assign. */
  | 'suspense'
  /** A payment that the provider took back. */
  | 'reversal'
  /** An item of a payout that the provider took back. */
  | 'return'
  /** Held money that its owner pays. */
  | 'capture'
  /** A share of a payment, and what a refund takes back of it. */
  | 'split'
  /** A balance that a migration brings from an old system. */
  | 'opening'
  /** The tax on a fee. */
  | 'tax'
  /** The part of a fee, and of the tax on it, that a refund returns. */
  | 'fee_return'
  | 'tax_return';

/**
 * Movements that count as a customer's spending. Fees, corrections and refunds do not: a refund does not undo spending.
 */
const spending: ReadonlySet<PostingKind> = new Set(['transfer', 'payment']);
/**
 * Movements that a customer's balance limit applies to. It does not apply to corrections and refunds, which must reach
 * their owner.
 */
const receiving: ReadonlySet<PostingKind> = new Set([
  'transfer',
  'payment',
  'funding',
  'payout',
  'capture',
  'split',
  'opening',
]);

/** A correction that two operators approved takes money back from a thief whose wallet stays frozen. */
const passesFreeze: ReadonlySet<PostingKind> = new Set(['adjustment']);

export type Posting = {
  readonly position: bigint;
  readonly kind: PostingKind;
  /** The record that moves the money. */
  readonly source: string;
  readonly debit: LockedWallet;
  readonly credit: LockedWallet;
  readonly amount: bigint;
  readonly debitBalance: bigint;
  readonly creditBalance: bigint;
};

/** A positive `amount` reserves, a negative one releases or captures. */
export type HoldChange = { readonly wallet: string; readonly source: string; readonly amount: bigint };

export type Book = {
  readonly accounts: ReadonlyMap<string, LockedWallet>;
  readonly changed: Set<LockedWallet>;
  readonly postings: Posting[];
  readonly holds: HoldChange[];
};

export type LedgerRefusal =
  | 'insufficient_funds'
  | 'wallet_frozen'
  | 'wallet_closed'
  | 'currency_mismatch'
  | 'same_wallet'
  | 'limit_exceeded'
  | 'kyc_required';

export function openBook(accounts: Iterable<LockedWallet>): Book {
  const byWallet = new Map<string, LockedWallet>();
  for (const account of accounts) byWallet.set(account.wallet, account);
  return { accounts: byWallet, changed: new Set(), postings: [], holds: [] };
}

export function accountOf(book: Book, wallet: string): LockedWallet {
  const account = book.accounts.get(wallet);
  if (!account) throw new Error(`wallet ${wallet} is not in the book`);
  return account;
}

export function available(account: LockedWallet): bigint {
  return account.posted - account.held;
}

/** Whether money in flight can still arrive. A freeze does not stop it. */
export function canReceive(account: LockedWallet, amount: bigint): boolean {
  return !account.closed && fits(account, amount);
}

function fits({ posted, overdraft }: LockedWallet, amount: bigint): boolean {
  return posted + amount <= (overdraft ? MAX_BALANCE : MAX_WALLET_BALANCE);
}

export type Movement = {
  readonly kind: PostingKind;
  readonly source: string;
  readonly from: string;
  readonly to: string;
  /** Minor units, above zero. */
  readonly amount: bigint;
  /** Microseconds since 1970. */
  readonly at: bigint;
  /** The money was already in flight: a later freeze, closing or limit does not stop it. It counts as spent. */
  readonly settling?: boolean;
};

/** Moves money between two wallets of one currency and mode. A refusal leaves the book unchanged. */
export function move(book: Book, movement: Movement): LedgerRefusal | null {
  const { from, to, amount } = movement;
  if (amount <= 0n) throw new RangeError(`a posting of ${amount}`);
  if (from === to) return 'same_wallet';
  const debit = accountOf(book, from);
  const credit = accountOf(book, to);
  if (debit.currency !== credit.currency) return 'currency_mismatch';
  if (debit.livemode !== credit.livemode) throw new Error(`${from} and ${to} are of two modes`);
  if (!movement.settling) {
    if (debit.closed || credit.closed) return 'wallet_closed';
    if ((debit.frozen || credit.frozen) && !passesFreeze.has(movement.kind)) return 'wallet_frozen';
  }
  if (!debit.overdraft && available(debit) < amount) return 'insufficient_funds';
  if (!fits(credit, amount) || debit.posted - amount < -MAX_BALANCE) return 'limit_exceeded';
  const position = nextPosition(movement, debit, credit);
  const breach = breachBetween(debit, credit, movement, position);
  if (breach) return breach.code;

  if (isSpent(movement, debit) && !spend(debit, amount, dayOf(position))) return 'limit_exceeded';
  debit.posted -= amount;
  credit.posted += amount;
  debit.position = position;
  credit.position = position;
  book.changed.add(debit).add(credit);
  book.postings.push({
    position,
    kind: movement.kind,
    source: movement.source,
    debit,
    credit,
    amount,
    debitBalance: debit.posted,
    creditBalance: credit.posted,
  });
  return null;
}

export type LimitBreach = Breach & { readonly end: 'from' | 'to' };

/** The limit of a customer's wallet, at either end, for which `move` refused a movement; null for another reason. */
export function limitBreach(book: Book, movement: Movement): LimitBreach | null {
  const [debit, credit] = [accountOf(book, movement.from), accountOf(book, movement.to)];
  return breachBetween(debit, credit, movement, nextPosition(movement, debit, credit));
}

function breachBetween(
  debit: LockedWallet,
  credit: LockedWallet,
  movement: Movement,
  position: bigint,
): LimitBreach | null {
  if (movement.settling) return null;
  if (isSpent(movement, debit)) {
    const breach = spendingBreach(debit, movement.amount, dayOf(position));
    if (breach) return { ...breach, end: 'from' };
  }
  if (receiving.has(movement.kind)) {
    const breach = balanceBreach(credit, movement.amount);
    if (breach) return { ...breach, end: 'to' };
  }
  return null;
}

function isSpent(movement: Movement, debit: LockedWallet): boolean {
  return debit.tier !== null && spending.has(movement.kind);
}

/** A position after the last entry of both statements. It never goes back, even if the clock does. */
function nextPosition(movement: Movement, debit: LockedWallet, credit: LockedWallet): bigint {
  return later(movement.at, later(debit.position, credit.position) + 1n);
}

export type Hold = { readonly wallet: string; readonly source: string; readonly amount: bigint; readonly at: bigint };

/** Reserves money on a wallet: it stays there and is no longer available. */
export function reserve(book: Book, hold: Hold & Pick<Movement, 'settling'>): LedgerRefusal | null {
  if (hold.amount <= 0n) throw new RangeError(`a hold of ${hold.amount}`);
  const account = accountOf(book, hold.wallet);
  if (account.closed && !hold.settling) return 'wallet_closed';
  if (account.frozen && !hold.settling) return 'wallet_frozen';
  if (!account.overdraft && available(account) < hold.amount) return 'insufficient_funds';
  changeHold(book, account, hold, hold.amount);
  return null;
}

/** Releases reserved money. This always works, also on a frozen wallet. */
export function release(book: Book, hold: Hold): void {
  const account = accountOf(book, hold.wallet);
  if (account.held < hold.amount) throw new Error(`${hold.source} releases more than is held on ${hold.wallet}`);
  changeHold(book, account, hold, -hold.amount);
}

/** Turns reserved money into a posting. It was reserved, so the funds are sufficient. */
export function capture(book: Book, movement: Omit<Movement, 'settling'>): void {
  release(book, { wallet: movement.from, source: movement.source, amount: movement.amount, at: movement.at });
  const refusal = move(book, { ...movement, settling: true });
  if (refusal) throw new Error(`capture of ${movement.source} refused: ${refusal}`);
}

/**
 * Pays reserved money by a decision of its owner. A freeze, a closing or a limit of the receiver refuses it, and the
 * money stays reserved: a refusal leaves the book unchanged.
 */
export function payHeld(book: Book, movement: Omit<Movement, 'settling'>): LedgerRefusal | null {
  const { from: wallet, source, amount } = movement;
  const account = accountOf(book, wallet);
  if (account.held < amount) throw new Error(`${source} pays more than is held on ${wallet}`);
  account.held -= amount;
  const refusal = move(book, movement);
  if (refusal) account.held += amount;
  else book.holds.push({ wallet, source, amount: -amount });
  return refusal;
}

function changeHold(book: Book, account: LockedWallet, hold: Hold, amount: bigint): void {
  changeHeld(book, account, amount, hold.at);
  book.holds.push({ wallet: hold.wallet, source: hold.source, amount });
}

/**
 * Holds more of a wallet's money for its reserve; a negative amount holds less. The split partner's row records the
 * amount, so the book gets no hold. A frozen wallet allows the change.
 */
export function changeReserve(book: Book, { wallet, amount, at }: Omit<Hold, 'source'>): void {
  const account = accountOf(book, wallet);
  if (amount > available(account) || -amount > account.held)
    throw new Error(`the reserve of ${wallet} lacks ${amount}`);
  changeHeld(book, account, amount, at);
}

function changeHeld(book: Book, account: LockedWallet, amount: bigint, at: bigint): void {
  account.held += amount;
  account.position = later(at, account.position + 1n);
  book.changed.add(account);
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
