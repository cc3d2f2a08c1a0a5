export type FeeRate = { readonly basisPoints: number; readonly fixed: bigint };

/**
 * The fee on an amount: basis points rounded half up to the minor unit, plus the fixed part, never more than the
 * amount. Refunds do not return it.
 */
export function feeOn(amount: bigint, rate: FeeRate): bigint {
  const proportional = (amount * BigInt(rate.basisPoints) + 5_000n) / 10_000n;
  const fee = proportional + rate.fixed;
  return fee < amount ? fee : amount;
}
