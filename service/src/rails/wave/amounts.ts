import currencyCodes from 'currency-codes';

/** docs.wave.com, Checkout: an amount has at most two decimals, whatever ISO 4217 allows. */
const MOST_DECIMALS = 2;
/** An amount as Wave writes it, and as other services in front of it may rewrite it: a sign, digits, decimals. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** @returns the decimals of Wave's amounts in this currency: none for XOF, two for GMD; null for an unknown currency */
export function waveDecimals(currency: string): number | null {
  const known = currencyCodes.code(currency);
  return known?.code === currency ? Math.min(known.digits, MOST_DECIMALS) : null;
}

/**
 * @param minor a positive amount in minor units
 * @returns the amount as Wave's checkout takes it: `1500` for 1500 XOF, `15.50` for 1550 GMD, `15` for 1500 GMD
 */
export function waveAmount(minor: bigint, currency: string): string {
  const decimals = waveDecimals(currency) ?? 0;
  const digits = minor.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals);
  return /[1-9]/.test(part) ? `${whole}.${part}` : whole;
}

/** @returns the amount as Wave's payout takes it, which is a whole number; null if the amount has a part of a unit */
export function wavePayoutAmount(minor: bigint, currency: string): string | null {
  const text = waveAmount(minor, currency);
  return text.includes('.') ? null : text;
}

/**
 * Reads an amount that arrives as text or as a number, without floating-point arithmetic.
 *
 * @returns minor units, negative for money that left the wallet; null for everything that is not an exact amount
 */
export function readWaveAmount(value: unknown, currency: string): bigint | null {
  const decimals = waveDecimals(currency);
  if (decimals === null || (typeof value !== 'string' && typeof value !== 'number')) return null;
  const [, sign, whole, part = ''] = DECIMAL.exec(String(value)) ?? [];
  if (whole === undefined || /[1-9]/.test(part.slice(decimals))) return null;
  const minor = BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'));
  return sign === '-' ? -minor : minor;
}
