import type { Prefix } from '../../../contract/src/fields.ts';

/**
 * Ids: a prefix and a UUIDv7 (RFC 9562) in 26 characters of Crockford base32, the TypeID form. The first 10 characters
 * are the milliseconds since 1970, so ids sort by creation.
 */
export type Id<P extends Prefix = Prefix> = `${P}_${string}`;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;

function encodeNumber(value: number, chars: number): string {
  let text = '';
  let rest = value;
  for (let i = 0; i < chars; i++) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function decodeNumber(text: string): number {
  let value = 0;
  for (const char of text) value = value * 32 + alphabet.indexOf(char);
  return value;
}

/** The 10 characters of a time in milliseconds. Callers keep them for the whole millisecond. */
export function encodeTime(ms: number): string {
  return encodeNumber(ms, TIME_CHARS);
}

/** Two characters for ten bits. */
const pairs = Array.from({ length: 1024 }, (_, bits) => encodeNumber(bits, 2));
const codes = Uint8Array.from(alphabet, (char) => char.charCodeAt(0));

/**
 * One character for the low five bits of each byte. Callers encode many bytes at once and cut the ends of ids from the
 * result.
 */
export function encodeRandom(bytes: Uint8Array): string {
  return Buffer.from(bytes.map((byte) => codes[byte & 31]!)).toString('latin1');
}

/**
 * @param time the result of `encodeTime`
 * @param sub 12 bits that order ids within one millisecond
 * @param bits 2 random bits
 * @param end 12 random characters, 60 bits
 */
export function makeId<P extends Prefix>(prefix: P, time: string, sub: number, bits: number, end: string): Id<P> {
  // 20 bits: version 7, the 12 bits of `sub`, variant 10, the first 2 random bits.
  const middle = (7 << 16) | (sub << 4) | 0b1000 | bits;
  return `${prefix}_${time}${pairs[middle >>> 10]!}${pairs[middle & 1023]!}${end}`;
}

export function isId<P extends Prefix>(prefix: P, text: string): text is Id<P> {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(-26))
  );
}

/** The creation time of an id, in milliseconds since 1970. */
export function timeOf(id: Id): number {
  return decodeNumber(id.slice(-26, -16));
}

/**
 * The id of a statement entry. It is derived from the posting and not stored: the position (microseconds since 1970,
 * unique within the wallet) fills the time and the next 12 bits, the last 12 characters come from the record that moved
 * the money.
 */
export function entryId(position: bigint, source: string): Id<'ent'> {
  const middle = (7 << 16) | (Number(position % 1000n) << 4) | 0b1000;
  return `ent_${encodeTime(Number(position / 1000n))}${encodeNumber(middle, 4)}${source.slice(-12)}`;
}

/** The position that `entryId` received. */
export function entryPosition(id: Id<'ent'>): bigint {
  const text = id.slice(-26);
  return BigInt(decodeNumber(text.slice(0, 10))) * 1000n + BigInt((decodeNumber(text.slice(10, 14)) >>> 4) & 0xfff);
}
