export type FeeRate = {
  readonly basisPoints: number;
  readonly fixed: bigint;
  /** The least and the most that is charged, in minor units. */
  readonly minimum?: bigint | null;
  readonly maximum?: bigint | null;
  /** The tax on the fee (`fee-tax.ts`); none if it is missing. */
  readonly taxBasisPoints?: number;
  /** Refunds return the fee and its tax (`fee-return.ts`); they keep it if this is missing. */
  readonly returned?: boolean;
};

/** The rate of the amounts from `from`, inclusive, to the next tier. */
export type FeeTier = Required<Omit<FeeRate, 'taxBasisPoints' | 'returned'>> &
  Pick<FeeRate, 'taxBasisPoints' | 'returned'> & { readonly from: bigint };

/** Tiers by ascending `from`; the first begins at 1. The tier of an amount applies to the whole amount. */
export type FeeSchedule = readonly FeeTier[];

/**
 * The fee on an amount: basis points rounded half up to the minor unit, plus the fixed part, between the minimum and
 * the maximum, never more than the amount.
 */
export function feeOn(amount: bigint, rate: FeeRate): bigint {
  const fee = uncapped(amount, rate);
  return fee < amount ? fee : amount;
}

/** The fee before the amount caps it. */
export function uncapped(amount: bigint, { basisPoints, fixed, minimum = null, maximum = null }: FeeRate): bigint {
  const fee = (amount * BigInt(basisPoints) + 5_000n) / 10_000n + fixed;
  if (minimum !== null && fee < minimum) return minimum;
  return maximum !== null && fee > maximum ? maximum : fee;
}

/** The rate of one tier: today's form, which the amount caps. */
export const flatSchedule = ({ basisPoints, fixed }: FeeRate): FeeSchedule => [
  { from: 1n, basisPoints, fixed, minimum: null, maximum: null },
];

export function tierOf(amount: bigint, schedule: FeeSchedule): FeeTier {
  return schedule.findLast(({ from }) => from <= amount) ?? schedule[0]!;
}

/** The fee on an amount by the tier that it is in. */
export const feeBy = (amount: bigint, schedule: FeeSchedule): bigint => feeOn(amount, tierOf(amount, schedule));

/** A tier that cannot be used, by its place, and why. */
export type TierFault = { readonly tier: number } & (
  | { readonly why: 'first' }
  | { readonly why: 'order'; readonly before: bigint }
  | { readonly why: 'bounds'; readonly minimum: bigint }
  | { readonly why: 'exceeds'; readonly amount: bigint; readonly fee: bigint }
  | { readonly why: 'exceeds_taxed'; readonly amount: bigint; readonly charge: bigint }
);

/**
 * The first tier that cannot be used. A fee must fit its amount without the cap. It is enough to look at the lowest
 * amount of a tier: at 10 000 basis points or less, one unit more of the amount adds at most one unit of fee.
 */
export function faultIn(schedule: FeeSchedule): TierFault | null {
  for (const [tier, { from, ...rate }] of schedule.entries()) {
    if (tier === 0 && from !== 1n) return { tier, why: 'first' };
    const before = schedule[tier - 1]?.from;
    if (before !== undefined && from <= before) return { tier, why: 'order', before };
    const { minimum, maximum } = rate;
    if (minimum !== null && maximum !== null && maximum < minimum) return { tier, why: 'bounds', minimum };
    const fee = uncapped(from, rate);
    if (fee > from) return { tier, why: 'exceeds', amount: from, fee };
  }
  return null;
}

/**
 * The fee of one capture, so that the captures together pay the fee on their sum, to the unit, in however many parts.
 * It is never more than the part.
 * @param before the sum of the captures before, and the fee that they have paid
 */
export function feeOfPart(part: bigint, before: { captured: bigint; fee: bigint }, rate: FeeRate): bigint {
  const due = feeOn(before.captured + part, rate) - before.fee;
  if (due <= 0n) return 0n;
  return due < part ? due : part;
}
