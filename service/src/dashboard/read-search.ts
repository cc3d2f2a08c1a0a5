import { readTypedAmount } from '../core/typed-amount.ts';

export type TypedAmount = { readonly amount: bigint; readonly currency: string };

/** The meanings of a typed text. Several may apply: four digits may end a phone, an amount or a reference. */
export type Meanings = {
  /** The pattern of an id's beginning, such as `pay_01k`. */
  readonly id: { readonly prefix: string } | null;
  /** Digits of a phone, with `+` if they are its beginning. */
  readonly phone: string | null;
  readonly amounts: readonly TypedAmount[];
  /** The first moment of a UTC day. */
  readonly day: Date | null;
  /** The words of a name, folded. */
  readonly words: readonly string[];
};

/** Signs and words before or after an amount that are not the code of a currency. */
const signs: Readonly<Record<string, readonly string[]>> = {
  F: ['XOF', 'XAF'],
  CFA: ['XOF', 'XAF'],
  FCFA: ['XOF', 'XAF'],
  $: ['USD'],
  US$: ['USD'],
  '€': ['EUR'],
  '£': ['GBP'],
  KSH: ['KES'],
  TSH: ['TZS'],
  USH: ['UGX'],
  '₵': ['GHS'],
  'GH₵': ['GHS'],
  '₦': ['NGN'],
  G: ['HTG'],
  DT: ['TND'],
};

/** @param currencies the decimals of each enabled currency */
export function readMeanings(typed: string, currencies: ReadonlyMap<string, { readonly exponent: number }>): Meanings {
  const text = typed.trim();
  const [, prefix] = /^([a-z]+)_[0-9a-z]{0,26}$/.exec(text) ?? [];
  return {
    id: prefix === undefined ? null : { prefix },
    phone: readPhone(text),
    amounts: readAmounts(text, currencies),
    day: readDay(text),
    words: readWords(text),
  };
}

/** Digits, and the characters that people write between them. */
const PHONE_LIKE = /^\+?[\d\s\p{Pd}()./]+$/u;

/** In its country a phone has a 0 in front, which is dropped abroad: the digits after it are in the stored phone. */
function readPhone(text: string): string | null {
  if (!PHONE_LIKE.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const isWhole = text.startsWith('+') || digits.startsWith('00');
  const part = isWhole ? `+${digits.replace(/^00/, '')}` : digits.replace(/^0(?=\d{5})/, '');
  return /^\+?\d{3,15}$/.test(part) ? part : null;
}

function readAmounts(text: string, currencies: ReadonlyMap<string, { readonly exponent: number }>): TypedAmount[] {
  const affix = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Nd}\s.,'’]/gu, '');
  const isMeant = (code: string) => affix === '' || affix === code || (signs[affix]?.includes(code) ?? false);
  return [...currencies].flatMap(([currency, { exponent }]) => {
    const amount = isMeant(currency) ? readTypedAmount(text, exponent) : null;
    return amount === null || amount >= 10n ** 15n ? [] : [{ amount, currency }];
  });
}

/** `2026-01-15`, or the day first: `15/01/2026`, `15.1.2026`. The month first is read only where the day cannot be. */
function readDay(text: string): Date | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const other = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  const [year, first, second] = iso
    ? iso.slice(1).map(Number)
    : other
      ? [other[3], other[2], other[1]].map(Number)
      : [];
  if (year === undefined) return null;
  const [month, day] = first! > 12 && !iso ? [second!, first!] : [first!, second!];
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1970 ? at : null;
}

/** Letters with marks, and the letters that `fold` and `foldedSql` make of them. */
export const MARKED = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ';
export const UNMARKED = 'aaaaaaceeeeiiiinooooouuuuyyaaaaaaceeeeiiiinooooouuuuy';
const MOST_WORDS = 4;

/** Folds as `foldedSql` does. */
const fold = (text: string) =>
  [...text.normalize('NFC')]
    .map((letter) => UNMARKED[MARKED.indexOf(letter)] ?? letter)
    .join('')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A text has words if it has a letter. */
function readWords(text: string): string[] {
  if (!/\p{L}/u.test(text)) return [];
  return fold(text)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
}

/** The SQL of a column without case and marks. `lower` may know only ASCII. */
export const foldedSql = (column: string) => `lower(translate(${column}, '${MARKED}', '${UNMARKED}'))`;
