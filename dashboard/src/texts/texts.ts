import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, type Language, languages } from './languages.ts';

/** Each catalogue is a file, so nobody loads the texts of another language. */
const catalogues: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  ht: () => import('./ht.ts'),
  sw: () => import('./sw.ts'),
};
/** Translations of the service's refusals, by error code. */
const refusals = import.meta.glob<object>('./refusals/*.json', { import: 'default' });
/** Operators' texts: a quarter of all, loaded only for operators. */
const operators = import.meta.glob<object>('./*/{operator,books}.json', { import: 'default' });
const CHOSEN = 'rialto-language';

export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {},
    lng: 'none',
    fallbackLng: false,
    // React escapes.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await setLanguage(preferred());
}

let wanted: Language;
let isOperators = false;

/** Awaited before an operator's page is shown. A language chosen later loads them too. */
export async function loadOperatorTexts(): Promise<void> {
  isOperators = true;
  await addOperatorTexts(wanted);
}

async function addOperatorTexts(language: Language): Promise<void> {
  if (has(language, 'operator')) return;
  const [operator, books] = await Promise.all(
    ['operator', 'books'].map((name) => operators[`./${language}/${name}.json`]!()),
  );
  i18next.addResourceBundle(language, 'translation', { operator, books }, true);
}

const has = (language: Language, feature: string) =>
  i18next.getResource(language, 'translation', feature) !== undefined;

async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  if (!has(language, 'shell')) {
    i18next.addResourceBundle(language, 'translation', (await catalogues[language]()).default);
    // No page waits for these: without them, a refusal shows the service's own message.
    refusals[`./refusals/${language}.json`]?.().then(
      (said) => i18next.addResourceBundle(language, 'translation', { refusals: said }, true),
      () => {},
    );
  }
  if (isOperators) await addOperatorTexts(language);
  // Another language may have been chosen while these texts were loading.
  if (wanted !== language) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** The choice on this device comes before the browser's languages. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(CHOSEN, language);
  await setLanguage(language);
}

function preferred(): Language {
  const wanted = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]!);
  return wanted.find(isLanguage) ?? 'en';
}

/** For Intl: the browser's own variant of the language if there is one, such as en-GB. */
export function locale(): string {
  const language = i18next.language as Language;
  const own = navigator.languages.find((tag) => tag.split('-')[0] === language && isTag(tag));
  return languages[language]?.locale ?? own ?? language;
}

/** A browser may take an invalid language tag from the system, such as `en-US@posix`, and Intl throws on it. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
