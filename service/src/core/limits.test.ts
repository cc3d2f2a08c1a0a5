import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type LockedWallet, limitBreach, type Movement, move, openBook, type PostingKind } from './ledger.ts';
import { balanceBreach, dayOf, type Limits, spend, spendingBreach } from './limits.ts';
import { MAX_BALANCE } from './money.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const none = { single: null, day: null, month: null, balance: null };
const tier = (number: number, limits: Partial<Limits>): Limits => ({ tier: number, ...none, ...limits });

function account(wallet: string, change: Partial<LockedWallet> = {}): LockedWallet {
  const flags = { frozen: false, closed: false, overdraft: false, livemode: false };
  const spent = { spentOn: null, spentDay: null, spentMonth: null };
  const owner = { ownerType: 'customer' as const, ownerId: wallet, currency: 'XOF', tier: 0, limits: null };
  return { wallet, ...owner, ...flags, ...spent, posted: 1_000n, held: 0n, position: 0n, ...change };
}

/** A time in microseconds, as `move` takes it. */
const at = (moment: string) => BigInt(Date.parse(moment)) * 1000n;
const NOON = '2026-05-10T12:00:00Z';

/** A customer with these limits, who pays a merchant. */
function payer(limits: readonly Limits[], change: Partial<LockedWallet> = {}) {
  const customer = account('customer', { limits, ...change });
  const shop = account('shop', { ownerType: 'merchant', tier: null });
  const book = openBook([customer, shop]);
  const movement = (amount: bigint, moment: string, more: Partial<Movement> = {}): Movement => ({
    ...{ kind: 'transfer', source: 's', from: 'customer', to: 'shop', amount, at: at(moment) },
    ...more,
  });
  const send = (amount: bigint, moment = NOON, more: Partial<Movement> = {}) =>
    move(book, movement(amount, moment, more));
  const breach = (amount: bigint, moment = NOON) => limitBreach(book, movement(amount, moment));
  return { customer, shop, book, send, breach };
}

describe("limits on a customer's spending apply", () => {
  it('to one movement', () => {
    const { send, breach } = payer([tier(0, { single: 100n })]);
    assert.equal(send(101n), 'limit_exceeded');
    assert.deepEqual(breach(101n), {
      code: 'limit_exceeded',
      limit: 'single',
      maximum: 100n,
      remaining: 100n,
      end: 'from',
    });
    assert.equal(send(100n), null);
    assert.equal(send(100n), null, 'it does not add up');
  });

  it('to a day, up to its last microsecond and not beyond', () => {
    const { send, breach, customer } = payer([tier(0, { day: 100n })]);
    assert.equal(send(60n, '2026-05-10T00:00:00Z'), null);
    assert.equal(send(41n, '2026-05-10T23:59:59.999Z'), 'limit_exceeded');
    assert.equal(breach(41n, '2026-05-10T23:59:59.999Z')?.remaining, 40n);
    assert.equal(send(40n, '2026-05-10T23:59:59.999Z'), null);
    assert.equal(send(100n, '2026-05-11T00:00:00Z'), null);
    assert.deepEqual([customer.spentDay, customer.spentMonth], [100n, 200n]);
  });

  it('to a calendar month, whatever its length', () => {
    for (const [last, next] of [
      ['2026-05-31', '2026-06-01'],
      ['2028-02-29', '2028-03-01'],
      ['2027-12-31', '2028-01-01'],
    ]) {
      const { send, customer } = payer([tier(0, { month: 100n })]);
      assert.equal(send(70n, `${last!.slice(0, 8)}01T00:00:00Z`), null);
      assert.equal(send(31n, `${last}T23:59:59Z`), 'limit_exceeded');
      assert.equal(send(30n, `${last}T23:59:59Z`), null);
      assert.equal(send(100n, `${next}T00:00:00Z`), null);
      assert.deepEqual([customer.spentDay, customer.spentMonth], [100n, 100n]);
    }
    const { send } = payer([tier(0, { month: 100n })]);
    assert.equal(send(100n, '2026-05-10T00:00:00Z'), null);
    assert.equal(send(100n, '2027-05-10T00:00:00Z'), null, 'the same month of another year is another');
    assert.equal(send(100n, '2028-05-10T00:00:00Z'), null);
    assert.equal(send(100n, '2040-04-10T00:00:00Z'), null, 'and one of another dozen of years');
  });

  it('only in currencies that have limits', () => {
    const free = account('customer', { limits: null });
    assert.equal(spendingBreach(free, 10n, 1), null);
    assert.equal(balanceBreach(free, 10n), null);
  });

  it('up to the last unit that the books can hold', () => {
    const heavy = account('customer', { spentOn: 1, spentDay: 0n, spentMonth: MAX_BALANCE - 1n });
    assert.equal(spend(heavy, 2n, 1), false);
    assert.equal(heavy.spentMonth, MAX_BALANCE - 1n);
    assert.equal(spend(heavy, 1n, 1), true);
    assert.equal(heavy.spentMonth, MAX_BALANCE);
  });

  it('by the day of the entry, so that a clock that steps back over midnight starts no second day', () => {
    const { send, customer } = payer([tier(0, { day: 100n })]);
    assert.equal(send(100n, '2026-05-11T00:00:01Z'), null);
    assert.equal(send(1n, '2026-05-10T23:59:59Z'), 'limit_exceeded');
    assert.equal(customer.spentOn, dayOf(at('2026-05-11T00:00:00Z')));
  });

  it('to payments and transfers, not to refunds, corrections and fees', () => {
    const counts = (kind: PostingKind) => {
      const { send, customer } = payer([tier(0, { day: 100n })]);
      assert.equal(send(10n, NOON, { kind }), null);
      return customer.spentDay === 10n;
    };
    const kinds: PostingKind[] = ['transfer', 'payment', 'fee', 'refund', 'funding', 'adjustment', 'payout'];
    assert.deepEqual(kinds.filter(counts), ['transfer', 'payment']);
    assert.equal(payer([tier(0, { day: 9n })]).send(10n, NOON, { kind: 'adjustment' }), null);
  });

  it('without stopping money in flight, which still counts', () => {
    const { send, customer, breach } = payer([tier(0, { day: 100n })]);
    assert.equal(send(150n, NOON, { settling: true }), null);
    assert.equal(customer.spentDay, 150n);
    assert.equal(breach(1n)?.remaining, 0n, 'never below zero');
  });

  it('with kyc_required if this tier may send nothing and a higher one may', () => {
    const may = (limits: Limits[], own: number) => payer(limits, { tier: own }).send(50n);
    assert.equal(may([tier(0, { single: 0n })], 0), 'kyc_required', 'a tier without limits may everything');
    assert.equal(may([tier(0, { day: 0n }), tier(1, { day: 50n }), tier(2, {})], 0), 'kyc_required');
    assert.equal(may([tier(0, { day: 0n }), tier(1, { day: 49n }), tier(2, {})], 0), 'kyc_required');
    assert.equal(may([tier(0, { day: 0n }), tier(1, { day: 0n }), tier(2, { day: 49n })], 0), 'limit_exceeded');
    assert.equal(may([tier(0, { day: 49n })], 0), 'limit_exceeded', 'it may something');
    assert.equal(may([tier(2, { month: 0n })], 2), 'limit_exceeded', 'there is nothing above');
    assert.equal(may([tier(0, { day: 0n })], 1), null);
  });

  it('after the checks for a freeze and for funds', () => {
    const { send } = payer([tier(0, { single: 0n })], { posted: 10n });
    assert.equal(send(11n), 'insufficient_funds');
    assert.equal(payer([tier(0, { single: 0n })], { frozen: true }).send(1n), 'wallet_frozen');
  });

  it('only to wallets with a tier', () => {
    const { send, customer } = payer([tier(0, { single: 0n, day: 0n, month: 0n })], { tier: null });
    assert.equal(send(1_000n), null);
    assert.deepEqual([customer.spentOn, customer.spentDay, customer.spentMonth], [null, null, null]);
  });

  it('without counting beyond the largest number, with or without a limit', () => {
    const full = { spentOn: dayOf(at(NOON)), spentDay: 1n, spentMonth: MAX_BALANCE };
    const { send, book } = payer([], full);
    assert.equal(send(1n), 'limit_exceeded');
    assert.equal(book.changed.size, 0);
    assert.equal(payer([tier(0, { month: MAX_BALANCE })], full).send(1n), 'limit_exceeded');
  });
});

describe("the limit on a customer's balance", () => {
  const holder = (limits: readonly Limits[], kind: PostingKind = 'transfer', settling = false) => {
    const shop = account('shop', { ownerType: 'merchant', tier: null, posted: 10_000n });
    const customer = account('customer', { limits, posted: 60n, held: 20n });
    const book = openBook([shop, customer]);
    const movement = (amount: bigint): Movement => ({
      ...{ kind, source: 's', from: 'shop', to: 'customer', amount, at: at(NOON), settling },
    });
    return {
      receive: (amount: bigint) => move(book, movement(amount)),
      breach: (amount: bigint) => limitBreach(book, movement(amount)),
    };
  };
  const limits = [tier(0, { balance: 100n })];

  it('counts reserved money too, and names the end of the movement', () => {
    assert.equal(holder(limits).receive(40n), null);
    assert.equal(holder(limits).receive(41n), 'limit_exceeded');
    assert.deepEqual(holder(limits).breach(41n), {
      code: 'limit_exceeded',
      limit: 'balance',
      maximum: 100n,
      remaining: 40n,
      end: 'to',
    });
    assert.equal(holder([tier(0, { balance: 0n })]).receive(1n), 'kyc_required');
  });

  it('refuses new money, never returned money', () => {
    const kinds: PostingKind[] = ['transfer', 'payment', 'fee', 'refund', 'funding', 'adjustment', 'payout'];
    const refused = kinds.filter((kind) => holder(limits, kind).receive(41n) !== null);
    assert.deepEqual(refused, ['transfer', 'payment', 'funding', 'payout']);
    for (const kind of kinds) assert.equal(holder(limits, kind, true).receive(41n), null, `${kind} under way`);
  });
});

describe(`any movements over any days (SEED=${seed})`, () => {
  it('have the same sums as a naive count, and never exceed a limit', () => {
    const sends = fc.array(fc.record({ amount: fc.bigInt(1n, 60n), day: fc.nat(70) }), { maxLength: 40 });
    const limit = fc.option(fc.bigInt(0n, 150n), { nil: null });
    fc.assert(
      fc.property(sends, limit, limit, limit, (sequence, single, day, month) => {
        const own = tier(2, { single, day, month });
        const { send, customer } = payer([own], { tier: 2, posted: 10_000n });
        const start = Date.parse('2027-12-20T00:00:00Z');
        const done: { amount: bigint; date: string }[] = [];
        // The clock goes forward here. Another test covers a step back.
        for (const one of sequence.sort((a, b) => a.day - b.day)) {
          const date = new Date(start + one.day * 86_400_000).toISOString();
          const sum = (characters: number) =>
            done
              .filter((other) => other.date.slice(0, characters) === date.slice(0, characters))
              .reduce((total, other) => total + other.amount, one.amount);
          const fits = (maximum: bigint | null, used: bigint) => maximum === null || used <= maximum;
          const expected = fits(single, one.amount) && fits(day, sum(10)) && fits(month, sum(7));
          assert.equal(send(one.amount, date), expected ? null : 'limit_exceeded');
          if (!expected) continue;
          assert.deepEqual([customer.spentDay, customer.spentMonth], [sum(10), sum(7)]);
          done.push({ amount: one.amount, date });
        }
      }),
      { seed, numRuns: 500 },
    );
  });
});
