import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { feeOn } from './fee.ts';
import { chargeOf, priceOf } from './fee-bearer.ts';
import { remaining } from './refund.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const amount = fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 499_999_999_999n));
const rate = fc.record({ basisPoints: fc.nat(10_000), fixed: fc.bigInt(0n, 500n) });
const bearer = fc.constantFrom('merchant' as const, 'payer' as const);

it(`the money of the payer is the net, the fee and the refunds, to the unit (SEED=${seed})`, () => {
  const parts = fc.array(fc.nat(10_000), { maxLength: 8 });
  fc.assert(
    fc.property(amount, rate, bearer, parts, (asked, one, who, shares) => {
      const fee = feeOn(asked, one);
      const charge = chargeOf(asked, fee, who);
      assert.equal(priceOf(charge), asked);
      assert.ok(fee <= asked && fee <= charge.amount);
      const [payer, merchant] = [charge.amount, charge.amount - fee];
      assert.deepEqual([payer, merchant], who === 'payer' ? [asked + fee, asked] : [asked, asked - fee]);
      let refunded = 0n;
      const rest = () => remaining({ ...charge, amount_refunded: refunded, amount_refunding: 0n });
      for (const share of shares) refunded += (rest() * BigInt(share)) / 10_000n;
      refunded += rest();
      assert.deepEqual([refunded, rest()], [asked, 0n], 'refunds return the amount, and never the fee of the payer');
      assert.equal(payer - refunded, who === 'payer' ? fee : 0n);
    }),
    { seed, numRuns: 500 },
  );
});
