import { service } from '../page.ts';
import { locale } from '../texts/texts.ts';

/** Decimals of a currency's minor unit, as the service has it; ISO 4217 from the browser for one that it does not know. */
export const exponentOf = (currency: string): number =>
  service.currencies?.[currency] ??
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!;

/** `123456n` with 2 decimals: `1234.56`, exact at any size. */
export function decimal(amount: bigint, exponent: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${amount < 0n ? '-' : ''}${whole}${exponent > 0 ? `.${digits.slice(-exponent)}` : ''}`;
}

/** Intl takes a decimal as text and keeps every digit of it. */
function formatExactly(amount: bigint, currency: string, style: Intl.NumberFormatOptions): string {
  const exponent = exponentOf(currency);
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  const format = new Intl.NumberFormat(locale(), { ...style, ...digits });
  return format.format(decimal(amount, exponent) as Intl.StringNumericLiteral);
}

export const formatMoney = (amount: bigint, currency: string): string =>
  formatExactly(amount, currency, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });

/** Where the currency stands elsewhere. */
export const formatAmount = (amount: bigint, currency: string): string => formatExactly(amount, currency, {});

/** What somebody typed, as minor units; null where it is no amount of this currency. */
export function parseMoney(text: string, currency: string): bigint | null {
  const exponent = exponentOf(currency);
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim().replace(/[\s_'’\u00a0\u202f]/g, ''));
  if (!match || (match[2]?.length ?? 0) > exponent) return null;
  return BigInt(match[1]! + (match[2] ?? '').padEnd(exponent, '0'));
}

const sameYear = (date: Date) => date.getFullYear() === new Date().getFullYear();

/** In the viewer's own zone: `21 Nov, 12:22`, with the year where it is another. */
export const formatTime = (at: string, seconds = false): string =>
  new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'short',
    ...(sameYear(new Date(at)) ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
  }).format(new Date(at));

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

/** `pay_01kak…7x3f`: enough to tell two apart at a glance; what is copied is the whole. */
export const shortId = (id: string): string => (id.length > 18 ? `${id.slice(0, 9)}…${id.slice(-4)}` : id);
