import { useSyncExternalStore } from 'react';
import type books from './en/books.json';
import type exports from './en/exports.json';
import type links from './en/links.json';
import type operator from './en/operator.json';
import type receipts from './en/receipts.json';
import type reports from './en/reports.json';
import type settings from './en/settings.json';
import type till from './en/till.json';
import type transfers from './en/transfers.json';
import type en from './en.ts';
import type { Language } from './languages.ts';
import { onLanguage, readSpoken } from './texts.ts';

/** `payments.step.created`; plural keys `count_one` and `count_other` become `count`. */
type KeysOf<T, Before extends string = ''> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Before}${K extends `${infer Name}_${'one' | 'other'}` ? Name : K}`
    : KeysOf<T[K], `${Before}${K}.`>;
}[keyof T & string];
export type TextKey = KeysOf<
  typeof en & { operator: typeof operator; books: typeof books; links: typeof links; till: typeof till } & {
    exports: typeof exports;
    receipts: typeof receipts;
    settings: typeof settings;
    reports: typeof reports;
    transfers: typeof transfers;
  }
>;

/** The compiler knows every key. */
export type Say = (key: TextKey, values?: Record<string, unknown>) => string;

export type Texts = {
  t: Say;
  language: Language;
  /** The text of an error code, which may quote the message; undefined if the service's own English message is best. */
  refusal: (code: string, message: string) => string | undefined;
};

export function useTexts(): Texts {
  const { language, say, has } = useSyncExternalStore(onLanguage, readSpoken);
  const refusal = (code: string, message: string) =>
    has(`refusals.${code}`) ? say(`refusals.${code}`, { message }) : undefined;
  return { t: say as Say, language, refusal };
}
