import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** The role of the running service. It cannot change a posting or any definition. */
export const SERVICE_ROLE = 'rialto_service';

/**
 * For the embedded database: sets a password for the role, which is generated at each start and stored in no file.
 * @returns the URL of its login
 */
export async function openServiceLogin(superuser: pg.Client, url: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  await superuser.query(`ALTER ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${password}'`);
  const login = new URL(url);
  login.username = SERVICE_ROLE;
  login.password = password;
  return login.href;
}
