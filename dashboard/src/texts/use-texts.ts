import { useSyncExternalStore } from 'react';
import type alerts from './en/alerts.json';
import type books from './en/books.json';
import type customers from './en/customers.json';
import type events from './en/events.json';
import type exports from './en/exports.json';
import type find from './en/find.json';
import type health from './en/health.json';
import type holds from './en/holds.json';
import type inbox from './en/inbox.json';
import type invited from './en/invited.json';
import type links from './en/links.json';
import type operator from './en/operator.json';
import type payroll from './en/payroll.json';
import type receipts from './en/receipts.json';
import type reports from './en/reports.json';
import type requests from './en/requests.json';
import type scopes from './en/scopes.json';
import type settings from './en/settings.json';
import type splits from './en/splits.json';
import type start from './en/start.json';
import type till from './en/till.json';
import type transfers from './en/transfers.json';
import type waits from './en/waits.json';
import type webhooks from './en/webhooks.json';
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
    find: typeof find;
    payroll: typeof payroll;
    alerts: typeof alerts;
    customers: typeof customers;
    receipts: typeof receipts;
    settings: typeof settings;
    reports: typeof reports;
    transfers: typeof transfers;
    holds: typeof holds;
    splits: typeof splits;
    waits: typeof waits;
    start: typeof start;
    inbox: typeof inbox;
    health: typeof health;
    scopes: typeof scopes;
    invited: typeof invited;
    webhooks: typeof webhooks;
    events: typeof events;
    requests: typeof requests;
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
