/**
 * The decimal text of an amount, made from the integer: 1050 of a currency with two decimals is "10.50", and 1000 is
 * "10".
 * @param exponent the decimals of the currency (ISO 4217)
 */
export function amountText(minor: bigint, exponent: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const part = digits.slice(digits.length - exponent);
  return /^0*$/.test(part) ? `${sign}${whole}` : `${sign}${whole}.${part}`;
}

/**
 * Reads an amount of an answer, as text, number or integer, without floating-point arithmetic.
 * @returns minor units; null if it is not an amount, or has more decimals than the currency
 */
export function readAmount(value: unknown, exponent: number): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const match = /^(-?)(\d{1,18})(?:\.(\d+))?$/.exec(String(value).trim());
  if (!match) return null;
  const [, sign, whole, part = ''] = match;
  const decimals = part.replace(/0+$/, '');
  if (decimals.length > exponent) return null;
  const minor = BigInt(whole! + decimals.padEnd(exponent, '0'));
  return sign ? -minor : minor;
}
