import type { Identity } from '../core/kyc.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';

/** The sealed text is bound to the submission's id, so that it cannot be moved to another submission. */
export function sealIdentity({ name, date_of_birth, document_number }: Identity, id: string, key: DataKey): Buffer {
  return sealSecret(JSON.stringify({ name, date_of_birth, document_number }), key, id);
}

export function openIdentity({ id, identity }: { id: string; identity: Buffer }, key: DataKey): Identity {
  return JSON.parse(openSecret(identity, key, id));
}
