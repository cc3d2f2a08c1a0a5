import { amountText, readAmount } from '../amount-text.ts';

/** KES has two decimals (ISO 4217), and the provider moves whole shillings only. */
const EXPONENT = 2;
const CENTS = 100n;

/** @returns the amount as the provider wants it, such as `150`; null if it is not in whole shillings */
export const toShillings = (minor: bigint): string | null =>
  minor > 0n && minor % CENTS === 0n ? amountText(minor, EXPONENT) : null;

/** Reads an amount in shillings: `150`, `"150.00"`, `22.4`. @returns minor units, or null if it is no amount */
export const readShillings = (value: unknown): bigint | null => readAmount(value, EXPONENT);
