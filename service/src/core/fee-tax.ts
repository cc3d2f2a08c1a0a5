import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import { type FeeRate, type FeeSchedule, feeOfPart, feeOn, type TierFault, tierOf, uncapped } from './fee.ts';

/** A fee and the tax on it. Together they are never more than the amount. */
export type Charge = { readonly fee: bigint; readonly tax: bigint };

export const noCharge: Charge = { fee: 0n, tax: 0n };

/** The tax on the final fee of an amount, rounded half up to the minor unit, and at most the rest beside the fee. */
export function taxOn(amount: bigint, fee: bigint, rate: FeeRate): bigint {
  return atMost(plainTax(fee, rate), amount - fee);
}

export function chargeOn(amount: bigint, rate: FeeRate): Charge {
  const fee = feeOn(amount, rate);
  return { fee, tax: taxOn(amount, fee, rate) };
}

/** The charge on an amount by the tier that it is in. */
export const chargeBy = (amount: bigint, schedule: FeeSchedule): Charge => chargeOn(amount, tierOf(amount, schedule));

/**
 * The charge of one capture. The taxes of all captures add up to the tax on the sum of their fees. A part that is too
 * small for its tax pays what it can, and the next part pays the rest.
 * @param before the sum of the captures before, and what they have paid
 */
export function chargeOfPart(part: bigint, before: Charge & { readonly captured: bigint }, rate: FeeRate): Charge {
  const fee = feeOfPart(part, before, rate);
  const due = taxOn(before.captured + part, before.fee + fee, rate) - before.tax;
  return { fee, tax: due > 0n ? atMost(due, part - fee) : 0n };
}

/**
 * The first tier whose fee and tax could exceed an amount in it. Between the two ends of a tier, the bound of their sum
 * is a straight line until the maximum fee, so the ends of that line are enough.
 */
export function taxFaultIn(schedule: FeeSchedule): TierFault | null {
  for (const [tier, rate] of schedule.entries()) {
    if (!rate.taxBasisPoints) continue;
    const last = (schedule[tier + 1]?.from ?? BigInt(MAX_AMOUNT) + 1n) - 1n;
    const flat = rate.maximum === null ? last : atMost(withTax(rate.maximum, rate) - 1n, last);
    for (const amount of [rate.from, flat < rate.from ? rate.from : flat]) {
      const charge = mostOn(amount, rate);
      if (charge > amount) return { tier, why: 'exceeds_taxed', amount, charge };
    }
  }
  return null;
}

/** A bound of the fee and the tax on an amount, which no rounding exceeds. */
function mostOn(amount: bigint, rate: FeeRate): bigint {
  const { basisPoints, fixed, minimum = null, maximum = null, taxBasisPoints = 0 } = rate;
  const [part, taxPart] = [BigInt(basisPoints), BigInt(taxBasisPoints)];
  if (part % 10_000n === 0n) return withTax(uncapped(amount, rate), rate);
  const most = ((2n * amount * part + 10_000n + 20_000n * fixed) * (10_000n + taxPart) + 100_000_000n) / 200_000_000n;
  const bounded = maximum === null ? most : atMost(most, withTax(maximum, rate));
  return minimum === null || bounded > withTax(minimum, rate) ? bounded : withTax(minimum, rate);
}

const plainTax = (fee: bigint, { taxBasisPoints = 0 }: FeeRate) => (fee * BigInt(taxBasisPoints) + 5_000n) / 10_000n;
const withTax = (fee: bigint, rate: FeeRate) => fee + plainTax(fee, rate);
const atMost = (a: bigint, b: bigint) => (a < b ? a : b);
