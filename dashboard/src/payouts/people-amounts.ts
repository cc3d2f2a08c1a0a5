/** Signs that people write for a currency, beside its code and the signs that browsers know. */
const signs: Readonly<Record<string, readonly string[]>> = {
  XOF: ['f', 'fcfa', 'cfa', 'francs', 'francscfa', 'frs', 'fr'],
  XAF: ['f', 'fcfa', 'cfa', 'francs', 'francscfa', 'frs', 'fr'],
  HTG: ['g', 'gd', 'gde', 'gdes', 'gourdes', 'goud'],
  KES: ['ksh', 'kshs', 'sh', 'shs', '/=', '/-'],
  TZS: ['tsh', 'tshs', 'sh', 'shs', '/=', '/-'],
  UGX: ['ush', 'ugsh', 'sh', 'shs', '/=', '/-'],
  GNF: ['f', 'fg', 'francs'],
  RWF: ['f', 'rf', 'frw', 'francs'],
  CDF: ['f', 'fc', 'francs'],
  USD: ['us$', '$us', 'usd$', 'dollars'],
};

const intlSigns = (currency: string): string[] =>
  (['narrowSymbol', 'symbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value.toLowerCase().replace(/\s/g, '')),
  );

/** The text without spaces and without the currency's own sign; null if it names another currency. */
function withoutSign(text: string, currency: string): string | null {
  const bare = text.toLowerCase().replace(/[\s\p{Cf}]/gu, '');
  const [, before = '', number = '', behind = ''] = /^([^\d]*)(\d.*?)?([^\d.,'’]*)$/u.exec(bare) ?? [];
  const own = [currency.toLowerCase(), ...intlSigns(currency), ...(signs[currency] ?? [])];
  const isOwn = (sign: string) => sign === '' || own.includes(sign.replace(/[.,]$/, ''));
  return isOwn(before) && isOwn(behind) ? number.replace(/[.,]$/, '') : null;
}

/**
 * An amount as people write it (`30 000 F`, `1,250.50`, `1.250,50`), in minor units. Null if it is no amount, has more
 * decimals than the currency, or may mean two amounts: `1.250` in a currency with three decimals.
 */
export function readPeopleAmount(text: string, currency: string, exponent: number): bigint | null {
  const number = withoutSign(text, currency)?.replace(/['’]/g, '');
  if (!number || !/^\d[\d.,]*$/.test(number)) return null;
  const marks = [...new Set(number.replace(/\d/g, ''))];
  const last = number.slice(Math.max(number.lastIndexOf('.'), number.lastIndexOf(',')) + 1);
  const isOnce = marks.length > 0 && number.split(number.at(-last.length - 1)!).length === 2;
  // One mark before three digits groups thousands, and before one or two it is a decimal mark.
  const isDecimal = isOnce && (marks.length === 2 || last.length !== 3);
  if (marks.length > 0 && last.length === 3 && exponent === 3 && isOnce) return null;
  const whole = isDecimal ? number.slice(0, -last.length - 1) : number;
  const fraction = isDecimal ? last : '';
  if (!isGrouped(whole) || marks.length > 2) return null;
  const digits = whole.replace(/\D/g, '');
  const kept = fraction.slice(0, exponent).padEnd(exponent, '0');
  if (/[1-9]/.test(fraction.slice(exponent)) || digits.length > 12) return null;
  const amount = BigInt(digits + kept);
  return amount < 1_000_000_000_000n ? amount : null;
}

/** `1250`, `1.250`, `1,250,000`: groups of three after the first, with one mark. */
const isGrouped = (text: string) => /^\d+$/.test(text) || /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(text);

/** `0`, `0.00`, `0 F`: written for someone who gets nothing this time. */
export const isZero = (text: string): boolean => /^[^\d]*0+(?:[.,]0+)?[^\d]*$/u.test(text.trim());
