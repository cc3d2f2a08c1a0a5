import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { invalidField, Refusal } from '../refusal.ts';

const MAX_DEPTH = 20;
/** No object of the contract comes near it; a body of millions of fields would cost an error each. */
const MAX_KEYS = 1_000;
/** Characters between two turns of other requests: about 3 ms. */
const PORTION = 256 * 1024;
export const INTEGER = /^(0|-?[1-9][0-9]*)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Reads a body more strictly than JSON.parse: no key twice, no `__proto__`, at most 20 levels, no control character or
 * lone surrogate in any string, and numbers only as plain integers. JSON.parse alone would take `0.99999999999999999`
 * for 1 and let the last of two `amount` keys win.
 * @throws Refusal malformed_json, or validation_failed naming the field
 */
export function parseJson(body: Buffer): unknown {
  const { text, value } = parse(body);
  for (const _ of inspect(text));
  return value;
}

/** The same for bodies of megabytes: other requests have their turn in between. */
export async function parseJsonInPortions(body: Buffer): Promise<unknown> {
  const { text, value } = parse(body);
  for (const _ of inspect(text)) await turn();
  return value;
}

function parse(body: Buffer): { text: string; value: unknown } {
  if (!isUtf8(body)) throw new Refusal('malformed_json', 'The body is not valid UTF-8');
  const text = body.toString('utf8');
  try {
    return { text, value: JSON.parse(text) };
  } catch (error) {
    throw new Refusal('malformed_json', `The body is not valid JSON: ${(error as Error).message}`);
  }
}

type Level = { keys: Set<string> | null; index: number; key: string };

/** Walks over text that is known to be valid JSON, and rests after each portion. */
function* inspect(text: string): Generator<void> {
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
      else checkValue(quoted, levels);
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
      else level!.index++;
      at++;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      at = checkNumber(text, at, levels);
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
  if (!isClean(key)) throw invalidField(pathOf(levels.slice(0, -1)), `has a key with ${UNCLEAN}`);
  return key;
}

function checkValue(quoted: string, levels: Level[]): void {
  if (!isClean(unquote(quoted))) throw unclean(pathOf(levels));
}

const isClean = (string: string) => !CONTROL.test(string) && string.isWellFormed();
const UNCLEAN = 'control characters or lone surrogates';
const unclean = (param: string) => invalidField(param, `must not contain ${UNCLEAN}`);

/** The same for a string that came otherwise, such as in a query. @throws Refusal validation_failed */
export function checkString(param: string, string: string): void {
  if (!isClean(string)) throw unclean(param);
}

function enterKey(level: Level, key: string, levels: Level[]): void {
  level.key = key;
  if (key === '__proto__' || level.keys!.has(key)) {
    const why = key === '__proto__' ? 'is not allowed' : 'stands twice';
    throw new Refusal('malformed_json', `The key "${pathOf(levels)}" ${why}`);
  }
  if (level.keys!.add(key).size > MAX_KEYS)
    throw new Refusal('malformed_json', `An object has more than ${MAX_KEYS} fields`);
}

function checkNumber(text: string, start: number, levels: Level[]): number {
  let end = start;
  while (end < text.length && '+-.eE0123456789'.includes(text[end]!)) end++;
  const number = text.slice(start, end);
  // One that is too large is refused by the schema, which knows how large it may be.
  if (!INTEGER.test(number)) {
    const shown = number.length > 24 ? `${number.slice(0, 24)}…` : number;
    throw invalidField(pathOf(levels), `must be a plain whole number (digits only), not ${shown}`);
  }
  return end;
}

function pathOf(levels: readonly Level[]): string {
  const path = levels.map((level) => (level.keys ? `.${level.key}` : `[${level.index}]`)).join('');
  return path.replace(/^\./, '') || 'body';
}
