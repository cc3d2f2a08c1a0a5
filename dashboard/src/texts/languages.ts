/** Those of the service's messages. `locale` is whose numbers and dates: Haitian Creole has none of its own in browsers. */
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
