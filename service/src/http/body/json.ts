import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { nameOfCharacter } from '../../../../contract/src/text.ts';
import { type Detail, invalidField, Refusal } from '../../kernel/refusal.ts';

const MAX_DEPTH = 20;
/** No object of the contract comes near it; a body of millions of fields would cost an error each. */
const MAX_KEYS = 1_000;
/** Nor does a list of an ordinary body: what 32 000 entries have wrong would keep everybody waiting for a third of a second. */
const MAX_ENTRIES = 1_000;
/** Characters between two turns of other requests: about 3 ms. */
const PORTION = 64 * 1024;
/** Twice what 10 000 records of five fields have. */
const MAX_FIELDS = 100_000;
/** Likewise of commas and opening brackets: 10 000 such records have 60 000. */
const MAX_VALUES = 200_000;
/** As many as 10 000 records of five fields can have. */
const MAX_FAULTS = 50_000;
/** The fraction of a whole float, as PHP and Python write it, is read as text: no double rounds one to it. */
export const INTEGER = /^(0|-?[1-9][0-9]*)(\.0+)?$/;
const UNCLEAN = /[\p{Cc}\p{Cs}]/u;
/** Of the control characters free text has these two; the schema knows which strings are free text. */
const UNCLEAN_VALUE = /[^\P{Cc}\t\n]|\p{Cs}/u;

/**
 * Reads a body more strictly than JSON.parse: no duplicate key, no `__proto__`, at most 20 levels, no lone surrogate and no
 * control character but line feeds and tabs in any string, and numbers only as whole numbers. JSON.parse alone would take
 * `0.99999999999999999` for 1 and let the last of two `amount` keys win.
 * @throws Refusal malformed_json, or validation_failed naming the field
 */
export function parseJson(body: Buffer): unknown {
  const text = decode(body);
  const value = parse(text);
  for (const _ of inspect(text, refuse, MAX_ENTRIES));
  return value;
}

/**
 * The same for bodies of megabytes with a long list: other requests have their turn in between, and what single fields have
 * wrong is gathered, for there may be more to say of their records.
 */
export async function parseJsonInPortions(body: Buffer, list: string): Promise<{ value: unknown; faults: Detail[] }> {
  const text = decode(body);
  for (const _ of countParts(text)) await turn();
  const value = parse(text);
  const faults: Detail[] = [];
  const gather: Complain = (levels, message) => {
    if (faults.length === MAX_FAULTS) throw invalidField(faults[0]!.param, faults[0]!.message);
    if (!isShallow(levels, list)) refuse(levels, message);
    faults.push({ param: pathOf(levels), code: 'validation_failed', message });
  };
  // Its long list is counted by who reads it.
  for (const _ of inspect(text, gather, Infinity)) await turn();
  return { value, faults };
}

type Complain = (levels: readonly Level[], message: string) => void;

const refuse: Complain = (levels, message) => {
  throw invalidField(pathOf(levels), message);
};

/** The body's own fields and its records': deeper, the paths alone of many faults could be far longer than the body. */
function isShallow([body, records, ...deeper]: readonly Level[], list: string): boolean {
  if (!records) return body !== undefined;
  return body!.key === list && records.keys === null && deeper.length <= 1;
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throw new Refusal('malformed_json', 'The body is not valid UTF-8');
  const text = body.toString('utf8');
  // In what JSON.parse would say of it nobody sees it.
  if (text.startsWith('\ufeff'))
    throw new Refusal(
      'malformed_json',
      'The body begins with a byte order mark. Send UTF-8 without a byte order mark.',
    );
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal('malformed_json', `The body is not valid JSON: ${(error as Error).message}`);
  }
}

/**
 * Of different keys JSON.parse takes a microsecond each, at a stretch: 5 MiB of them would keep everybody waiting for half a second.
 * Of the shortest values, such as `{}`, it makes twenty times their own size.
 */
function* countParts(text: string): Generator<void> {
  let [fields, values, at, rest] = [0, 0, 0, PORTION];
  while (at < text.length) {
    const char = text[at]!;
    if (char === '"') {
      at = endOfQuoted(text, at);
      if (at < 0) return;
    } else {
      if (char === ':') fields++;
      else if (char === ',' || char === '{' || char === '[') values++;
      at++;
    }
    if (fields > MAX_FIELDS) throw tooMany('The body', MAX_FIELDS, 'fields');
    if (values > MAX_VALUES) throw tooMany('The body', MAX_VALUES, 'values');
    if (at >= rest) {
      rest = at + PORTION;
      yield;
    }
  }
}

/** @returns -1 where it has none: this text may be no JSON at all */
function endOfQuoted(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? -1 : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
}

type Level = { keys: Set<string> | null; index: number; key: string };

/** Walks over text that is known to be valid JSON, and rests after each portion. */
function* inspect(text: string, complain: Complain, maxEntries: number): Generator<void> {
  const levels: Level[] = [];
  let expectKey = false;
  let at = 0;
  let rest = PORTION;
  while (at < text.length) {
    if (at >= rest) {
      rest = at + PORTION;
      yield;
    }
    const char = text[at]!;
    const level = levels.at(-1);
    if (char === '"') {
      const end = endOfString(text, at);
      const quoted = text.slice(at, end);
      if (expectKey && level?.keys) enterKey(level, readKey(quoted, levels), levels);
      else {
        const fault = faultOf(unquote(quoted), UNCLEAN_VALUE);
        if (fault) complain(levels, fault);
      }
      expectKey = false;
      at = end;
    } else if (char === '{' || char === '[') {
      if (levels.length === MAX_DEPTH)
        throw new Refusal('malformed_json', `The body is nested deeper than ${MAX_DEPTH} levels`);
      levels.push({ keys: char === '{' ? new Set() : null, index: 0, key: '' });
      expectKey = char === '{';
      at++;
    } else if (char === '}' || char === ']') {
      levels.pop();
      expectKey = false;
      at++;
    } else if (char === ',') {
      if (level!.keys) expectKey = true;
      else if (++level!.index === maxEntries) throw tooMany('A list', maxEntries, 'entries');
      at++;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      at = checkNumber(text, at, levels, complain);
    } else {
      at++;
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const unquote = (quoted: string) => (quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1));

function readKey(quoted: string, levels: Level[]): string {
  const key = unquote(quoted);
  // At once: the paths of all that follows would have it in them.
  const [unclean] = UNCLEAN.exec(key) ?? [];
  if (unclean) refuse(levels.slice(0, -1), `has a key with ${nameOfCharacter(unclean)}. Remove it`);
  return key;
}

function faultOf(string: string, never: RegExp): string | null {
  const [unclean] = never.exec(string) ?? [];
  return unclean ? `must not contain ${nameOfCharacter(unclean)}. Remove it` : null;
}

/** The same for a string that came otherwise, such as in a query. @throws Refusal validation_failed */
export function checkString(param: string, string: string): void {
  const fault = faultOf(string, UNCLEAN);
  if (fault) throw invalidField(param, fault);
}

function enterKey(level: Level, key: string, levels: Level[]): void {
  level.key = key;
  if (key === '__proto__' || level.keys!.has(key)) {
    const why = key === '__proto__' ? 'is not allowed' : 'is given more than once';
    throw new Refusal('malformed_json', `The key "${pathOf(levels)}" ${why}`);
  }
  if (level.keys!.add(key).size > MAX_KEYS) throw tooMany('An object', MAX_KEYS, 'fields');
}

const tooMany = (what: string, most: number, of: string) =>
  new Refusal('malformed_json', `${what} has more than ${most} ${of}`);

function checkNumber(text: string, start: number, levels: Level[], complain: Complain): number {
  let end = start;
  while (end < text.length && '+-.eE0123456789'.includes(text[end]!)) end++;
  const number = text.slice(start, end);
  // One that is too large is refused by the schema, which knows how large it may be.
  if (!INTEGER.test(number)) {
    const shown = number.length > 24 ? `${number.slice(0, 24)}…` : number;
    complain(levels, `must be a whole number without an exponent, not ${shown}`);
  }
  return end;
}

/** No field of the contract is longer, and a refusal says a key three times: of one of 4 MB that was 12. */
const LONGEST_SHOWN = 64;
export const shownKey = (key: string) => (key.length > LONGEST_SHOWN ? `${key.slice(0, LONGEST_SHOWN)}…` : key);

function pathOf(levels: readonly Level[]): string {
  const path = levels.map((level) => (level.keys ? `.${shownKey(level.key)}` : `[${level.index}]`)).join('');
  return path.replace(/^\./, '') || 'body';
}
