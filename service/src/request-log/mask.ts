import { suspectOf } from './suspect.ts';

/** Replaces every value that must never be stored. */
export const MASK = '[masked]';

/**
 * Field names, in lower case and letters only. `code` is secret in requests, and in the metadata with which answers
 * return it. Elsewhere an answer's codes are error codes.
 */
const secretName =
  /pas+w|passcode|passphrase|pwd|secret|token|apikey|privatekey|authorization|cookie|signature|seed|^otp|otp$|^pin$|^cvv|^cvc|cardnumber|^pan$/;
const secretNameAsked = new RegExp(`${secretName.source}|^code$|onetimecode`);

/**
 * API keys, webhook secrets, tokens, secrets in a URL, and 13 to 19 digits as on cards (ISO/IEC 7812). Repetition is
 * bounded wherever a text could make the pattern scan the same characters again and again. Each run of letters is
 * searched for a token once.
 */
const secretValue =
  /\brs_(?:test|live)_\w+|\bwhsec_[\w+/=-]+|(?<![\w-])(?:[\w-]{0,64}-)?eyJ[\w-]{1,512}\.[\w-]+(?:\.[\w-]*)?|\bBearer\s{1,8}\S+|:\/\/[^/@\s"]{1,512}@|[?&][^=&#\s"]{1,64}=[^&#\s"]*|(?<![\w+.])\d(?:[ -]?\d){12,18}(?!\w)/gi;
const secretParameter = /token|key|secret|sig|pass|code/i;

/** A body with none of these words has nothing to mask. Most bodies have none and are stored unchanged. */
const words = (text: string) => text.split(' ');
const inNames = words(
  'headers" pass pasw pwd secret token key authoriz cookie signature seed otp" "otp pin" cvv cvc card pan" code',
);
const inValues = words('rs_test_ rs_live_ whsec_ eyj bearer @ ? &');
const isSuspect = suspectOf([...inNames, ...inValues]);

/** Luhn's check digit. One number in ten passes it by chance. */
function isCard(text: string): boolean {
  let sum = 0;
  const digits = text.replace(/\D/g, '');
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.at(-1 - i));
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const maskText = (text: string) =>
  text.replace(secretValue, (found) => {
    if (/^[\d -]+$/.test(found)) return isCard(found) ? MASK : found;
    if (found.startsWith('://')) return `://${MASK}@`;
    if (!/^[?&]/.test(found)) return MASK;
    const name = found.slice(0, found.indexOf('=') + 1);
    return secretParameter.test(name) ? `${name}${MASK}` : found;
  });

function maskValue(value: unknown, names: RegExp): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'number') return isCard(String(value)) && value >= 1e12 ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isSecret = inner !== null && names.test(name.replace(/[^a-z]/gi, '').toLowerCase());
      if (name === 'headers') return [name, maskEach(inner)];
      return [maskText(name), isSecret ? MASK : maskValue(inner, name === 'metadata' ? secretNameAsked : names)];
    }),
  );
}

/** Custom headers of an endpoint are credentials, whatever their names. */
const maskEach = (headers: unknown): unknown =>
  headers && typeof headers === 'object'
    ? Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]))
    : headers;

/** A parsed body, as JSON without secrets. Null if no body was parsed, or it is a file. */
export function maskAsked(body: unknown): string | null {
  if (body === undefined || body === null || Buffer.isBuffer(body)) return null;
  const text = JSON.stringify(body);
  return isSuspect(text) ? JSON.stringify(maskValue(body, secretNameAsked)) : text;
}

/** Our own JSON without secrets. */
export function maskAnswered(text: string): string {
  return isSuspect(text) ? JSON.stringify(maskValue(JSON.parse(text), secretName)) : text;
}

/** A line from outside, for example a header. */
export const maskLine = (text: string) => (isSuspect(text) ? maskText(text) : text);
