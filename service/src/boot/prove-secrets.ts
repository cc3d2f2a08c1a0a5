import { makeFirstKey } from '../access/tokens/signing-keys.ts';
import { selectOldestSealed } from '../access/tokens/store.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { openSecret } from '../kernel/seal.ts';

/**
 * Checks SECRET_KEY. With another key valid API keys are unknown, webhooks cannot be signed, and other nodes cannot
 * open sealed data.
 * The check opens the oldest signing key, or older sealed data. If there is neither, it creates a signing key, which
 * ties the database to this SECRET_KEY.
 * @throws StartupError
 */
export async function proveSecrets(db: Database, { encryptionKey }: { encryptionKey: Buffer }): Promise<void> {
  await openOldest(db, encryptionKey);
  await transaction(db, (tx) => makeFirstKey(tx, encryptionKey));
  // Another node may have been first.
  await openOldest(db, encryptionKey);
}

async function openOldest(db: Database, encryptionKey: Buffer): Promise<void> {
  const [oldest] = await db.query<{ sealed: Buffer | null }>(selectOldestSealed);
  try {
    if (oldest!.sealed) openSecret(oldest!.sealed, encryptionKey);
  } catch {
    throw new StartupError(
      'SECRET_KEY differs from the one that this database was written with, so no API key, webhook secret or login would work. ' +
        'Set the SECRET_KEY of the other nodes. If it was generated, set the text of the file secret-key in its first DATA_DIR',
    );
  }
}
