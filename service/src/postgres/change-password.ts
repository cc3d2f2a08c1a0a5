import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Database } from '../db/database.ts';
import { readPasswords, writePasswords } from './cluster.ts';

/**
 * Gives the embedded database's superuser a new password. Open connections stay, and the running service needs the
 * password only at its next start. The file has both passwords until the database has the new one.
 */
export async function changeDatabasePassword(db: Database, dataDir: string): Promise<void> {
  const directory = realpathSync(dataDir);
  const fresh = randomBytes(24).toString('hex');
  writePasswords(directory, [...readPasswords(directory), fresh]);
  // A statement with a password has no parameters. It is not logged: see `defaults`.
  await db.pool.query(`ALTER ROLE rialto PASSWORD '${fresh}'`);
  writePasswords(directory, [fresh]);
}
