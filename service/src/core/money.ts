import { MAX_AMOUNT } from '../../../contract/src/fields.ts';

/** An amount as the contract lets it in: a whole number of minor units, already validated. */
export function toMinor(amount: number): bigint {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MAX_AMOUNT)
    throw new RangeError(`not an amount: ${amount}`);
  return BigInt(amount);
}

export type FeeRate = { readonly basisPoints: number; readonly fixed: bigint };

/**
 * The fee on an amount: basis points rounded half up to the minor unit, plus the fixed part, never more than the amount.
 * Refunds do not give it back.
 */
export function feeOn(amount: bigint, rate: FeeRate): bigint {
  const proportional = (amount * BigInt(rate.basisPoints) + 5_000n) / 10_000n;
  const fee = proportional + rate.fixed;
  return fee < amount ? fee : amount;
}

/** The largest balance the database can hold (bigint). */
export const MAX_BALANCE = 2n ** 63n - 1n;
