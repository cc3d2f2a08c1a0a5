import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { holdDataDir } from './data-dir/hold.ts';
import { StartupError } from './startup-error.ts';

type Where = Pick<Config, 'SECRET_KEY' | 'DATA_DIR'> & Partial<Pick<Config, 'SECRET_KEY_OLD'>>;

/** The text of SECRET_KEY, then of SECRET_KEY_OLD if a rotation is under way. */
export type SecretTexts = readonly [string, ...string[]];

/** Reads SECRET_KEY, or in test mode a secret that is generated once and kept in DATA_DIR. */
export function readSecretKeys(config: Where): SecretTexts {
  return withOld(config.SECRET_KEY || generatedSecret(config.DATA_DIR), config);
}

/**
 * Like `readSecretKeys`, for a database that exists already: a new secret would not match it.
 * @throws StartupError if there is no secret
 */
export function findSecretKeys(config: Where): SecretTexts {
  if (!config.SECRET_KEY && !existsSync(fileOf(config.DATA_DIR))) {
    throw new StartupError(
      `set SECRET_KEY. If it was generated, copy the file secret-key from its first DATA_DIR into ${config.DATA_DIR}`,
    );
  }
  return withOld(config.SECRET_KEY || readSecret(fileOf(config.DATA_DIR)), config);
}

const withOld = (text: string, { SECRET_KEY_OLD: old }: Where): SecretTexts =>
  old && old !== text ? [text, old] : [text];

const fileOf = (dataDir: string) => join(dataDir, 'secret-key');

function generatedSecret(dataDir: string): string {
  const file = fileOf(dataDir);
  try {
    holdDataDir(dataDir);
    // wx: if two processes start at once, one writes and both read the same secret. Flushed to disk, because data is
    // sealed under it.
    if (!existsSync(file))
      writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartupError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
    }
  }
  return readSecret(file);
}

function readSecret(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartupError(`${file} cannot be read by this user: ${(error as Error).message}`);
  }
  // Anybody could derive keys from an empty secret.
  if (text.length < 32) {
    throw new StartupError(`${file} is incomplete. Restore it from your copy, or remove it if the database is new`);
  }
  return text;
}
