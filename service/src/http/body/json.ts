import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { type Fault, fault } from '../../../../contract/src/reasons.ts';
import { nameOfCharacter } from '../../../../contract/src/text.ts';
import { type Detail, detailOf, Refusal, refuseField } from '../../kernel/refusal.ts';

const MAX_DEPTH = 20;
/** Far more than any object of the contract has. A body with millions of fields would cause an error for each. */
const MAX_KEYS = 1_000;
/**
 * Far more than a list in an ordinary body has. Errors in 32 000 entries would block all requests for a third of a
 * second.
 */
const MAX_ENTRIES = 1_000;
/** Characters to process before other requests get a turn: about 3 ms. */
const PORTION = 64 * 1024;
/** Twice the fields of 10 000 records with five fields each. */
const MAX_FIELDS = 100_000;
/** Counts commas and opening brackets: 10 000 records with five fields each have 60 000. */
const MAX_VALUES = 200_000;
/** The most that 10 000 records with five fields each can have. */
const MAX_FAULTS = 50_000;
/**
 * PHP and Python write whole floats with a fraction, such as `1.0`. The text is checked, so no rounding to a double can
 * turn another number into a whole one.
 */
export const INTEGER = /^(0|-?[1-9][0-9]*)(\.0+)?$/;
const UNCLEAN = /[\p{Cc}\p{Cs}]/u;
/** Free text may contain two control characters: tab and line feed. The schema knows which strings are free text. */
const UNCLEAN_VALUE = /[^\P{Cc}\t\n]|\p{Cs}/u;

/**
 * Reads a body more strictly than JSON.parse. It refuses duplicate keys, `__proto__`, more than 20 levels, lone
 * surrogates, control characters other than line feed and tab, and numbers that are not whole.
 * JSON.parse alone would take `0.99999999999999999` for 1 and let the last of two `amount` keys win.
 * @throws Refusal malformed_json, or validation_failed naming the field
 */
export function parseJson(body: Buffer): unknown {
  const text = decode(body);
  const value = parse(text);
  for (const _ of inspect(text, refuse, MAX_ENTRIES));
  return value;
}

/**
 * Reads bodies of several megabytes with a long list, in portions, so that other requests run in between.
 * Faults of single fields are collected, because later checks may find more in the same records.
 */
export async function parseJsonInPortions(body: Buffer, list: string): Promise<{ value: unknown; faults: Detail[] }> {
  const text = decode(body);
  for (const _ of countParts(text)) await turn();
  const value = parse(text);
  const faults: Detail[] = [];
  const gather: Complain = (levels, found) => {
    if (faults.length === MAX_FAULTS) throw refuseField(faults[0]!);
    if (!isShallow(levels, list)) refuse(levels, found);
    faults.push(detailOf(pathOf(levels), found));
  };
  // The caller counts the entries of the long list.
  for (const _ of inspect(text, gather, Infinity)) await turn();
  return { value, faults };
}

type Complain = (levels: readonly Level[], found: Fault) => void;

const refuse: Complain = (levels, found) => {
  throw refuseField(detailOf(pathOf(levels), found));
};

/**
 * True for the body's own fields and those of its records. Paths of deeper faults could be far longer than the body.
 */
function isShallow([body, records, ...deeper]: readonly Level[], list: string): boolean {
  if (!records) return body !== undefined;
  return body!.key === list && records.keys === null && deeper.length <= 1;
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throw new Refusal('malformed_json', 'The body is not valid UTF-8');
  const text = body.toString('utf8');
  // A byte order mark is invisible in the error message of JSON.parse.
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
 * Counts fields and values before JSON.parse runs, because JSON.parse cannot be interrupted.
 * It takes a microsecond for each distinct key: 5 MiB of them would block all requests for half a second. It turns the
 * shortest values, such as `{}`, into twenty times their size.
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

/** @returns -1 if the string does not end: the text may not be JSON at all */
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

/** Walks over text that is valid JSON, and yields after each portion. */
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
        const found = faultOf(unquote(quoted), UNCLEAN_VALUE);
        if (found) complain(levels, found);
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
  // Refused immediately: the paths of all later faults would contain the key.
  const [unclean] = UNCLEAN.exec(key) ?? [];
  if (unclean) refuse(levels.slice(0, -1), fault('key_with_character', { character: nameOfCharacter(unclean) }));
  return key;
}

function faultOf(string: string, never: RegExp): Fault | null {
  const [unclean] = never.exec(string) ?? [];
  return unclean ? fault('forbidden_character', { character: nameOfCharacter(unclean) }) : null;
}

/** Checks a string that did not come in a JSON body, such as one in a query. @throws Refusal validation_failed */
export function checkString(param: string, string: string): void {
  const found = faultOf(string, UNCLEAN);
  if (found) throw refuseField(detailOf(param, found));
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
  // The schema refuses numbers that are too large, because it knows the limit.
  if (!INTEGER.test(number)) {
    const shown = number.length > 24 ? `${number.slice(0, 24)}…` : number;
    complain(levels, fault('not_whole', { found: shown }));
  }
  return end;
}

/**
 * No field name of the contract is longer. A refusal repeats a key three times: a key of 4 MB made an answer of 12 MB.
 */
const LONGEST_SHOWN = 64;
export const shownKey = (key: string) => (key.length > LONGEST_SHOWN ? `${key.slice(0, LONGEST_SHOWN)}…` : key);

function pathOf(levels: readonly Level[]): string {
  const path = levels.map((level) => (level.keys ? `.${shownKey(level.key)}` : `[${level.index}]`)).join('');
  return path.replace(/^\./, '') || 'body';
}
