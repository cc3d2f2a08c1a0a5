import type { PageLanguage } from '../pages/language.ts';
import { receiptsEn } from './texts/en.ts';
import { receiptsEs } from './texts/es.ts';
import { receiptsFr } from './texts/fr.ts';
import { receiptsHt } from './texts/ht.ts';
import type { ReceiptTexts } from './texts/page-texts.ts';
import { receiptsPt } from './texts/pt.ts';
import { receiptsSw } from './texts/sw.ts';

export const receiptTexts: Readonly<Record<PageLanguage, ReceiptTexts>> = {
  en: receiptsEn,
  fr: receiptsFr,
  es: receiptsEs,
  pt: receiptsPt,
  ht: receiptsHt,
  sw: receiptsSw,
};

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
