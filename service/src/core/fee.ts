export type FeeRate = { readonly basisPoints: number; readonly fixed: bigint };

/** As a record stores it. JSON has numbers, which are exact because no fixed part exceeds 2^53. */
export type StoredRate = { readonly basis_points: number; readonly fixed: number };

/**
 * The fee on an amount: basis points rounded half up to the minor unit, plus the fixed part, never more than the
 * amount. Refunds do not return it.
 */
export function feeOn(amount: bigint, rate: FeeRate): bigint {
  const proportional = (amount * BigInt(rate.basisPoints) + 5_000n) / 10_000n;
  const fee = proportional + rate.fixed;
  return fee < amount ? fee : amount;
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
