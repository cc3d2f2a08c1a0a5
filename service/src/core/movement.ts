import { accountOf, available, type Book, canReceive, type LedgerRefusal, type LockedWallet, move } from './ledger.ts';
import { type Breach, balanceBreach, dayOf, spendingBreach } from './limits.ts';

/** A debit has an amount, or takes what is available, at most `sweep`. */
export type DebitLeg = { readonly wallet: string; readonly currency: string } & (
  | { readonly amount: bigint; readonly sweep: null }
  | { readonly amount: null; readonly sweep: bigint }
);
/** A credit without an amount takes the remainder of its currency. */
export type CreditLeg = { readonly wallet: string; readonly currency: string; readonly amount: bigint | null };

/** A leg with its final amount, which may be zero after a sweep. */
export type Leg = { readonly wallet: string; readonly currency: string; readonly amount: bigint };
export type Legs = { readonly debits: readonly Leg[]; readonly credits: readonly Leg[] };

export type LegPair = {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly currency: string;
};

export type LegRefusal = {
  readonly code: LedgerRefusal;
  readonly side: 'debits' | 'credits';
  readonly index: number;
  readonly breach: Breach | null;
};

export type LinkedMovement = {
  readonly source: string;
  readonly debits: readonly DebitLeg[];
  readonly credits: readonly CreditLeg[];
  /** Microseconds since 1970. */
  readonly at: bigint;
};

/**
 * Moves all legs or none. No wallet is in two legs, the book has all of them, and each has its leg's currency.
 * Each leg meets the rules of a transfer with its whole amount. A refusal leaves the book unchanged.
 */
export function moveLegs(book: Book, movement: LinkedMovement): Legs | LegRefusal {
  const legs = resolveLegs(book, movement);
  if ('code' in legs) return legs;
  const refusal = checkLegs(book, legs, movement.at);
  if (refusal) return refusal;
  return postLegs(book, legs, movement) ?? legs;
}

/** Gives sweeps and remainders their amounts. */
function resolveLegs(book: Book, movement: LinkedMovement): Legs | LegRefusal {
  const debits = movement.debits.map(({ wallet, currency, amount, sweep }): Leg => {
    if (amount !== null) return { wallet, currency, amount };
    const has = available(accountOf(book, wallet));
    return { wallet, currency, amount: has < sweep ? has : sweep };
  });
  const left = new Map<string, bigint>();
  const add = (currency: string, amount: bigint) => left.set(currency, (left.get(currency) ?? 0n) + amount);
  for (const { currency, amount } of debits) add(currency, amount);
  for (const { currency, amount } of movement.credits) if (amount !== null) add(currency, -amount);
  const credits = movement.credits.map(
    ({ wallet, currency, amount }): Leg => ({ wallet, currency, amount: amount ?? left.get(currency)! }),
  );
  const short = movement.debits.findIndex(({ currency }) => left.get(currency)! < 0n);
  if (short >= 0) return refuse('insufficient_funds', 'debits', sweepOf(movement, movement.debits[short]!.currency));
  if (debits.every(({ amount }) => amount === 0n)) return refuse('insufficient_funds', 'debits', 0);
  return { debits, credits };
}

const sweepOf = ({ debits }: LinkedMovement, currency: string) =>
  debits.findIndex((debit) => debit.currency === currency && debit.sweep !== null);

const refuse = (
  code: LedgerRefusal,
  side: LegRefusal['side'],
  index: number,
  breach: Breach | null = null,
): LegRefusal => ({ code, side, index, breach });

/** The first leg that a rule refuses. Postings are parts of legs, so each of them passes too. */
function checkLegs(book: Book, { debits, credits }: Legs, at: bigint): LegRefusal | null {
  for (const [index, { wallet, amount }] of debits.entries()) {
    const account = accountOf(book, wallet);
    const closed = isShut(account);
    if (closed) return refuse(closed, 'debits', index);
    if (available(account) < amount) return refuse('insufficient_funds', 'debits', index);
    const day = dayOf(at > account.position ? at : account.position + 1n);
    const breach = amount > 0n ? spendingBreach(account, amount, day) : null;
    if (breach) return refuse(breach.code, 'debits', index, breach);
  }
  for (const [index, { wallet, amount }] of credits.entries()) {
    const account = accountOf(book, wallet);
    const closed = isShut(account);
    if (closed) return refuse(closed, 'credits', index);
    if (!canReceive(account, amount)) return refuse('limit_exceeded', 'credits', index);
    const breach = amount > 0n ? balanceBreach(account, amount) : null;
    if (breach) return refuse(breach.code, 'credits', index, breach);
  }
  return null;
}

function isShut({ closed, frozen }: LockedWallet): LedgerRefusal | null {
  if (closed) return 'wallet_closed';
  return frozen ? 'wallet_frozen' : null;
}

/**
 * Posts the pairs of the legs, each after the one before it: two postings of a movement never share a position, because
 * an entry's id is made of its position and its source.
 */
function postLegs(book: Book, legs: Legs, { source, at }: LinkedMovement): LegRefusal | null {
  const restore = remember(book, [...legs.debits, ...legs.credits]);
  let next = at;
  for (const { from, to, amount } of pairLegs(legs)) {
    const refusal = move(book, { kind: 'transfer', source, from, to, amount, at: next });
    if (refusal) {
      restore();
      return refuse(
        refusal,
        'debits',
        legs.debits.findIndex(({ wallet }) => wallet === from),
      );
    }
    next = book.postings.at(-1)!.position + 1n;
  }
  return null;
}

function remember(book: Book, legs: readonly Leg[]): () => void {
  const before = legs.map(({ wallet }) => {
    const account = accountOf(book, wallet);
    return { account, was: { ...account }, changed: book.changed.has(account) };
  });
  const { length } = book.postings;
  return () => {
    for (const { account, was, changed } of before) {
      Object.assign(account, was);
      if (!changed) book.changed.delete(account);
    }
    book.postings.length = length;
  };
}

/**
 * The postings of legs: in each currency the first debit pays the first credit, and when one of the two is complete,
 * the next leg of its side follows. Currencies are in the order of their first debit.
 */
export function pairLegs({ debits, credits }: Legs): LegPair[] {
  const pairs: LegPair[] = [];
  for (const currency of new Set(debits.map((leg) => leg.currency))) {
    const to = credits.filter((leg) => leg.currency === currency);
    let [place, room] = [0, to[0]?.amount ?? 0n];
    for (const debit of debits) {
      if (debit.currency !== currency) continue;
      let rest = debit.amount;
      while (rest > 0n) {
        while (room === 0n) room = to[++place]!.amount;
        const amount = rest < room ? rest : room;
        pairs.push({ from: debit.wallet, to: to[place]!.wallet, amount, currency });
        rest -= amount;
        room -= amount;
      }
    }
  }
  return pairs;
}
