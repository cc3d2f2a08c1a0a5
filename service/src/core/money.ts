import { MAX_AMOUNT } from '../../../contract/src/fields.ts';

/** An amount as the contract lets it in: a whole number of minor units, already validated. */
export function toMinor(amount: number): bigint {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MAX_AMOUNT)
    throw new RangeError(`not an amount: ${amount}`);
  return BigInt(amount);
}

/** The largest balance the database can hold (bigint). */
export const MAX_BALANCE = 2n ** 63n - 1n;

/** The largest of a wallet that is not the system's: above it a JSON number is not read as it was written (RFC 8259, 6). */
export const MAX_WALLET_BALANCE = BigInt(Number.MAX_SAFE_INTEGER);
