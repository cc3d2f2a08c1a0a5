import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type FeeSchedule, type FeeTier, faultIn, feeBy, feeOn, flatSchedule, tierOf } from './fee.ts';
import { ALL_RAILS, asOf, type RailSchedule, scheduleFor } from './fee-schedules.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 2_000 };
const MOST = 999_999_999_999n;

const part = fc.oneof(fc.bigInt(0n, 50n), fc.bigInt(0n, 5_000n));
const bound = fc.option(part, { nil: null });
const rate = fc.record({ basisPoints: fc.nat(10_000), fixed: part, minimum: bound, maximum: bound });
const tier = (from: fc.Arbitrary<bigint>): fc.Arbitrary<FeeTier> =>
  fc.tuple(from, rate).map(([at, of]) => ({ ...of, from: at }));
const low = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 20_000n));
const free = (from: bigint): FeeTier => ({ from, basisPoints: 0, fixed: 0n, minimum: null, maximum: null });
/** Schedules as people write them: often usable, and often not. */
const schedule: fc.Arbitrary<FeeSchedule> = fc
  .array(tier(low), { maxLength: 5 })
  .map((tiers) => [free(1n), ...tiers.toSorted((a, b) => (a.from < b.from ? -1 : 1))]);

/** The fee without the cap, written independently. */
function plainFee(amount: bigint, { basisPoints, fixed, minimum, maximum }: FeeTier): bigint {
  const exact = amount * BigInt(basisPoints);
  const proportional = exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n);
  const fees = [proportional + fixed, minimum ?? 0n].toSorted((a, b) => Number(b - a));
  return maximum !== null && fees[0]! > maximum ? maximum : fees[0]!;
}

describe(`fee schedules (SEED=${seed})`, () => {
  it('that are accepted never need the cap: each fee fits its amount by itself', () => {
    let accepted = 0;
    fc.assert(
      fc.property(schedule, fc.array(fc.oneof(low, fc.bigInt(1n, MOST)), { minLength: 5 }), (tiers, amounts) => {
        if (faultIn(tiers)) return;
        accepted += 1;
        for (const amount of [...amounts, ...tiers.flatMap(({ from }) => [from, from + 1n])]) {
          const own = tiers.filter(({ from }) => from <= amount).at(-1)!;
          const fee = plainFee(amount, own);
          assert.equal(feeBy(amount, tiers), fee);
          assert.ok(fee <= amount, `${fee} of ${amount}`);
          if (own.minimum !== null) assert.ok(fee >= own.minimum);
          if (own.maximum !== null) assert.ok(fee <= own.maximum);
        }
      }),
      runs,
    );
    assert.ok(accepted > 100, `${accepted} of the schedules were accepted`);
  });

  it('that are refused for their fee have an amount in the tier that it exceeds', () => {
    fc.assert(
      fc.property(schedule, (tiers) => {
        const found = faultIn(tiers);
        if (found?.why !== 'exceeds') return;
        assert.deepEqual(plainFee(found.amount, tiers[found.tier]!), found.fee);
        assert.ok(found.fee > found.amount);
      }),
      runs,
    );
  });

  it('are refused with the place of the tier', () => {
    const of = (from: bigint, more: Partial<FeeTier> = {}) => ({ ...free(from), ...more });
    assert.deepEqual(faultIn([of(2n)]), { tier: 0, why: 'first' });
    assert.deepEqual(faultIn([of(1n), of(5n), of(5n)]), { tier: 2, why: 'order', before: 5n });
    assert.deepEqual(faultIn([of(1n), of(9n, { minimum: 5n, maximum: 4n })]), { tier: 1, why: 'bounds', minimum: 5n });
    assert.deepEqual(faultIn([of(1n), of(9n, { fixed: 10n })]), { tier: 1, why: 'exceeds', amount: 9n, fee: 10n });
    assert.deepEqual(faultIn([of(1n, { minimum: 2n })]), { tier: 0, why: 'exceeds', amount: 1n, fee: 2n });
    // A maximum lets a high rate fit.
    assert.equal(faultIn([of(1n), of(9n, { fixed: 10n, maximum: 9n })]), null);
  });

  it('have the tier of the whole amount, whose bounds are inclusive below and exclusive above', () => {
    const tiers = [
      free(1n),
      { ...free(100n), basisPoints: 1_000 },
      { ...free(1_000n), basisPoints: 100, minimum: 50n },
    ];
    const fees = [1n, 99n, 100n, 999n, 1_000n, 10_000n].map((amount) => feeBy(amount, tiers));
    assert.deepEqual(fees, [0n, 0n, 10n, 100n, 50n, 100n]);
    assert.equal(tierOf(999n, tiers).from, 100n);
  });

  it('of one rate are the fees of that rate, capped by the amount as before', () => {
    fc.assert(
      fc.property(low, fc.nat(10_000), part, (amount, basisPoints, fixed) => {
        assert.equal(feeBy(amount, flatSchedule({ basisPoints, fixed })), feeOn(amount, { basisPoints, fixed }));
      }),
      runs,
    );
    assert.equal(feeBy(7n, flatSchedule({ basisPoints: 10_000, fixed: 500n })), 7n);
  });
});

describe('the schedule of a rail', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const later = new Date('2026-01-01T00:15:00Z');
  const all: RailSchedule = { current: [free(1n)], next: null };
  const own = flatSchedule({ basisPoints: 100, fixed: 0n });

  it('is its own, or that of all rails, or free', () => {
    const both = new Map([
      [ALL_RAILS, all],
      ['mtn-ug', { current: own, next: null }],
    ]);
    assert.deepEqual(scheduleFor(both, 'mtn-ug'), { rail: 'mtn-ug', tiers: own, changesAt: null });
    assert.deepEqual(scheduleFor(both, 'wave'), { rail: null, tiers: all.current, changesAt: null });
    assert.deepEqual(scheduleFor(both, null), { rail: null, tiers: all.current, changesAt: null });
    assert.equal(feeBy(100n, scheduleFor(new Map(), 'wave').tiers), 0n);
  });

  it('changes at the start of a change, and not before', () => {
    const waiting: RailSchedule = { current: null, next: { tiers: own, startsAt: later } };
    assert.deepEqual(asOf(waiting, at), waiting);
    assert.deepEqual(asOf(waiting, later), { current: own, next: null });
    const both = new Map([
      [ALL_RAILS, all],
      ['mtn-ug', waiting],
    ]);
    assert.deepEqual(scheduleFor(both, 'mtn-ug'), { rail: null, tiers: all.current, changesAt: later });
    assert.equal(scheduleFor(both, 'wave').changesAt, null);
    assert.equal(scheduleFor(both, null).changesAt, later);
  });
});
