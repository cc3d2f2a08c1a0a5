import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** The role under which the service works. It cannot change a posting, nor any definition. */
export const SERVICE_ROLE = 'rialto_service';

/**
 * For the embedded database: lets the role log in with a password that is made for this start and kept in no file.
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
