import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PersonSubject } from './subject.ts';

/** The text that replaces an address, a name or a text. */
export const ERASED = 'erased';

/** Ids of records in a text. */
const anyId = /(?<![a-z0-9])[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}(?![0-9a-z])/g;

/** Fields of JSON that describe the person of their object. */
const personal = new RegExp(
  '^(?:description|metadata|name|first_?name|last_?name|full_?name|email|receipt_email|fields' +
    '|label|text|note|comment|account_text|success_url|cancel_url|user_agent|address)$',
  'i',
);
/** Fields that say whom their object is about. */
const payers = /^(?:customer|recipient|payer|phone)$/;
/** Fields that name who acted, not whom the object is about. */
const actors = /_by$|^actor/;

export type Matcher = {
  /** A record that was found to be about the person. */
  add(id: string): void;
  /** Whether the text contains the person's phone, address or account, or a record about them. */
  isAbout(text: string): boolean;
  /** The text without the person. `isOwn`: the text is about this person, so their names go too. */
  replace(text: string, isOwn: boolean): string;
  /** The same for parsed JSON; objects about the person also lose their descriptive fields. */
  redact(value: unknown, isOwn: boolean): unknown;
  /** The objects and lines about the person, for an export. Null if there are none. */
  extract(value: unknown): unknown;
};

/** @param pseudonym what replaces the person's phones */
export function openMatcher(subject: PersonSubject, pseudonym: string): Matcher {
  const phones = anyOf(subject.phones.map(phonePattern));
  const emails = anyOf(subject.emails.map(emailPattern));
  const names = anyOf([...subject.phones.flatMap(nationalPattern), ...namePatterns(subject.names)]);
  const ids = new Set([...subject.accounts, ...subject.records]);
  const address = `${ERASED}-${pseudonym.slice(1)}@erased.invalid`;
  const has = (pattern: RegExp | null, text: string) => pattern !== null && text.search(pattern) >= 0;

  const isAbout = (text: string): boolean =>
    has(phones, text) ||
    has(emails, text) ||
    (text.includes('_') && (text.match(anyId) ?? []).some((id) => ids.has(id)));
  const isAboutObject = (value: object): boolean =>
    Object.entries(value).some(([key, inner]) => {
      if (actors.test(key)) return false;
      if (typeof inner === 'string') return isAbout(inner);
      const isPlain = inner !== null && typeof inner === 'object' && !Array.isArray(inner);
      return isPlain && Object.values(inner).some((one) => typeof one === 'string' && isAbout(one));
    });
  const replace = (text: string, isOwn: boolean): string => {
    let left = text;
    if (phones) left = left.replace(phones, pseudonym);
    if (emails) left = left.replace(emails, address);
    return isOwn && names ? left.replace(names, ERASED) : left;
  };
  const redact = (value: unknown, isOwn: boolean): unknown => {
    if (typeof value === 'string') return replace(value, isOwn);
    if (Array.isArray(value)) return value.map((one) => redact(one, isOwn));
    if (value === null || typeof value !== 'object') return value;
    const isMine = isOwn || isAboutObject(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        replace(key, false),
        isMine && personal.test(key) ? emptyOf(key, inner) : redact(inner, isMine),
      ]),
    );
  };
  const isAboutAnother = (value: unknown): boolean =>
    value !== null &&
    typeof value === 'object' &&
    Object.entries(value).some(([key, inner]) => payers.test(key) && typeof inner === 'string' && !isAbout(inner));
  const mentionsIn = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).filter(([key, inner]) => key === 'id' || (typeof inner === 'string' && isAbout(inner))),
    );
  const extract = (value: unknown): unknown => {
    if (typeof value === 'string') return value.split(/\r?\n/).filter(isAbout).join('\n') || null;
    if (value === null || typeof value !== 'object') return null;
    if (!Array.isArray(value) && isAboutObject(value) && !('data' in value)) {
      if (isAboutAnother(value)) return mentionsIn(value);
      if (!Object.values(value).some(isAboutAnother)) return value;
    }
    const found = Object.values(value)
      .map(extract)
      .filter((one) => one !== null);
    return found.length === 0 ? null : found.length === 1 ? found[0] : found;
  };
  return { add: (id) => ids.add(id), isAbout, replace, redact, extract };
}

/** An empty value of the same shape. Metadata has no shape of its own. */
export function emptyOf(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (value === null || typeof value !== 'object') return null;
  return key === 'metadata' ? {} : Object.fromEntries(Object.keys(value).map((name) => [name, null]));
}

const anyOf = (patterns: readonly string[]): RegExp | null =>
  patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'giu');

/** With or without a plus, and with the signs that people write between digits. */
const phonePattern = (phone: string): string =>
  `(?<!\\d)(?:\\+|%2B|(?<!\\d)00)?${spaced(phone.replace(/\D/g, ''))}(?!\\d)`;

const spaced = (digits: string) => [...digits].join('[\\s.()\\-]{0,2}');

/** As dialled in its country. It may also be a part of another number, so it counts only in rows about the person. */
function nationalPattern(phone: string): string[] {
  const national = parsePhoneNumberFromString(phone)?.nationalNumber;
  return national && national.length >= 7 ? [`(?<!\\d)0?${spaced(national)}(?!\\d)`] : [];
}

/** Whole: `ann@x.example` is neither `joann@x.example` nor `ann@x.example.org`. */
const emailPattern = (email: string): string =>
  `(?:(?<=%3D|%20|%2C)|(?<![\\p{L}\\p{N}._+-]))${textPattern(email)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`;

/** JSON may escape what is not ASCII. */
const textPattern = (text: string): string =>
  [...text]
    .map((char) => {
      if (/\s/.test(char)) return '(?:[\\s+_.-]|%20)+';
      if (char === '@') return '(?:@|%40)';
      const plain = char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      return char.charCodeAt(0) < 128 ? plain : `(?:${plain}|\\\\u${char.charCodeAt(0).toString(16).padStart(4, '0')})`;
    })
    .join('');

/** Each name whole, and each of its longer words: providers write them in another order. */
function namePatterns(names: readonly string[]): string[] {
  const words = names.flatMap((name) => name.split(/\s+/)).filter((word) => [...word].length >= 3);
  const texts = [...new Set([...names, ...words])].filter((text) => [...text.trim()].length >= 2);
  return texts
    .sort((a, b) => b.length - a.length)
    .map((text) => `(?<![\\p{L}\\p{N}])${textPattern(text.trim())}(?![\\p{L}\\p{N}])`);
}
