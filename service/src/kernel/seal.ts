import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals with AES-256-GCM into nonce, ciphertext and tag. `key` has 32 bytes. The result opens only for the record with
 * the id `boundTo`.
 */
export function sealBytes(bytes: Uint8Array, key: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** @throws if the key or the record is another, or a byte was changed */
export function openBytes(sealed: Buffer, key: Buffer, boundTo: string): Buffer {
  // Without an explicit length Node accepts shorter tags, which are easier to guess.
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** Seals a text. */
export function sealSecret(secret: string, key: Buffer, boundTo = ''): Buffer {
  return sealBytes(Buffer.from(secret), key, boundTo);
}

/** @throws as `openBytes` */
export function openSecret(sealed: Buffer, key: Buffer, boundTo = ''): string {
  return openBytes(sealed, key, boundTo).toString();
}
