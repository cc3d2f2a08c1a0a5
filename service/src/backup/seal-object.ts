import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { BackupConfig } from '../config/backups.ts';
import { StartupError } from '../config/startup-error.ts';

/** The form of an object: this mark, the key's id, a salt, the ciphertext and its tag. */
const MARK = Buffer.from('RIALTOB1');
const ID_BYTES = 8;
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const HEAD_BYTES = MARK.length + ID_BYTES + SALT_BYTES;
/** Each object has a key of its own, which encrypts once. */
const NONCE = Buffer.alloc(12);

type Key = { readonly id: Buffer; readonly secret: Buffer };
/** The current key, and the former one, which only reads. */
export type BackupKeys = readonly [Key, ...Key[]];

export function openKeys({ BACKUP_KEY, BACKUP_KEY_OLD }: BackupConfig): BackupKeys {
  const old = BACKUP_KEY_OLD === '' ? [] : [keyOf(BACKUP_KEY_OLD)];
  return [keyOf(BACKUP_KEY), ...old];
}

function keyOf(text: string): Key {
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', text, 'rialto', purpose, bytes));
  return { id: derive('backup key id', ID_BYTES), secret: derive('backups', 32) };
}

/** Seals with AES-256-GCM. The result opens only under the name `name`, so objects cannot be swapped. */
export function sealObject([{ id, secret }]: BackupKeys, name: string, bytes: Uint8Array): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const cipher = createCipheriv('aes-256-gcm', objectKey(secret, salt), NONCE).setAAD(Buffer.from(name));
  return Buffer.concat([MARK, id, salt, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** @throws an error that names the object and says what is wrong with it */
export function openObject(keys: BackupKeys, name: string, sealed: Buffer): Buffer {
  const head = sealed.subarray(0, HEAD_BYTES);
  if (sealed.length < HEAD_BYTES + TAG_BYTES || !head.subarray(0, MARK.length).equals(MARK))
    throw new StartupError(`${name} is damaged: it is not an object of a backup`);
  const id = head.subarray(MARK.length, MARK.length + ID_BYTES);
  const key = keys.find((one) => one.id.equals(id));
  if (!key) throw new StartupError(`${name} is sealed under another BACKUP_KEY. Set the key that it was written with`);
  const decipher = createDecipheriv('aes-256-gcm', objectKey(key.secret, head.subarray(-SALT_BYTES)), NONCE, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new StartupError(`${name} was changed, or is another object's content`);
  }
}

const objectKey = (secret: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', secret, salt, 'object', 32));
