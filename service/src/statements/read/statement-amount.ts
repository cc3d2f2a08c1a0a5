import { shownText } from './shown-text.ts';

/** How a file writes numbers. An empty `group` means that there is no group separator. */
export type NumberStyle = { readonly decimal: '.' | ','; readonly group: '' | '.' | ',' | ' ' | "'" };

/** Minor units, or the reason why the text is no amount. */
export type ParsedAmount = { readonly minor: bigint } | { readonly fault: string };

/** Spreadsheets and browsers write these for a space between groups: NBSP, narrow NBSP, thin and figure space. */
const SPACES = /[\u00a0\u202f\u2009\u2007]/g;
/** Swiss files have a typographic apostrophe between groups. */
const APOSTROPHES = /[\u2019\u02bc\uff07]/g;
/** Minus, hyphens and dashes that programs write for a minus. */
const MINUSES = /[\u2212\u2010\u2011\u2012\u2013\uff0d\ufe63]/g;
/** A sign may come first or last, as in bank files. Parentheses are a negative amount in accounting. */
const FORM = /^(?:([+-]) ?)?([0-9][0-9.,' ]*?|[.,][0-9]+)(?: ?([+-]))?$/;
/** An int8 column holds 18 digits. */
const MAX_DIGITS = 18;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/u;

/**
 * Reads an amount from text without floating-point arithmetic.
 * @param exponent the decimals of the currency (ISO 4217)
 */
export function parseStatementAmount(text: string, style: NumberStyle, exponent: number): ParsedAmount {
  const fault = (problem: string): ParsedAmount => ({ fault: problem });
  const shown = shownText(text);
  if (OTHER_DIGITS.test(text))
    return fault(`${shown} has digits of another script. Export the file with the digits 0-9`);
  let plain = text.trim().replace(SPACES, ' ').replace(APOSTROPHES, "'").replace(MINUSES, '-').trim();
  const negated = /^\(.*\)$/.test(plain);
  if (negated) plain = plain.slice(1, -1).trim();
  if (/^[+-]?\d[\d.,]*e[+-]?\d+$/i.test(plain))
    return fault(`${shown} was rounded by a spreadsheet. Export the file again, without opening it in one`);
  const [, before, digits, after] = FORM.exec(plain) ?? [];
  if (digits === undefined || (before && after) || (negated && (before || after)))
    return fault(`${shown} is not an amount. Write digits with "${style.decimal}" before the decimals`);
  const read = readDigits(digits.trim(), style, exponent);
  if (typeof read === 'string') return fault(`${shown} ${read}`);
  return { minor: negated || before === '-' || after === '-' ? -read : read };
}

/** Minor units of digits with separators; text says what is wrong. */
function readDigits(digits: string, { decimal, group }: NumberStyle, exponent: number): bigint | string {
  const at = digits.indexOf(decimal);
  if (at >= 0 && digits.indexOf(decimal, at + 1) >= 0)
    return `has "${decimal}" more than once. Check the number format`;
  const whole = at < 0 ? digits : digits.slice(0, at);
  const part = at < 0 ? '' : digits.slice(at + 1);
  if (!/^\d*$/.test(part)) return `has a separator after "${decimal}". Check the number format of the layout`;
  const separators = new Set(whole.replace(/\d/g, ''));
  for (const separator of separators)
    if (separator !== group)
      return `has the separator "${separator}", which the layout does not name. Set its group or decimal sign`;
  // The Indian form 12,34,567 groups by two before the last three digits.
  if (separators.size > 0 && !/^\d{1,3}(\D\d{3})+$/.test(whole) && !/^\d{1,2}(\D\d{2})*\D\d{3}$/.test(whole))
    return 'has groups of the wrong length. Check the decimal and group signs of the layout';
  const decimals = part.replace(/0+$/, '');
  if (decimals.length > exponent) return `has more decimals than the currency, which has ${exponent}`;
  const units = `${whole.replace(/\D/g, '')}${decimals.padEnd(exponent, '0')}`.replace(/^0+(?=\d)/, '');
  return units.length > MAX_DIGITS ? `is too large: an amount has at most ${MAX_DIGITS} digits` : BigInt(units || '0');
}

/**
 * The number of a spreadsheet cell as plain decimal text. A file holds the shortest text of the binary number, so 33.3
 * may be 33.299999999999997. Excel computes and shows 15 significant digits; more are rounded here on the text.
 * @returns null if the text is not a number of a cell
 */
export function plainCellNumber(text: string): string | null {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:E([+-]?\d{1,2}))?$/i.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', part = '', power = '0'] = match;
  let digits = whole + part;
  let point = whole.length + Number(power);
  const leading = /^0*/.exec(digits)![0].length;
  if (digits.length - leading > 15) {
    const kept = digits.slice(0, leading + 15);
    const up = digits[leading + 15]! >= '5';
    const rounded = (BigInt(kept) + (up ? 1n : 0n)).toString().padStart(kept.length, '0');
    point += rounded.length - kept.length;
    digits = rounded;
  }
  if (point <= 0) digits = '0'.repeat(1 - point) + digits;
  const before = Math.max(point, 1);
  const padded = digits.padEnd(before, '0');
  const decimals = padded.slice(before).replace(/0+$/, '');
  const integer = padded.slice(0, before).replace(/^0+(?=\d)/, '');
  return `${sign}${integer}${decimals === '' ? '' : `.${decimals}`}`;
}
