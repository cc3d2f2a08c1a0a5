import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type FeeSchedule, type FeeTier, faultIn, feeBy, feeOn } from './fee.ts';
import { type Charge, chargeBy, chargeOfPart, chargeOn, noCharge, taxFaultIn, taxOn } from './fee-tax.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: Number(process.env.RUNS ?? 2_000) };
const MOST = 999_999_999_999n;

const part = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 5_000n));
const bound = fc.option(part, { nil: null });
const points = fc.oneof(fc.nat(10_000), fc.constantFrom(0, 250, 5_000, 10_000));
const rate = fc.record({ basisPoints: points, fixed: part, minimum: bound, maximum: bound, taxBasisPoints: points });
const low = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 20_000n));
const amount = fc.oneof(low, fc.bigInt(1n, MOST));
const free = (from: bigint, taxBasisPoints: number): FeeTier => ({
  ...{ from, basisPoints: 0, fixed: 0n, minimum: null, maximum: null, taxBasisPoints },
});
const schedule: fc.Arbitrary<FeeSchedule> = fc
  .tuple(points, fc.uniqueArray(low, { maxLength: 4 }), fc.array(rate, { minLength: 4, maxLength: 4 }))
  .map(([taxBasisPoints, froms, rates]) => [
    free(1n, taxBasisPoints),
    ...froms
      .filter((from) => from > 1n)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((from, i): FeeTier => ({ ...rates[i]!, from, taxBasisPoints })),
  ]);

const range = (from: bigint, count: number) => Array.from({ length: count }, (_, i) => from + BigInt(i));

/** The tax on a fee, written independently. */
function plainTax(fee: bigint, taxBasisPoints: number): bigint {
  const exact = fee * BigInt(taxBasisPoints);
  return exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n);
}

describe(`taxes on fees (SEED=${seed})`, () => {
  it('have these values', () => {
    const golden = [
      // amount, basis points, fixed, tax, and then the fee and the tax on it
      [5_000n, 150, 0n, 1_800, 75n, 14n],
      [1_020n, 250, 0n, 1_800, 26n, 5n],
      [1_000n, 200, 5n, 1_800, 25n, 5n],
      // 2.5 is rounded up, 2.4999 down.
      [10_000n, 0, 10n, 2_500, 10n, 3n],
      [10_000n, 0, 10n, 2_499, 10n, 2n],
      [999_999_999_999n, 10_000, 0n, 10_000, 999_999_999_999n, 0n],
      [1n, 10_000, 500n, 10_000, 1n, 0n],
      [100n, 8_000, 0n, 5_000, 80n, 20n],
      [100n, 0, 0n, 10_000, 0n, 0n],
      [100n, 500, 0n, 0, 5n, 0n],
    ] as const;
    for (const [of, basisPoints, fixed, taxBasisPoints, fee, tax] of golden)
      assert.deepEqual(chargeOn(of, { basisPoints, fixed, taxBasisPoints }), { fee, tax }, String(of));
  });

  it('never exceed with their fee the amount, and are none without a rate or a fee', () => {
    fc.assert(
      fc.property(amount, rate, (of, one) => {
        const { fee, tax } = chargeOn(of, one);
        assert.equal(fee, feeOn(of, one), 'the fee is the same as without a tax');
        const whole = plainTax(fee, one.taxBasisPoints);
        assert.equal(tax, whole < of - fee ? whole : of - fee);
        assert.ok(tax >= 0n && fee + tax <= of);
        assert.deepEqual(chargeOn(of, { ...one, taxBasisPoints: 0 }), { fee, tax: 0n });
        assert.equal(taxOn(of, 0n, one), 0n);
      }),
      runs,
    );
  });

  it('of tiers that are accepted need no cap: the whole tax fits, at every amount of every tier', () => {
    let accepted = 0;
    fc.assert(
      fc.property(schedule, fc.array(amount, { minLength: 5 }), (tiers, amounts) => {
        if (faultIn(tiers) || taxFaultIn(tiers)) return;
        accepted += 1;
        const ends = tiers.flatMap(({ from }, i) => [from, from + 1n, (tiers[i + 1]?.from ?? MOST + 1n) - 1n]);
        const near = tiers.flatMap(({ from, maximum }) => [from, maximum ?? 0n].flatMap((at) => range(at, 60)));
        for (const of of [...amounts, ...ends, ...near]) {
          if (of < 1n) continue;
          const { fee, tax } = chargeBy(of, tiers);
          assert.deepEqual([fee, tax], [feeBy(of, tiers), plainTax(fee, tiers[0]!.taxBasisPoints!)], `${of}`);
        }
      }),
      runs,
    );
    assert.ok(accepted > runs.numRuns / 20, `${accepted} of the schedules were accepted`);
  });

  it('are refused with the tier and the amount that they could exceed, and usual rates are not', () => {
    const of = (from: bigint, more: Partial<FeeTier>): FeeTier => ({ ...free(from, 1_800), ...more });
    const usual = [of(1n, {}), of(100n, { basisPoints: 250, fixed: 5n, minimum: 20n })];
    assert.equal(taxFaultIn([...usual, of(10_000n, { basisPoints: 100, maximum: 500n })]), null);
    assert.equal(taxFaultIn([of(1n, { basisPoints: 150 })]), null);
    assert.equal(taxFaultIn([of(1n, { minimum: 1n })]), null);
    assert.equal(taxFaultIn([of(1n, {}), of(100n, { fixed: 85n })]), null);
    assert.deepEqual(taxFaultIn([of(1n, {}), of(100n, { fixed: 86n })]), {
      ...{ tier: 1, why: 'exceeds_taxed', amount: 100n, charge: 101n },
    });
    // 50 % and a tax of 100 % fit 2 (1 and 1) but not 3, where the fee is rounded up: 2 and 2.
    const half = taxFaultIn([
      of(1n, { taxBasisPoints: 10_000 }),
      of(2n, { basisPoints: 5_000, taxBasisPoints: 10_000 }),
    ]);
    assert.deepEqual([half?.tier, half?.why], [1, 'exceeds_taxed']);
    // The fee is the whole amount, so a small tax exceeds large amounts only.
    const steep = (from: bigint) => of(from, { basisPoints: 10_000, taxBasisPoints: 1 });
    const found = taxFaultIn([steep(1n)]);
    assert.deepEqual([found?.tier, found?.why === 'exceeds_taxed' && found.amount], [0, MOST]);
    assert.equal(taxFaultIn([steep(1n), of(5_000n, {})]), null);
    assert.equal(taxFaultIn([steep(1n), of(5_001n, {})])?.tier, 0);
    assert.equal(taxFaultIn([of(1n, { taxBasisPoints: 0, basisPoints: 10_000 })]), null);
  });

  it('of captures add up to the tax on the sum of their fees, and each fits its part', () => {
    const parts = fc.array(low, { minLength: 1, maxLength: 12 });
    let exact = 0;
    fc.assert(
      fc.property(parts, rate, (captures, one) => {
        let before: Charge & { captured: bigint } = { ...noCharge, captured: 0n };
        let isShort = false;
        for (const paid of captures) {
          const { fee, tax } = chargeOfPart(paid, before, one);
          assert.ok(fee >= 0n && tax >= 0n && fee + tax <= paid);
          before = { captured: before.captured + paid, fee: before.fee + fee, tax: before.tax + tax };
          const whole = taxOn(before.captured, before.fee, one);
          // The rest is only the part that did not fit.
          isShort = before.tax < whole;
          if (isShort) assert.equal(fee + tax, paid);
        }
        if (!isShort) {
          exact += 1;
          assert.equal(before.tax, taxOn(before.captured, before.fee, one));
        }
      }),
      runs,
    );
    assert.ok(exact > runs.numRuns / 2, `${exact} of the runs were exact`);
  });

  it('control: a tax that is rounded for each part does not add up', () => {
    const one = { basisPoints: 250, fixed: 0n, taxBasisPoints: 1_800 };
    const alone = Array.from({ length: 10 }, () => chargeOn(102n, one)).reduce((sum, { tax }) => sum + tax, 0n);
    let before: Charge & { captured: bigint } = { ...noCharge, captured: 0n };
    for (let i = 0; i < 10; i++) {
      const { fee, tax } = chargeOfPart(102n, before, one);
      before = { captured: before.captured + 102n, fee: before.fee + fee, tax: before.tax + tax };
    }
    assert.deepEqual(
      [chargeOn(1_020n, one), before],
      [
        { fee: 26n, tax: 5n },
        { captured: 1_020n, fee: 26n, tax: 5n },
      ],
    );
    assert.equal(alone, 10n);
  });
});
