import type { PageLanguage } from '../pages/language.ts';
import { en, type Texts } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { ht } from './texts/ht.ts';
import { pt } from './texts/pt.ts';
import { sw } from './texts/sw.ts';

export const payTexts: Readonly<Record<PageLanguage, Texts>> = { en, fr, es, pt, ht, sw };

export type WordKey = keyof Texts;
export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of a language, as plain text: the page's template escapes them with their values. */
export function wordsIn(language: PageLanguage): Words {
  const texts = payTexts[language];
  // Filled in one pass, so that a merchant named `{amount}` stays a name.
  return (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
}
