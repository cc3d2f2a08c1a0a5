import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { bytesOf, currentOf, type DataKey, FIRST, generationOf } from './data-key.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Stands before the generation, in what a later generation than the first sealed. SQL: `sealed_generation`. */
const MARK = Buffer.from('RDK1', 'latin1');
export const MARKED_BYTES = MARK.length + 2;

/** 32 bytes, or the key of a purpose. */
export type SealingKey = Buffer | DataKey;

/**
 * Seals with AES-256-GCM into nonce, ciphertext and tag, behind the mark of its generation. The result opens only for
 * the record with the id `boundTo`.
 */
export function sealBytes(bytes: Uint8Array, key: SealingKey, boundTo: string): Buffer {
  if (Buffer.isBuffer(key)) return encrypt(bytes, key, boundTo);
  const { number, key: own } = currentOf(key);
  const sealed = encrypt(bytes, own, boundTo);
  return number === FIRST ? sealed : Buffer.concat([MARK, bytesOf(number), sealed]);
}

/** @throws if the key or the record is another, or a byte was changed */
export function openBytes(sealed: Buffer, key: SealingKey, boundTo: string): Buffer {
  if (Buffer.isBuffer(key)) return decrypt(sealed, key, boundTo);
  const number = generationOfSealed(sealed);
  const generation = generationOf(key, number);
  const first = generationOf(key, FIRST);
  if (number !== FIRST && generation) {
    try {
      return decrypt(sealed.subarray(MARKED_BYTES), generation.key, boundTo);
    } catch (error) {
      if (!first) throw error;
    }
  }
  // One nonce of an earlier version in 4 billion looks like the mark.
  if (first) return decrypt(sealed, first.key, boundTo);
  throw new Error(`sealed under generation ${number} of a data key, which was retired`);
}

export function generationOfSealed(sealed: Buffer): number {
  return isMarked(sealed) ? sealed.readUInt16BE(MARK.length) : FIRST;
}

const isMarked = (sealed: Buffer) => sealed.subarray(0, MARK.length).equals(MARK);

function encrypt(bytes: Uint8Array, key: Buffer, boundTo: string): Buffer {
  let nonce = randomBytes(NONCE_BYTES);
  // Unmarked bytes must not look marked.
  while (isMarked(nonce)) nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(sealed: Buffer, key: Buffer, boundTo: string): Buffer {
  // Without an explicit length Node accepts shorter tags, which are easier to guess.
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** Seals a text. */
export function sealSecret(secret: string, key: SealingKey, boundTo = ''): Buffer {
  return sealBytes(Buffer.from(secret), key, boundTo);
}

/** @throws as `openBytes` */
export function openSecret(sealed: Buffer, key: SealingKey, boundTo = ''): string {
  return openBytes(sealed, key, boundTo).toString();
}
