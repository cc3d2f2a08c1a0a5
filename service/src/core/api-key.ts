import { crc32 } from 'node:zlib';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_CHARS = 30;
const CHECKSUM_CHARS = 6;
const form = new RegExp(`^rs_(test|live)_([0-9A-Za-z]{${SECRET_CHARS}})([0-9A-Za-z]{${CHECKSUM_CHARS}})$`);

/**
 * `rs_test_` or `rs_live_`, 30 base62 characters (178 bits) and 6 characters of their CRC32, so that a truncated or
 * mistyped key is recognised without a lookup.
 * @param random called for random bytes
 */
export function makeApiKey(livemode: boolean, random: (bytes: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < SECRET_CHARS) {
    // 248 is the largest multiple of 62 in a byte. Using higher values would make the first characters more likely.
    for (const byte of random(SECRET_CHARS))
      if (byte < 248 && secret.length < SECRET_CHARS) secret += base62[byte % 62];
  }
  return `rs_${livemode ? 'live' : 'test'}_${secret}${checksum(secret)}`;
}

/** The mode of a well-formed key, or null for any other text. */
export function readApiKey(text: string): { livemode: boolean } | null {
  const match = form.exec(text);
  if (!match || checksum(match[2]!) !== match[3]) return null;
  return { livemode: match[1] === 'live' };
}

function checksum(secret: string): string {
  let value = crc32(secret);
  let text = '';
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    text = base62[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
