import { MAX_AMOUNT } from '../../../contract/src/fields.ts';

/** An amount as the contract lets it in: a whole number of minor units, already validated. */
export function toMinor(amount: number): bigint {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MAX_AMOUNT)
    throw new RangeError(`not an amount: ${amount}`);
  return BigInt(amount);
}

/** The largest balance the database can hold (bigint). */
export const MAX_BALANCE = 2n ** 63n - 1n;
