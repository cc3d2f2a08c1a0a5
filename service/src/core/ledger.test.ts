import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  available,
  type Book,
  capture,
  type LedgerRefusal,
  type LockedWallet,
  type Movement,
  move,
  openBook,
  release,
  reserve,
} from './ledger.ts';
import { MAX_BALANCE } from './money.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 1000 };

const WALLETS = ['a', 'b', 'c', 'usd', 'bank'];
const makeBook = () =>
  openBook(
    WALLETS.map(
      (wallet): LockedWallet => ({
        wallet,
        ownerType: wallet === 'bank' ? 'system' : 'merchant',
        ownerId: 'owner',
        currency: wallet === 'usd' ? 'USD' : 'XOF',
        livemode: false,
        frozen: false,
        closed: false,
        overdraft: wallet === 'bank',
        posted: 0n,
        held: 0n,
        position: 0n,
        tier: null,
        limits: null,
        spentOn: null,
        spentDay: null,
        spentMonth: null,
      }),
    ),
  );

type Step =
  | { do: 'move'; from: string; to: string; amount: bigint; settling: boolean; at: bigint }
  | { do: 'reserve'; wallet: string; amount: bigint; at: bigint }
  | { do: 'release' | 'capture'; hold: number; to: string; at: bigint }
  | { do: 'freeze'; wallet: string; frozen: boolean }
  | { do: 'close'; wallet: string };

const wallet = fc.constantFrom(...WALLETS);
const owned = fc.constantFrom('a', 'b', 'c', 'usd');
const amount = fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 999_999_999_999n));
/** The clock may stop or step back. */
const at = fc.bigInt(0n, 50n);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      from: wallet,
      to: wallet,
      amount,
      settling: fc.boolean(),
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      from: fc.constant('bank'),
      to: owned,
      amount,
      settling: fc.boolean(),
      at,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reserve' as const), wallet: owned, amount, at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('release' as const, 'capture' as const),
      hold: fc.nat(),
      to: wallet,
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('freeze' as const), wallet, frozen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), wallet: owned }) },
);
const steps = fc.array(step, { maxLength: 60 });

type Open = { wallet: string; source: string; amount: bigint };
type State = { book: Book; holds: Open[]; count: number };

const snapshot = (book: Book) => structuredClone([...book.accounts.values(), book.postings.length, book.holds.length]);

/** @returns the refusal, or null */
function take(state: State, one: Step): LedgerRefusal | null {
  const { book, holds } = state;
  const source = `s${state.count++}`;
  switch (one.do) {
    case 'move':
      return move(book, { ...one, kind: 'transfer', source });
    case 'reserve': {
      const refusal = reserve(book, { ...one, source });
      if (refusal === null) holds.push({ wallet: one.wallet, source, amount: one.amount });
      return refusal;
    }
    case 'release':
    case 'capture': {
      const hold = holds[one.hold % Math.max(holds.length, 1)];
      if (!hold) return null;
      const to = book.accounts.get(one.to)!;
      const from = book.accounts.get(hold.wallet)!;
      if (one.do === 'release' || to === from || to.currency !== from.currency) release(book, { ...hold, at: one.at });
      else
        capture(book, {
          kind: 'refund',
          source: hold.source,
          from: hold.wallet,
          to: one.to,
          amount: hold.amount,
          at: one.at,
        });
      holds.splice(holds.indexOf(hold), 1);
      return null;
    }
    case 'freeze':
      setFlag(book, one.wallet, { frozen: one.frozen });
      return null;
    case 'close':
      if (book.accounts.get(one.wallet)!.posted === 0n) setFlag(book, one.wallet, { closed: true });
      return null;
  }
}

/** In the service flags change under the lock, between books. Here they change in place. */
function setFlag(book: Book, name: string, flags: { frozen?: boolean; closed?: boolean }): void {
  Object.assign(book.accounts.get(name)!, flags);
}

/** The invariants of a book after every step. */
function check(state: State): void {
  const { book, holds } = state;
  for (const currency of ['XOF', 'USD']) {
    const all = [...book.accounts.values()].filter((account) => account.currency === currency);
    assert.equal(
      all.reduce((sum, account) => sum + account.posted, 0n),
      0n,
      `${currency} is conserved`,
    );
  }
  for (const account of book.accounts.values()) {
    const mine = holds.filter((hold) => hold.wallet === account.wallet);
    assert.ok(account.overdraft || available(account) >= 0n, `${account.wallet} is overdrawn`);
    assert.equal(
      account.held,
      mine.reduce((sum, hold) => sum + hold.amount, 0n),
      'what is held is the open holds',
    );
    checkStatement(book, account);
  }
}

/** Checks both sides together: positions grow strictly, and each balance follows from the one before. */
function checkStatement(book: Book, account: LockedWallet): void {
  let [position, balance] = [-1n, 0n];
  for (const posting of book.postings) {
    if (posting.debit !== account && posting.credit !== account) continue;
    assert.ok(posting.position > position, 'positions grow');
    balance += posting.credit === account ? posting.amount : -posting.amount;
    assert.equal(posting.credit === account ? posting.creditBalance : posting.debitBalance, balance);
    position = posting.position;
  }
  assert.equal(balance, account.posted);
  assert.ok(account.position >= position);
}

describe(`the ledger's rules (SEED=${seed})`, () => {
  it('hold after any sequence of movements, holds and freezes, and a refusal changes nothing', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const state: State = { book: makeBook(), holds: [], count: 0 };
        for (const one of sequence) {
          const before = snapshot(state.book);
          if (take(state, one) !== null) assert.deepEqual(snapshot(state.book), before, 'refused, and yet changed');
          check(state);
        }
      }),
      runs,
    );
  });

  it('control: the checks detect an extra unit, a negative balance and a repeated position', () => {
    const broken = (damage: (book: Book) => void) => {
      const state: State = { book: makeBook(), holds: [], count: 0 };
      take(state, { do: 'move', from: 'bank', to: 'a', amount: 10n, settling: false, at: 1n });
      take(state, { do: 'move', from: 'a', to: 'b', amount: 5n, settling: false, at: 1n });
      check(state);
      damage(state.book);
      assert.throws(() => check(state), assert.AssertionError);
    };
    const change = (book: Book, name: string, by: Partial<LockedWallet>) =>
      void Object.assign(book.accounts.get(name)!, by);
    broken((book) => change(book, 'a', { posted: 6n }));
    broken((book) => {
      change(book, 'a', { posted: -1n });
      change(book, 'b', { posted: 11n });
    });
    broken((book) => change(book, 'b', { held: 1n }));
    broken((book) => void book.postings.push(book.postings[0]!));
  });

  it('refuse for the stated reason', () => {
    const filled = () => {
      const book = makeBook();
      assert.equal(move(book, { kind: 'funding', source: 's', from: 'bank', to: 'a', amount: 10n, at: 1n }), null);
      return book;
    };
    const attempt = (change: Partial<Movement>, prepare: (book: Book) => void = () => {}) => {
      const book = filled();
      prepare(book);
      return move(book, { kind: 'transfer', source: 's', from: 'a', to: 'b', amount: 10n, at: 1n, ...change });
    };
    const freeze = (name: string) => (book: Book) => setFlag(book, name, { frozen: true });
    const close = (name: string) => (book: Book) => setFlag(book, name, { closed: true });
    assert.equal(attempt({}), null);
    assert.equal(attempt({ to: 'a' }), 'same_wallet');
    assert.equal(attempt({ to: 'usd' }), 'currency_mismatch');
    assert.equal(attempt({ amount: 11n }), 'insufficient_funds');
    assert.equal(attempt({}, freeze('a')), 'wallet_frozen');
    assert.equal(attempt({}, freeze('b')), 'wallet_frozen');
    assert.equal(attempt({ settling: true }, freeze('b')), null, 'what was under way settles');
    assert.equal(attempt({}, close('b')), 'wallet_closed');
    assert.equal(
      attempt({}, (book) => void reserve(book, { wallet: 'a', source: 'h', amount: 1n, at: 1n })),
      'insufficient_funds',
    );
    assert.equal(attempt({ from: 'bank', amount: MAX_BALANCE }), 'limit_exceeded');
    assert.throws(() => attempt({ amount: 0n }), RangeError);
    assert.throws(() => attempt({ to: 'nobody' }), /not in the book/);
  });

  it('never release or capture more than is held', () => {
    const book = makeBook();
    move(book, { kind: 'funding', source: 's', from: 'bank', to: 'a', amount: 10n, at: 1n });
    reserve(book, { wallet: 'a', source: 'h', amount: 4n, at: 1n });
    assert.throws(() => release(book, { wallet: 'a', source: 'h', amount: 5n, at: 1n }), /more than is held/);
    assert.throws(
      () => capture(book, { kind: 'refund', source: 'h', from: 'a', to: 'b', amount: 5n, at: 1n }),
      /more than is held/,
    );
    capture(book, { kind: 'refund', source: 'h', from: 'a', to: 'b', amount: 4n, at: 1n });
    assert.deepEqual([book.accounts.get('a')!.posted, book.accounts.get('a')!.held], [6n, 0n]);
  });
});
