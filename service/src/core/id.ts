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

/** The 10 characters of a time in milliseconds: callers keep them while the millisecond lasts. */
export function encodeTime(ms: number): string {
  return encodeNumber(ms, TIME_CHARS);
}

/**
 * @param time what `encodeTime` gave
 * @param sub 12 bits that order ids within one millisecond
 * @param random 8 random bytes
 */
export function makeId<P extends Prefix>(prefix: P, time: string, sub: number, random: Uint8Array): Id<P> {
  // 20 bits: version 7, the 12 bits of `sub`, variant 10, then the first 2 random bits.
  const middle = (7 << 16) | (sub << 4) | 0b1000 | (random[7]! & 3);
  let text = `${prefix}_${time}`;
  text +=
    alphabet[middle >>> 15]! + alphabet[(middle >>> 10) & 31] + alphabet[(middle >>> 5) & 31] + alphabet[middle & 31];
  // 60 random bits.
  const high = ((random[0]! << 22) | (random[1]! << 14) | (random[2]! << 6) | (random[3]! >>> 2)) >>> 0;
  const low =
    (((random[3]! & 3) << 28) | (random[4]! << 20) | (random[5]! << 12) | (random[6]! << 4) | (random[7]! >>> 4)) >>> 0;
  for (let shift = 25; shift >= 0; shift -= 5) text += alphabet[(high >>> shift) & 31];
  for (let shift = 25; shift >= 0; shift -= 5) text += alphabet[(low >>> shift) & 31];
  return text as Id<P>;
}

export function isId<P extends Prefix>(prefix: P, text: string): text is Id<P> {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(-26))
  );
}

/** Milliseconds since 1970 at which the id was made. */
export function timeOf(id: Id): number {
  return decodeNumber(id.slice(-26, -16));
}

/**
 * A statement's entry is named from its posting and not stored: the position (microseconds since 1970, unique within the
 * wallet) fills the time and the 12 bits after it, the last 12 characters are those of the record that moved the money.
 */
export function entryId(position: bigint, source: string): Id<'ent'> {
  const middle = (7 << 16) | (Number(position % 1000n) << 4) | 0b1000;
  return `ent_${encodeTime(Number(position / 1000n))}${encodeNumber(middle, 4)}${source.slice(-12)}`;
}

/** The position that `entryId` was given. */
export function entryPosition(id: Id<'ent'>): bigint {
  const text = id.slice(-26);
  return BigInt(decodeNumber(text.slice(0, 10))) * 1000n + BigInt((decodeNumber(text.slice(10, 14)) >>> 4) & 0xfff);
}
