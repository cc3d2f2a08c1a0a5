import currencyCodes from 'currency-codes';

/** @returns the decimals of a currency by ISO 4217, for example 0 for UGX and 2 for KES */
export function exponentOf(currency: string): number {
  const found = currencyCodes.code(currency);
  if (!found) throw new Error(`${currency} is not an ISO 4217 currency`);
  return found.digits;
}

const DECIMAL = /^(\d{1,15})(?:\.(\d+))?$/;

/**
 * Reads a decimal without floating-point arithmetic. Zeros behind the currency's decimals are accepted: '5.00' is
 * 5 UGX.
 * @returns minor units; null for anything else, for example '1e3', '-1' or '0.5' in UGX
 */
export function toMinor(text: string, exponent: number): bigint | null {
  const [, whole, decimals = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || /[^0]/.test(decimals.slice(exponent))) return null;
  return BigInt(whole + decimals.slice(0, exponent).padEnd(exponent, '0'));
}

/** @returns '10.50' for 1050n with 2 decimals, '1050' for 1050n without */
export function toDecimal(minor: bigint, exponent: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
