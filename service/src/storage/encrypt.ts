import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DocumentStore } from './document-store.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals documents before they reach a store: AES-256-GCM, as nonce, ciphertext, tag. The name is bound as associated data, so
 * that whoever can write to the store can pass no person's document off as another's.
 */
export function encryptedStore(store: DocumentStore, key: Buffer): DocumentStore {
  return {
    put: (name, bytes) => store.put(name, seal(name, bytes, key)),
    get: async (name) => {
      const sealed = await store.get(name);
      return sealed && open(name, sealed, key);
    },
    delete: (name) => store.delete(name),
  };
}

function seal(name: string, bytes: Uint8Array, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function open(name: string, sealed: Buffer, key: Buffer): Buffer {
  try {
    // The length is named: without it Node takes shorter tags, which are guessed sooner.
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new Error(`the document ${name} was changed in its store, or sealed under another SECRET_KEY`);
  }
}
