import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chargeToReturn, leastReturn, type Returnable } from './fee-return.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: Number(process.env.RUNS ?? 2_000) };
const MOST = 999_999_999_999n;

const paid = (amount: bigint, fee: bigint, tax: bigint, rule: 'kept' | 'returned' = 'returned'): Returnable => ({
  ...{ amount, price: null, fee, tax, amount_refunded: 0n, fee_on_refund: rule, fee_returned: 0n, tax_returned: 0n },
});
/** Shares of a payment that sum to at most its amount, as parts of ten thousand. */
const payment = fc
  .tuple(fc.oneof(fc.bigInt(1n, 40n), fc.bigInt(1n, MOST)), fc.bigInt(0n, 10_000n), fc.bigInt(0n, 10_000n))
  .map(([amount, part, taxPart]) => {
    const fee = (amount * part) / 10_000n;
    return paid(amount, fee, ((amount - fee) * taxPart) / 10_000n);
  });
const weights = fc.array(fc.bigInt(0n, 1_000n), { minLength: 1, maxLength: 12 });

/** Refunds of the whole payment in parts of these weights; the last one is the rest. */
function partsOf(amount: bigint, weights: readonly bigint[]): bigint[] {
  let rest = amount;
  const parts = weights.map((weight) => {
    const part = (rest * weight) / 1_000n;
    rest -= part;
    return part;
  });
  return [...parts, rest].filter((part) => part > 0n);
}

/** The payment after this refund has succeeded. */
function after(of: Returnable, refund: bigint): Returnable {
  const { fee, tax } = chargeToReturn(of, refund);
  return {
    ...{ ...of, amount_refunded: of.amount_refunded + refund },
    ...{ fee_returned: of.fee_returned + fee, tax_returned: of.tax_returned + tax },
  };
}

describe(`fees that return with refunds (SEED=${seed})`, () => {
  it('have these values', () => {
    const first = after(paid(1_000n, 25n, 5n), 333n);
    assert.deepEqual([first.fee_returned, first.tax_returned], [8n, 1n]);
    const second = after(first, 333n);
    assert.deepEqual([second.fee_returned, second.tax_returned], [16n, 3n]);
    const last = after(second, 334n);
    assert.deepEqual([last.fee_returned, last.tax_returned], [25n, 5n]);
    assert.deepEqual(chargeToReturn(paid(1_000n, 25n, 5n, 'kept'), 1_000n), { fee: 0n, tax: 0n });
    assert.equal(leastReturn(paid(1_000n, 25n, 5n, 'kept'), 1_000n), 0n);
  });

  it('come back only with the whole payment if the payer bears them', () => {
    const borne = { ...paid(1_030n, 25n, 5n), price: 1_000n };
    for (const part of [1n, 1_000n, 1_029n]) {
      assert.deepEqual([chargeToReturn(borne, part), leastReturn(borne, part)], [{ fee: 0n, tax: 0n }, 0n]);
    }
    assert.deepEqual([chargeToReturn(borne, 1_030n), leastReturn(borne, 1_030n)], [{ fee: 25n, tax: 5n }, 30n]);
  });

  it('come back wholly with the whole payment, in whatever parts, and never more before', () => {
    fc.assert(
      fc.property(payment, weights, (of, weights) => {
        let now = of;
        for (const part of partsOf(of.amount, weights)) {
          const back = chargeToReturn(now, part);
          assert.ok(back.fee >= 0n && back.tax >= 0n);
          now = after(now, part);
          // The proportion, written without a division.
          for (const [whole, returned] of [
            [of.fee, now.fee_returned],
            [of.tax, now.tax_returned],
          ] as const) {
            assert.ok(returned * of.amount <= whole * now.amount_refunded);
            assert.ok((returned + 1n) * of.amount > whole * now.amount_refunded);
          }
        }
        assert.deepEqual([now.fee_returned, now.tax_returned], [of.fee, of.tax]);
      }),
      runs,
    );
  });

  it('cover the part that a refund did not reserve, whatever succeeded before it', () => {
    fc.assert(
      fc.property(payment, weights, (of, weights) => {
        let now = of;
        for (const part of partsOf(of.amount, weights)) {
          const { fee, tax } = chargeToReturn(now, part);
          const least = leastReturn(of, part);
          assert.ok(fee + tax >= least && least <= part);
          now = after(now, part);
        }
      }),
      runs,
    );
  });

  it('are zero-sum: what the payer, the merchant and the two wallets for fees and taxes have stays the same', () => {
    fc.assert(
      fc.property(payment, weights, (of, weights) => {
        let now = of;
        const balances = { payer: 0n, merchant: of.amount - of.fee - of.tax, fees: of.fee, taxes: of.tax };
        for (const part of partsOf(of.amount, weights)) {
          const { fee, tax } = chargeToReturn(now, part);
          balances.payer += part;
          balances.merchant += fee + tax - part;
          balances.fees -= fee;
          balances.taxes -= tax;
          const { payer, merchant, fees, taxes } = balances;
          assert.equal(payer + merchant + fees + taxes, of.amount);
          assert.ok(fees >= 0n && taxes >= 0n);
          now = after(now, part);
        }
        assert.deepEqual(balances, { payer: of.amount, merchant: 0n, fees: 0n, taxes: 0n });
      }),
      runs,
    );
  });
});
