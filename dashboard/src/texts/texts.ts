import { isLanguage, type Language, languages } from './languages.ts';
import { type Catalogue, createSay, findText, type SayAny } from './say.ts';

/** Each catalogue is a file, so nobody loads the texts of another language. */
const catalogues: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  ht: () => import('./ht.ts'),
  sw: () => import('./sw.ts'),
};
/** Translations of the service's refusals by error code, and of the faults of fields by reason. */
const refusals = import.meta.glob<object>('./refusals/*.json', { import: 'default' });
const faults = import.meta.glob<object>('./faults/*.json', { import: 'default' });
/** Texts that only some pages need. Operators' are a quarter of all. */
const parts = {
  operator: { names: ['operator', 'books'], list: () => import('./operator-files.ts') },
  receipts: { names: ['receipts', 'settings', 'waits', 'alerts'], list: () => import('./receipt-files.ts') },
  first: {
    names: ['start', 'inbox', 'health', 'scopes', 'invited', 'webhooks'],
    list: () => import('./first-files.ts'),
  },
  log: { names: ['events', 'requests'], list: () => import('./log-files.ts') },
  shop: { names: ['links', 'till'], list: () => import('./shop-files.ts') },
  customers: { names: ['customers'], list: () => import('./customer-files.ts') },
  find: { names: ['find'], list: () => import('./find-files.ts') },
  money: { names: ['exports', 'holds', 'payroll', 'reports', 'splits', 'transfers'], list: () => import('./money-files.ts') },
} as const;
type Part = keyof typeof parts;
const CHOSEN = 'rialto-language';

export const startTexts = (): Promise<void> => setLanguage(preferred());

/** The texts that are loaded, by language and feature. */
const loaded: Partial<Record<Language, Record<string, Catalogue>>> = {};
const textsOf = (language: Language) => {
  loaded[language] ??= {};
  return loaded[language];
};

/** The language of the page, and what says its texts. Replaced when another language is chosen. */
type Spoken = { readonly language: Language; readonly say: SayAny; readonly has: (key: string) => boolean };
let spoken: Spoken;
const listeners = new Set<() => void>();
export const readSpoken = (): Spoken => spoken;
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function speak(language: Language): void {
  const texts = textsOf(language);
  const say = createSay(texts, languages[language].locale ?? language);
  spoken = { language, say, has: (key) => findText(texts, key) !== undefined };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

let wanted: Language;
const used = new Set<Part>();

/** Awaited before a page of this part is shown. A language chosen later loads them too. */
export async function loadTexts(part: Part): Promise<void> {
  used.add(part);
  await addTexts(wanted, part);
}

async function addTexts(language: Language, part: Part): Promise<void> {
  const { names, list } = parts[part];
  if (has(language, names[0])) return;
  const { files } = await list();
  const texts = names.map(async (name) => [name, await files[`./${language}/${name}.json`]!()] as const);
  Object.assign(textsOf(language), Object.fromEntries(await Promise.all(texts)));
}

const has = (language: Language, feature: string) => feature in textsOf(language);

async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  if (!has(language, 'shell')) {
    Object.assign(textsOf(language), (await catalogues[language]()).default);
    // No page waits for these: without them, a refusal shows the service's own message.
    const later = { refusals: refusals[`./refusals/${language}.json`], faults: faults[`./faults/${language}.json`] };
    for (const [name, load] of Object.entries(later))
      load?.().then(
        (said) => Object.assign(textsOf(language), { [name]: said }),
        () => {},
      );
  }
  await Promise.all([...used].map((part) => addTexts(language, part)));
  // Another language may have been chosen while these texts were loading.
  if (wanted === language) speak(language);
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

type Fault = { readonly reason: string; readonly message: string; readonly values?: Readonly<Record<string, unknown>> };

/** The fault of a field in the reader's language; the service's own sentence where there is no translation. */
export function sayFault({ reason, message, values = {} }: Fault): string {
  const key = `faults.${reason}`;
  const joined = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return spoken.has(key) ? spoken.say(key, Object.fromEntries(joined)) : message;
}

/** For Intl: the browser's own variant of the language if there is one, such as en-GB. */
export function locale(): string {
  const { language } = spoken;
  const own = navigator.languages.find((tag) => tag.split('-')[0] === language && isTag(tag));
  return languages[language].locale ?? own ?? language;
}

/** A browser may take an invalid language tag from the system, such as `en-US@posix`, and Intl throws on it. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
