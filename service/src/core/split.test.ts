import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { askedShare, divideNet, type ShareRule } from './split.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const fixed = (amount: bigint): ShareRule => ({ amount, basisPoints: null });
const part = (basisPoints: number): ShareRule => ({ amount: null, basisPoints });

const rule = fc.oneof(fc.bigInt(1n, 10n ** 12n).map(fixed), fc.integer({ min: 1, max: 10_000 }).map(part));
const rules = fc.array(rule, { minLength: 1, maxLength: 20 });
const sumOf = (those: readonly bigint[]) => those.reduce((sum, one) => sum + one, 0n);

describe(`shares of a net (SEED=${seed})`, () => {
  it('sum with the rest to the net, and none is above its rule', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), rules, (net, rules) => {
        const { shares, rest } = divideNet(net, rules);
        assert.equal(sumOf(shares) + rest, net);
        assert.ok(rest >= 0n);
        let isShort = false;
        for (const [i, share] of shares.entries()) {
          const asked = askedShare(net, rules[i]!);
          assert.ok(share >= 0n && share <= asked);
          assert.ok(!isShort || share === 0n, 'after a share that was cut, nothing is left for the others');
          isShort ||= share < asked;
        }
        if (isShort) assert.equal(rest, 0n);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('of basis points are rounded down by less than one unit each', () => {
    const points = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), points, (net, points) => {
        const { shares, rest } = divideNet(net, points.map(part));
        for (const [i, share] of shares.entries()) {
          const left = net * BigInt(points[i]!) - share * 10_000n;
          assert.ok(left >= 0n && left < 10_000n);
        }
        const whole = points.reduce((sum, one) => sum + one, 0);
        if (whole === 10_000) assert.ok(rest < BigInt(points.length));
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('is divided in the order given', () => {
    assert.deepEqual(divideNet(100n, [fixed(70n), part(5_000)]), { shares: [70n, 30n], rest: 0n });
    assert.deepEqual(divideNet(100n, [part(5_000), fixed(70n)]), { shares: [50n, 50n], rest: 0n });
    assert.deepEqual(divideNet(100n, [part(3_333), part(3_333), part(3_334)]), { shares: [33n, 33n, 33n], rest: 1n });
  });
});
