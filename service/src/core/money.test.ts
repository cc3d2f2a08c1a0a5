import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import { feeOn } from './fee.ts';
import { MAX_BALANCE, MAX_WALLET_BALANCE, toMinor } from './money.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 2000 };

const amount = fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, BigInt(MAX_AMOUNT)));
const rate = fc.record({ basisPoints: fc.nat(10_000), fixed: fc.oneof(fc.constant(0n), fc.bigInt(0n, 10_000n)) });

describe(`money (SEED=${seed})`, () => {
  it('is a whole number within bounds, or refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT }), (value) => toMinor(value) === BigInt(value)),
      runs,
    );
    for (const value of [
      0,
      -1,
      0.1,
      1.5,
      MAX_AMOUNT + 1,
      4_503_599_627_370.5,
      2 ** 53,
      1e308,
      Number.NaN,
      Infinity,
      -0,
    ]) {
      assert.throws(() => toMinor(value), new RangeError(`not an amount: ${value}`));
    }
  });

  it('never pays a negative fee or one above its amount', () => {
    fc.assert(
      fc.property(amount, rate, (value, one) => feeOn(value, one) >= 0n && feeOn(value, one) <= value),
      runs,
    );
  });

  it('rounds the proportional fee half up, to within half a minor unit', () => {
    fc.assert(
      fc.property(amount, fc.nat(10_000), (value, basisPoints) => {
        // In ten-thousandths: rounding changes the fee by more than −5 000 and at most 5 000.
        const off = feeOn(value, { basisPoints, fixed: 0n }) * 10_000n - value * BigInt(basisPoints);
        return off > -5_000n && off <= 5_000n;
      }),
      runs,
    );
    const cases: [bigint, number, bigint, bigint][] = [
      [1_000n, 150, 0n, 15n],
      [30n, 500, 0n, 2n],
      [29n, 500, 0n, 1n],
      [1n, 4_999, 0n, 0n],
      [1n, 5_000, 0n, 1n],
      [100n, 0, 25n, 25n],
      [10n, 0, 25n, 10n],
      [BigInt(MAX_AMOUNT), 10_000, 1n, BigInt(MAX_AMOUNT)],
    ];
    for (const [value, basisPoints, fixed, fee] of cases) assert.equal(feeOn(value, { basisPoints, fixed }), fee);
  });

  it('pays a higher fee for a larger amount', () => {
    fc.assert(
      fc.property(amount, amount, rate, (a, b, one) => a > b || feeOn(a, one) <= feeOn(b, one)),
      runs,
    );
  });

  it("fits the database, and a wallet's balance fits a double, so that any JSON reader keeps the last unit", () => {
    assert.equal(MAX_BALANCE, 9_223_372_036_854_775_807n);
    assert.equal(JSON.parse(String(MAX_WALLET_BALANCE)), 9_007_199_254_740_991);
    assert.equal(BigInt(JSON.parse(String(MAX_WALLET_BALANCE))), MAX_WALLET_BALANCE);
  });
});
