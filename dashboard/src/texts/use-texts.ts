import { useTranslation } from 'react-i18next';
import type en from './en.ts';
import type { Language } from './languages.ts';

/** `payments.step.created`; of `count_one` and `count_other`: `count`. */
type KeysOf<T, Before extends string = ''> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Before}${K extends `${infer Name}_${'one' | 'other'}` ? Name : K}`
    : KeysOf<T[K], `${Before}${K}.`>;
}[keyof T & string];
export type TextKey = KeysOf<typeof en>;

/** The compiler knows every key. i18next's own types do too, at twenty times the compiler's time. */
export type Say = (key: TextKey, values?: Record<string, unknown>) => string;

export function useTexts(): { t: Say; language: Language } {
  const { t, i18n } = useTranslation();
  return { t: t as Say, language: i18n.language as Language };
}
