import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { StartupError } from './startup-error.ts';

export type Secrets = {
  /** Keys the hashes of API keys. */
  readonly pepper: Buffer;
  /** Encrypts webhook secrets: 32 bytes. */
  readonly encryptionKey: Buffer;
  /** Encrypts the images of KYC documents: 32 bytes. */
  readonly documentKey: Buffer;
  /** Encrypts who a customer is, as they submitted it: 32 bytes. */
  readonly identityKey: Buffer;
};

/** Derives the service's keys from SECRET_KEY, or outside live from one that is made once and kept in DATA_DIR. */
export function loadSecrets(config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Secrets {
  const secret = createSecretKey(Buffer.from(config.SECRET_KEY || generatedSecret(config.DATA_DIR)));
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'rialto', purpose, 32));
  return {
    pepper: derive('api keys'),
    encryptionKey: derive('webhook secrets'),
    documentKey: derive('documents'),
    identityKey: derive('identities'),
  };
}

function generatedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    mkdirSync(dataDir, { recursive: true });
    // wx: of two that start at once, one writes and both read the same.
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartupError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
    }
  }
  return readFileSync(file, 'utf8');
}
