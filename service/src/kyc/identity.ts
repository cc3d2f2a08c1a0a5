import type { Identity } from '../core/kyc.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';

/** Bound to the submission's id, so that nobody's identity can be put in another's place. */
export function sealIdentity({ name, date_of_birth, document_number }: Identity, id: string, key: Buffer): Buffer {
  return sealSecret(JSON.stringify({ name, date_of_birth, document_number }), key, id);
}

export function openIdentity({ id, identity }: { id: string; identity: Buffer }, key: Buffer): Identity {
  return JSON.parse(openSecret(identity, key, id));
}
