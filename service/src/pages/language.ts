import type { Language } from '../messages/texts.ts';

export type PageLanguage = Language;

/** The languages of the pages, by their own names. */
export const pageLanguages: Readonly<Record<PageLanguage, string>> = {
  en: 'English',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ht: 'Kreyòl ayisyen',
  sw: 'Kiswahili',
};

const isPageLanguage = (text: string): text is PageLanguage => Object.hasOwn(pageLanguages, text);

/**
 * The language of a reader: the one chosen with `?lang=`, otherwise the first of the browser that the pages have
 * (RFC 9110, 12.5.4), otherwise English.
 */
export function readLanguage(chosen: unknown, accepted = ''): PageLanguage {
  if (typeof chosen === 'string' && isPageLanguage(chosen)) return chosen;
  const wanted = accepted
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.trim().toLowerCase().split(';');
      return { language: tag.split('-')[0]!, quality: Number(quality.trim().slice(2)) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
  return wanted.find(isPageLanguage) ?? 'en';
}
