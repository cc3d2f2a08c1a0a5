/** A shilling is 100 minor units, and the provider moves whole shillings only. */
const CENTS = 100n;

/** @returns the amount as the provider wants it, such as `150`; null if it is not in whole shillings */
export const toShillings = (minor: bigint): string | null =>
  minor > 0n && minor % CENTS === 0n ? String(minor / CENTS) : null;

const AMOUNT = /^(-?)(\d{1,15})(?:\.(\d{1,2})0*)?$/;

/**
 * Reads an amount in shillings from text or a number: `150`, `"150.00"`, `22.4`. `String` of a number gives its shortest
 * decimal form, so no floating-point arithmetic takes part.
 * @returns minor units, or null if it is no amount
 */
export function readShillings(value: unknown): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const [, sign, whole, cents = ''] = AMOUNT.exec(String(value).trim().replaceAll(',', '')) ?? [];
  if (whole === undefined) return null;
  const minor = BigInt(whole) * CENTS + BigInt(cents.padEnd(2, '0'));
  return sign === '-' ? -minor : minor;
}
