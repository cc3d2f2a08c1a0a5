/** Longer than the largest amount of one payment, with its separators. */
const LONGEST = 30;

/**
 * An amount as people type it, in minor units: `1 500`, `1.500,50`, `1,500.5`, `XOF 1500` or Arabic digits. The last
 * separator is the decimal one if as many digits follow as the currency may have. Otherwise separators must part groups
 * of three digits.
 * @returns null if it is not an amount in this currency
 */
export function readTypedAmount(typed: string, exponent: number): bigint | null {
  if (typed.length > LONGEST) return null;
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\s'’_]/gu, '')
    .replace(/٫/g, '.')
    .replace(/^[\p{L}\p{Sc}]+|[\p{L}\p{Sc}]+$/gu, '');
  if (!/^\d[\d.,]*$/.test(text)) return null;
  const [, head = '', tail = ''] = /^(.*?)(?:[.,](\d*))?$/.exec(splitAtLast(text, exponent)) ?? [];
  if (!/^\d+$|^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)$/.test(head)) return null;
  if (tail.length > exponent) return null;
  const amount = BigInt(head.replace(/[.,]/g, '') + tail.padEnd(exponent, '0'));
  return amount > 0n ? amount : null;
}

/** A separator for a decimal point is written as one at the end of a whole number too: `1.500` is `1.500.` in XOF. */
function splitAtLast(text: string, exponent: number): string {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return `${text}.`;
  const after = text.length - last - 1;
  const separator = text[last]!;
  const repeats = text.indexOf(separator) !== last;
  const isDecimal = !repeats && after <= exponent;
  return isDecimal ? text : `${text}.`;
}

/** Decimal digits of a script are consecutive, and each block begins at a zero. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
  return String(code - zero);
}
