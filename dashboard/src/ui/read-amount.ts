/**
 * Typed text as minor units, with the separators of the page's language. A foreign mark is accepted if it can only be a
 * decimal mark: `1,5` on an English page, but not `1.000` on a French one, which may be a thousand. Null if the text is
 * not an amount, is ambiguous, or has more decimals than the currency.
 */
export function readAmount(text: string, exponent: number, tag: string): bigint | null {
  const bare = text.replace(SPACES, '');
  const read = readOwn(bare, tag) ?? readOther(bare);
  if (!read || read.fraction.length > exponent || read.whole.length > 12) return null;
  return BigInt(read.whole + read.fraction.padEnd(exponent, '0'));
}

type Read = { readonly whole: string; readonly fraction: string };

/** Some languages group with spaces, some with an apostrophe. No language uses them for anything else. */
const SPACES = /[\s'’]/g;

function readOwn(text: string, tag: string): Read | null {
  const format = new Intl.NumberFormat(tag, { useGrouping: 'always' });
  const decimal = format.formatToParts(1.5).find(({ type }) => type === 'decimal')!.value;
  const [grouped = '', fraction, ...more] = text.split(decimal);
  const whole = grouped.replace(/\D/g, '');
  const isPlain = grouped === whole;
  // Groups must be where the language has them: `1,00,000` is a number in India, but not in England.
  const isGrouped = () => grouped === format.format(BigInt(whole)).replace(SPACES, '');
  if (whole === '' || more.length > 0 || !/^\d*$/.test(fraction ?? '') || fraction === '') return null;
  return isPlain || isGrouped() ? { whole, fraction: fraction ?? '' } : null;
}

function readOther(text: string): Read | null {
  const [, whole, fraction] = /^(\d+)[.,](\d+)$/.exec(text) ?? [];
  if (!whole || !fraction) return null;
  return fraction.length !== 3 || whole === '0' ? { whole, fraction } : null;
}
