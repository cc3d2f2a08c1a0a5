import type { DataKey } from '../kernel/data-key.ts';
import { openBytes, sealBytes } from '../kernel/seal.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * Seals documents before they reach a store. The name is bound as associated data, so a person who can write to the
 * store cannot swap two people's documents.
 */
export function encryptedStore(store: DocumentStore, key: DataKey): DocumentStore {
  return {
    put: (name, bytes) => store.put(name, sealBytes(bytes, key, name)),
    get: async (name) => {
      const sealed = await store.get(name);
      return sealed && open(name, sealed, key);
    },
    delete: (name) => store.delete(name),
  };
}

/** A document that its store changed, or that was sealed under another SECRET_KEY. */
export class ChangedDocument extends Error {}

function open(name: string, sealed: Buffer, key: DataKey): Buffer {
  try {
    return openBytes(sealed, key, name);
  } catch {
    throw new ChangedDocument(`the document ${name} was changed in its store, or sealed under another SECRET_KEY`);
  }
}
