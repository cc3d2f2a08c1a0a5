import type { PageLanguage } from '../pages/language.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { ht } from './texts/ht.ts';
import type { ReceiptTexts } from './texts/page-texts.ts';
import { pt } from './texts/pt.ts';
import { sw } from './texts/sw.ts';

export const receiptTexts: Readonly<Record<PageLanguage, ReceiptTexts>> = { en, fr, es, pt, ht, sw };

/** CLDR has no dates for Haitian Creole. */
const datesOf: Readonly<Record<PageLanguage, string>> = {
  en: 'en-GB',
  fr: 'fr',
  es: 'es',
  pt: 'pt',
  ht: 'fr-HT',
  sw: 'sw',
};

/** A time in a named zone, with the name, because its reader may be in another. */
export function readableTime(at: Date, timeZone: string, language: PageLanguage): string {
  const format = new Intl.DateTimeFormat(datesOf[language], {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ hourCycle: 'h23', timeZone },
  } as Intl.DateTimeFormatOptions);
  return `${format.format(at)} (${timeZone})`;
}
