import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { feeOn } from './fee.ts';
import { available, capture, type LockedWallet, move, openBook, release, reserve } from './ledger.ts';
import { payItems } from './payout.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 300 };

const account = (wallet: string, posted: bigint): LockedWallet => ({
  wallet,
  ownerType: wallet === 'shop' || wallet === 'seller' ? 'merchant' : 'system',
  ownerId: wallet,
  currency: 'TND',
  livemode: false,
  frozen: false,
  closed: false,
  overdraft: wallet === 'clearing',
  posted,
  held: 0n,
  position: 0n,
  tier: null,
  limits: null,
  spentOn: null,
  spentDay: null,
  spentMonth: null,
});
const rate = fc.record({ basisPoints: fc.nat(10_000), fixed: fc.bigInt(0n, 500n) });
const amount = fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 999_999_999_999n));
/** A payment, its refunded parts in ten-thousandths, and whether each succeeds. */
const sale = fc.record({
  amount,
  rate,
  refunds: fc.array(fc.record({ share: fc.nat(10_000), arrives: fc.boolean() }), { maxLength: 8 }),
});

/** Posts the gross amount in and the fee out, as a settlement does. @returns the fee */
function sell(book: ReturnType<typeof openBook>, gross: bigint, fee: bigint): void {
  const at = 1n;
  assert.equal(move(book, { kind: 'payment', source: 'pay', from: 'clearing', to: 'shop', amount: gross, at }), null);
  if (fee > 0n)
    assert.equal(move(book, { kind: 'fee', source: 'pay', from: 'shop', to: 'fees', amount: fee, at }), null);
}

describe(`fees and refunds (SEED=${seed})`, () => {
  it("are exact: money in equals the shop's balance, refunds and fees, whatever was rounded", () => {
    fc.assert(
      fc.property(fc.array(sale, { minLength: 1, maxLength: 20 }), (sales) => {
        const book = openBook(['shop', 'clearing', 'fees'].map((wallet) => account(wallet, 0n)));
        const shop = book.accounts.get('shop')!;
        let [grossSum, feeSum, backSum] = [0n, 0n, 0n];
        for (const { amount: gross, rate: one, refunds } of sales) {
          const fee = feeOn(gross, one);
          sell(book, gross, fee);
          [grossSum, feeSum] = [grossSum + gross, feeSum + fee];
          let rest = gross;
          for (const { share, arrives } of refunds) {
            const part = (rest * BigInt(share)) / 10_000n;
            const hold = { wallet: 'shop', source: 'rfd', amount: part, at: 1n };
            if (part === 0n || reserve(book, hold)) continue;
            if (!arrives) {
              release(book, hold);
              continue;
            }
            capture(book, { kind: 'refund', source: 'rfd', from: 'shop', to: 'clearing', amount: part, at: 1n });
            rest -= part;
            backSum += part;
          }
        }
        assert.equal(book.accounts.get('fees')!.posted, feeSum);
        assert.equal(shop.posted, grossSum - feeSum - backSum);
        assert.deepEqual([shop.held, available(shop) >= 0n], [0n, true]);
        assert.equal(
          [...book.accounts.values()].reduce((sum, { posted }) => sum + posted, 0n),
          0n,
        );
      }),
      runs,
    );
  });

  it("of a payout are each item's own: their sum is reserved, and a failed item costs nothing", () => {
    const item = fc.record({ amount, arrives: fc.boolean() });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 50 }), rate, (items, one) => {
        const share = items.reduce((sum, each) => sum + each.amount + feeOn(each.amount, one), 0n);
        const book = openBook([account('shop', share), account('seller', 0n), account('fees', 0n)]);
        assert.equal(reserve(book, { wallet: 'shop', source: 'pout', amount: share, at: 1n }), null);
        const payments = items.map((each, i) => ({
          item: `pit${i}`,
          amount: each.amount,
          fee: feeOn(each.amount, one),
          tax: 0n,
          to: each.arrives ? 'seller' : null,
        }));
        payItems(book, { payout: 'pout', wallet: 'shop', fees: 'fees', taxes: null }, payments, 2n);
        const paid = items.filter(({ arrives }) => arrives);
        const sumOf = (of: (each: bigint) => bigint) => paid.reduce((sum, each) => sum + of(each.amount), 0n);
        const fees = sumOf((each) => feeOn(each, one));
        assert.equal(book.accounts.get('fees')!.posted, fees);
        assert.equal(
          book.accounts.get('seller')!.posted,
          sumOf((each) => each),
        );
        assert.equal(available(book.accounts.get('shop')!), share - fees - sumOf((each) => each));
      }),
      runs,
    );
  });

  it('control: a fee that is rounded again for each part of a refund does not add up', () => {
    const part = { basisPoints: 250, fixed: 0n };
    const whole = feeOn(1_020n, part);
    const inParts = Array.from({ length: 1_020 }, () => feeOn(1n, part)).reduce((sum, fee) => sum + fee, 0n);
    assert.deepEqual([whole, inParts], [26n, 0n]);
  });
});
