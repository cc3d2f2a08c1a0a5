import { MAX_AMOUNT } from '../../../contract/src/fields.ts';

/** An amount as the contract accepts it: a whole number of minor units, already validated. */
export function toMinor(amount: number): bigint {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MAX_AMOUNT)
    throw new RangeError(`not an amount: ${amount}`);
  return BigInt(amount);
}

/** The largest balance that the database can hold (bigint). */
export const MAX_BALANCE = 2n ** 63n - 1n;

/** The largest balance of a wallet that is not the system's. JSON readers may round larger numbers (RFC 8259, 6). */
export const MAX_WALLET_BALANCE = BigInt(Number.MAX_SAFE_INTEGER);
