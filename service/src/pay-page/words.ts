import type { PageLanguage } from '../pages/language.ts';
import { payEn, type Texts } from './texts/en.ts';
import { payEs } from './texts/es.ts';
import { payFr } from './texts/fr.ts';
import { payHt } from './texts/ht.ts';
import { payPt } from './texts/pt.ts';
import { paySw } from './texts/sw.ts';

export const payTexts: Readonly<Record<PageLanguage, Texts>> = {
  ...{ en: payEn, fr: payFr, es: payEs },
  ...{ pt: payPt, ht: payHt, sw: paySw },
};

export type WordKey = keyof Texts;
export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of a language, as plain text: the page's template escapes them with their values. */
export function wordsIn(language: PageLanguage): Words {
  const texts = payTexts[language];
  // Filled in one pass, so that a merchant named `{amount}` stays a name.
  return (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
}
