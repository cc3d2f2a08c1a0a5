import { service } from '../page.ts';
import { locale } from '../texts/texts.ts';
import { readAmount } from './read-amount.ts';

/** Decimals of a currency's minor unit, from the service. Intl uses CLDR, which has fewer for many currencies. */
export const exponentOf = (currency: string): number =>
  service.currencies?.[currency] ?? service.decimals?.[currency] ?? 2;

/** `123456n` with 2 decimals is `1234.56`, exact at any size. */
export function decimal(amount: bigint, exponent: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${amount < 0n ? '-' : ''}${whole}${exponent > 0 ? `.${digits.slice(-exponent)}` : ''}`;
}

/** Intl accepts a decimal as text and keeps every digit. */
function formatExactly(amount: bigint, currency: string, style: Intl.NumberFormatOptions): string {
  const exponent = exponentOf(currency);
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  const format = new Intl.NumberFormat(locale(), { ...style, ...digits });
  return format.format(decimal(amount, exponent) as Intl.StringNumericLiteral);
}

/** Symbols that more than one currency of the service has, such as `$`; `F CFA` and `FCFA` look the same. */
function isShared(currency: string): boolean {
  const markOf = (code: string) =>
    new Intl.NumberFormat(locale(), { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')!
      .value.replace(/\s/g, '');
  const mark = markOf(currency);
  return Object.keys(service.currencies).some((other) => other !== currency && markOf(other) === mark);
}
const shared = new Map<string, boolean>();

/** With one currency mark: the symbol, or the code if another currency of the service has the same symbol. */
export function formatMoney(amount: bigint, currency: string): string {
  const key = `${locale()} ${currency}`;
  if (!shared.has(key)) shared.set(key, isShared(currency));
  const currencyDisplay = shared.get(key) ? 'code' : 'narrowSymbol';
  const text = formatExactly(amount < 0n ? -amount : amount, currency, {
    style: 'currency',
    currency,
    currencyDisplay,
  });
  return amount < 0n ? `−${text}` : text;
}

/** Adds the code if the symbol differs from it: where a person chooses between currencies. */
export function formatMoneyWithCode(amount: bigint, currency: string): string {
  const text = formatMoney(amount, currency);
  return text.includes(currency) ? text : `${text} ${currency}`;
}

/** For places that show the currency elsewhere. */
export const formatAmount = (amount: bigint, currency: string): string => formatExactly(amount, currency, {});

/** The start value of an amount field: in the page's language, without thousands separators. */
export const typedAmount = (amount: bigint, currency: string): string =>
  formatExactly(amount, currency, { useGrouping: false });

/** Typed or copied text as minor units; null if it is not an amount of this currency. */
export function parseMoney(text: string, currency: string): bigint | null {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat(locale(), style).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? '';
  const bare = (some: string) => some.replace(/\s/g, '');
  return readAmount(bare(text).replace(bare(sign), '').replace(currency, ''), exponentOf(currency), locale());
}

const sameYear = (date: Date) => date.getFullYear() === new Date().getFullYear();

const format = (at: Date, isDated: boolean, seconds: boolean, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale(), {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(isDated ? { year: 'numeric' } : {}),
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
  }).format(at);

/** `21 Nov, 12:22`, with the year if it is not this year. Without a time zone, in the viewer's. */
export const formatTime = (at: string, seconds = false, timeZone?: string): string =>
  format(new Date(at), !sameYear(new Date(at)), seconds, timeZone);

/** Always with the year, because paper is read in later years. */
export const formatTimeOnPaper = (at: string, seconds = false): string => format(new Date(at), true, seconds);

/** A calendar day of a provider or a bank, `YYYY-MM-DD`: the same day in every time zone. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const sizes = ['byte', 'kilobyte', 'megabyte'] as const;

/** `812 kB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  const step = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: sizes[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1_000 ** step);
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `in 3 hours`, `2 days ago`. */
export function formatDistance(at: string): string {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units[3];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** `pay_01kak…7x3f`: enough to tell two ids apart. Copying gives the whole id. */
export const shortId = (id: string): string => (id.length > 18 ? `${id.slice(0, 9)}…${id.slice(-4)}` : id);
