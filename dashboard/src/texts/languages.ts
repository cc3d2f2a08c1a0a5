/**
 * The same languages as in the service's messages. `locale` gives the formats of numbers and dates, because browsers
 * have none for Haitian Creole.
 */
export const languages = {
  en: { name: 'English', locale: undefined },
  fr: { name: 'Français', locale: undefined },
  es: { name: 'Español', locale: undefined },
  pt: { name: 'Português', locale: undefined },
  ht: { name: 'Kreyòl ayisyen', locale: 'fr-HT' },
  sw: { name: 'Kiswahili', locale: undefined },
} as const;
export type Language = keyof typeof languages;
export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);
