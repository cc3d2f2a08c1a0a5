import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canReceive, capture, type LockedWallet, move, openBook, release, reserve } from './ledger.ts';
import { MAX_BALANCE, MAX_WALLET_BALANCE } from './money.ts';

const account = (wallet: string, change: Partial<LockedWallet> = {}): LockedWallet => ({
  ...{ wallet, ownerType: 'merchant', ownerId: 'mer', currency: 'XOF', livemode: false },
  ...{ frozen: false, closed: false, overdraft: false, posted: 10n, held: 0n, position: 0n },
  ...{ tier: null, limits: null, spentOn: null, spentDay: null, spentMonth: null },
  ...change,
});
const from = (change: Partial<LockedWallet>, other: Partial<LockedWallet> = {}) =>
  openBook([account('a', change), account('b', other)]);
const pay = (amount: bigint, more = {}) =>
  ({ kind: 'transfer', source: 's', from: 'a', to: 'b', amount, at: 1n, ...more }) as const;
const hold = (amount: bigint) => ({ wallet: 'a', source: 'h', amount, at: 1n });

describe('the changes of a book', () => {
  it('are each changed wallet, each posting and each hold', () => {
    const book = from({});
    assert.deepEqual([[...book.changed], book.postings, book.holds], [[], [], []]);
    move(book, pay(4n));
    assert.deepEqual(
      [...book.changed].map(({ wallet }) => wallet),
      ['a', 'b'],
    );
    assert.deepEqual(book.holds, []);

    const held = from({});
    reserve(held, hold(6n));
    assert.deepEqual(
      [...held.changed].map(({ wallet }) => wallet),
      ['a'],
    );
    release(held, hold(2n));
    assert.deepEqual(held.holds, [
      { wallet: 'a', source: 'h', amount: 6n },
      { wallet: 'a', source: 'h', amount: -2n },
    ]);
    assert.deepEqual(held.postings, []);
  });
});

describe('a hold', () => {
  it('is refused if the wallet is closed, frozen or short, and changes nothing', () => {
    assert.equal(reserve(from({}), hold(10n)), null, 'the control');
    for (const [change, amount, refusal] of [
      [{ closed: true }, 10n, 'wallet_closed'],
      [{ frozen: true }, 10n, 'wallet_frozen'],
      [{}, 11n, 'insufficient_funds'],
      [{ held: 1n }, 10n, 'insufficient_funds'],
    ] as const) {
      const book = from(change);
      assert.equal(reserve(book, hold(amount)), refusal);
      assert.deepEqual([[...book.changed], book.holds], [[], []]);
    }
  });

  it('of zero or less is a programming error', () => {
    for (const amount of [0n, -1n]) assert.throws(() => reserve(from({}), hold(amount)), /a hold of (0|-1)$/);
    assert.throws(() => move(from({}), pay(0n)), /a posting of 0$/);
  });

  it('is captured even if either wallet was frozen or closed since', () => {
    for (const since of [{ frozen: true }, { closed: true }]) {
      const book = from({ held: 4n, ...since }, since);
      capture(book, pay(4n, { source: 'h' }));
      assert.deepEqual(
        [...book.accounts.values()].map(({ posted }) => posted),
        [6n, 14n],
      );
    }
    const book = from({ held: 4n }, { currency: 'USD' });
    assert.throws(() => capture(book, pay(4n, { source: 'h' })), /capture of h refused: currency_mismatch/);
  });
});

describe('the bounds of the books', () => {
  it('are reached to the last unit, at both ends, and not passed', () => {
    const full = from({ posted: 100n }, { posted: MAX_WALLET_BALANCE - 1n });
    assert.equal(move(full, pay(2n)), 'limit_exceeded');
    assert.equal(move(full, pay(1n)), null);
    const all = from({ posted: 100n }, { overdraft: true, posted: MAX_BALANCE - 1n });
    assert.equal(move(all, pay(2n)), 'limit_exceeded');
    assert.equal(move(all, pay(1n)), null);
    const empty = from({ overdraft: true, posted: 1n - MAX_BALANCE }, { posted: 0n });
    assert.equal(move(empty, pay(2n)), 'limit_exceeded');
    assert.equal(move(empty, pay(1n)), null);
  });

  it('apply to money in flight too', () => {
    const almost = account('a', { posted: MAX_WALLET_BALANCE - 1n, frozen: true });
    assert.deepEqual([canReceive(almost, 1n), canReceive(almost, 2n)], [true, false]);
    assert.equal(canReceive({ ...almost, closed: true }, 1n), false);
  });

  it('separate the two modes: mixing them is a programming error', () => {
    assert.throws(() => move(from({}, { livemode: true }), pay(1n)), /a and b are of two modes/);
  });
});
