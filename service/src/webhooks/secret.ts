import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: nonce, ciphertext, tag. `key` has 32 bytes. */
export function sealSecret(secret: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when the key is not the one that it was sealed with, or a byte was changed */
export function openSecret(sealed: Buffer, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

const MOST_OPENED = 10_000;

/** Opens each secret once. A secret that is rolled is sealed anew, so what is kept never goes stale. */
export function createOpener(key: Buffer): (sealed: Buffer) => string {
  const opened = new Map<string, string>();
  return (sealed) => {
    const name = sealed.toString('latin1');
    const known = opened.get(name);
    if (known !== undefined) return known;
    if (opened.size >= MOST_OPENED) opened.clear();
    const secret = openSecret(sealed, key);
    opened.set(name, secret);
    return secret;
  };
}
