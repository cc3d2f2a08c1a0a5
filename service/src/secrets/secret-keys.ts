import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { openBytes, sealBytes } from '../kernel/seal.ts';

/** A SECRET_KEY: it opens and seals data keys. */
export type SecretKey = {
  /** Names it in the database, in backups and to operators, and reveals nothing else about it. */
  readonly fingerprint: string;
  /** The key that earlier versions derived for a purpose. */
  derive(label: string): Buffer;
  seal(key: Buffer, purpose: string, generation: number): Buffer;
  /** @throws if it is another SECRET_KEY, or the bytes were changed or moved */
  open(sealed: Buffer, purpose: string, generation: number): Buffer;
};

/** SECRET_KEY, and SECRET_KEY_OLD during a rotation. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

export function secretKeyOf(text: string): SecretKey {
  const secret = createSecretKey(Buffer.from(text));
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', secret, 'rialto', label, 32));
  const sealing = derive('data keys');
  const place = (purpose: string, generation: number) => `${purpose} ${generation}`;
  return {
    // Backups of earlier versions have the same text.
    fingerprint: createHmac('sha256', derive('api keys')).update('backup').digest('hex').slice(0, 32),
    derive,
    seal: (key, purpose, generation) => sealBytes(key, sealing, place(purpose, generation)),
    open: (sealed, purpose, generation) => openBytes(sealed, sealing, place(purpose, generation)),
  };
}

export const secretKeysOf = ([first, ...others]: readonly [string, ...string[]]): SecretKeys => [
  secretKeyOf(first),
  ...others.map(secretKeyOf),
];
