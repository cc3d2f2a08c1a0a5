import type { DataKey } from '../kernel/data-key.ts';

/** The data keys of the deployment. They are stored in the database, sealed under SECRET_KEY. */
export type Secrets = {
  /** Keys the stored hashes of API keys, codes, invitations and devices. */
  readonly pepper: DataKey;
  /** Encrypts webhook secrets, signing keys, messages and tokens. */
  readonly encryptionKey: DataKey;
  /** Encrypts the images of KYC documents. */
  readonly documentKey: DataKey;
  /** Encrypts the identity that a customer submitted. */
  readonly identityKey: DataKey;
  /** Encrypts the credentials of rails. */
  readonly railKey: DataKey;
  /** Keys the secrets in the addresses that providers call. */
  readonly callbackKey: DataKey;
  /** Keys the names of counts, networks and clients, which are stored so that nobody can read them. */
  readonly subjectKey: DataKey;
};

/**
 * The purposes as the database names them. `derived`: the label of the key that earlier versions derived from
 * SECRET_KEY. `rotated`: what begins a new generation: each rotation, only `--data-keys`, or nothing.
 */
export const purposes = {
  pepper: { purpose: 'api keys', derived: 'api keys', rotated: 'always' },
  encryptionKey: { purpose: 'webhook secrets', derived: 'webhook secrets', rotated: 'data keys' },
  documentKey: { purpose: 'documents', derived: 'documents', rotated: 'data keys' },
  identityKey: { purpose: 'identities', derived: 'identities', rotated: 'data keys' },
  railKey: { purpose: 'rails', derived: 'rails', rotated: 'data keys' },
  // Providers have these addresses in their settings. A caller who knows one only makes us ask the provider.
  callbackKey: { purpose: 'rail callbacks', derived: 'rail callbacks', rotated: 'never' },
  subjectKey: { purpose: 'subjects', derived: 'api keys', rotated: 'data keys' },
} as const satisfies Record<
  keyof Secrets,
  { purpose: string; derived: string; rotated: 'always' | 'data keys' | 'never' }
>;

export const names = Object.keys(purposes) as (keyof Secrets)[];
