import { randomBytes } from 'node:crypto';
import { StartupError } from '../config/startup-error.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { DataKey, Generation } from '../kernel/data-key.ts';
import { openBytes } from '../kernel/seal.ts';
import type { SecretKey, SecretKeys } from './secret-keys.ts';
import { names, purposes, type Secrets } from './secrets.ts';
import { type DataKeyRow, insertDataKey, insertSeal, lockKeys, selectDataKeys, selectOldest } from './store.ts';

/**
 * Loads the data keys, and creates those that the database lacks. A new database gets random keys. One of an earlier
 * version has rows under derived keys, and nodes that derive them, so these become its first generation.
 * @throws StartupError if neither SECRET_KEY nor SECRET_KEY_OLD opens them
 */
export async function openSecrets(db: Database, keys: SecretKeys): Promise<Secrets> {
  const secrets = Object.fromEntries(names.map((name) => [name, { generations: [] } as DataKey])) as Secrets;
  if (!(await loadInto(secrets, db, keys))) {
    await transaction(db, (tx) => makeMissing(tx, keys));
    await loadInto(secrets, db, keys);
  }
  return secrets;
}

/**
 * Loads the generations again. If a key was retired, or none of the SECRET_KEYs opens it any more, the old ones stay
 * in use. @returns whether every purpose has a key
 */
export async function loadInto(secrets: Secrets, db: Database | Tx, keys: SecretKeys): Promise<boolean> {
  const rows = await db.query<DataKeyRow>(selectDataKeys, [keys.map(({ fingerprint }) => fingerprint)]);
  const opened = new Map<string, Generation[]>();
  for (const row of firstOfEach(rows)) {
    const generation = {
      number: row.generation,
      key: openKey(row, keys),
      usedFrom: performance.now() + row.starts_in_ms,
    };
    opened.set(row.purpose, [...(opened.get(row.purpose) ?? []), generation]);
  }
  const isComplete = names.every((name) => opened.has(purposes[name].purpose));
  if (isComplete) for (const name of names) secrets[name].generations = opened.get(purposes[name].purpose)!;
  return isComplete;
}

/** A key that two given SECRET_KEYs seal has two rows. */
const firstOfEach = (rows: readonly DataKeyRow[]) =>
  rows.filter(({ purpose, generation }, i) => {
    const before = rows[i - 1];
    return before?.purpose !== purpose || before.generation !== generation;
  });

export function openKey({ purpose, generation, secret, sealed }: DataKeyRow, keys: SecretKeys): Buffer {
  const key = keys.find(({ fingerprint }) => fingerprint === secret);
  if (!key || !sealed) throw refuseSecret();
  try {
    return key.open(sealed, purpose, generation);
  } catch {
    throw new StartupError(`the data key ${purpose} ${generation} was changed in the database. Restore a backup`);
  }
}

const refuseSecret = () =>
  new StartupError(
    'SECRET_KEY differs from the one that this database was written with, so no API key, ' +
      'webhook secret or login would work. ' +
      'Set the SECRET_KEY of the other nodes, and during a rotation the earlier one as SECRET_KEY_OLD. ' +
      'If it was generated, set the text of the file secret-key in its first DATA_DIR',
  );

/** A purpose of a later version is missing alone, and gets a random key. */
async function makeMissing(tx: Tx, keys: SecretKeys): Promise<void> {
  await tx.query(lockKeys);
  const rows = firstOfEach(await tx.query<DataKeyRow>(selectDataKeys, [keys.map(({ fingerprint }) => fingerprint)]));
  for (const row of rows) openKey(row, keys);
  const found = new Set(rows.map(({ purpose }) => purpose));
  const from = rows.length === 0 ? await findOrigin(tx, keys) : null;
  const sealing = from ?? sealingOf(rows, keys);
  for (const name of names) {
    const { purpose, derived } = purposes[name];
    if (found.has(purpose)) continue;
    const key = from ? from.derive(derived) : randomBytes(32);
    await tx.query(insertDataKey, [purpose, 1, from !== null, 0]);
    await tx.query(insertSeal, [purpose, 1, sealing.fingerprint, sealing.seal(key, purpose, 1)]);
  }
}

/** The SECRET_KEY that already seals the others. */
function sealingOf(rows: readonly DataKeyRow[], keys: SecretKeys): SecretKey {
  return keys.find(({ fingerprint }) => rows.some(({ secret }) => secret === fingerprint)) ?? keys[0];
}

/** The SECRET_KEY that derived the keys of a database of an earlier version; null for a new database. */
async function findOrigin(tx: Tx, keys: SecretKeys): Promise<SecretKey | null> {
  const [row] = await tx.query<{ sealed: Buffer | null; hashes: boolean }>(selectOldest);
  const { sealed, hashes } = row!;
  if (!sealed) return hashes ? keys[0] : null;
  const origin = keys.find((key) => opens(sealed, key.derive(purposes.encryptionKey.derived)));
  if (!origin) throw refuseSecret();
  return origin;
}

function opens(sealed: Buffer, key: Buffer): boolean {
  try {
    return openBytes(sealed, key, '').length > 0;
  } catch {
    return false;
  }
}
