import type { EmailMessage, SmsMessage } from './sender.ts';
import type { Catalogue, EmailKey, EmailValues, MessageValues, SmsKey } from './texts/catalogue.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { ht } from './texts/ht.ts';
import { pt } from './texts/pt.ts';
import { sw } from './texts/sw.ts';

export const catalogues = { en, fr, es, pt, ht, sw } as const satisfies Record<string, Catalogue>;
export type Language = keyof typeof catalogues;

/** The language of a BCP 47 tag, for example `fr-HT`, or English. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = tag?.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(catalogues, primary) ? (primary as Language) : 'en';
}

export type Wording = { readonly brand: string; readonly language?: Language | undefined };

/** @example outbox.sms(writeSms(phone, 'login_code', { code }, { brand: config.BRAND, language })) */
export function writeSms<K extends SmsKey>(
  to: string,
  key: K,
  values: MessageValues[K],
  { brand, language = 'en' }: Wording,
): SmsMessage {
  return { to, text: fill(catalogues[language].sms[key], { ...values, brand }) };
}

export function writeEmail<K extends EmailKey>(
  to: string,
  key: K,
  values: EmailValues[K],
  { brand, language = 'en' }: Wording,
): EmailMessage {
  const { subject, text } = catalogues[language].email[key];
  const filled = { ...values, brand };
  return { to, subject: fill(subject, filled), text: `${fill(text, filled)}\n\n${brand}\n` };
}

/** Filled in one pass, so that a merchant named `{code}` does not receive the code. */
const fill = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');

/** CLDR has no number format for Haitian Creole. Haiti writes numbers as French does. */
const numbersOf: Readonly<Record<Language, string>> = { en: 'en', fr: 'fr', es: 'es', pt: 'pt', ht: 'fr-HT', sw: 'sw' };

/**
 * An amount as people read it, for example `12 500 XOF` or `USD 12.50`. The exponent is this service's, not CLDR's. The
 * ISO code cannot be confused as symbols can ($, kr), and it and the plain space are in every SMS alphabet.
 */
export function readableAmount(
  amount: bigint,
  { code, exponent }: { readonly code: string; readonly exponent: number },
  language: Language = 'en',
): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const size = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
  const decimal = amount < 0n ? `-${size}` : size;
  const format = new Intl.NumberFormat(numbersOf[language], {
    style: 'currency',
    currency: code,
    currencyDisplay: 'code',
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  // A string stays exact.
  return format.format(decimal as Intl.StringNumericLiteral).replace(/\s/g, ' ');
}

/**
 * A user-chosen name, made safe for an SMS: one line, no address that a phone would turn into a link, and short enough
 * that the rest of the text is not cut off.
 */
export function readableName(name: string, most = 30): string {
  const unlinked = name.replace(/:\/\//g, ' ').replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, '. ');
  const line = [...unlinked.replace(/[\p{C}\s]+/gu, ' ').trim()];
  return line.length <= most
    ? line.join('')
    : `${line
        .slice(0, most - 3)
        .join('')
        .trimEnd()}...`;
}
