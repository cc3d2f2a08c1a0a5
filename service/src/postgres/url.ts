import pg from 'pg';
import { readPasswords } from './cluster.ts';
import type { Postmaster } from './postmaster.ts';

/**
 * A socket costs a third less CPU per query than TCP. Clients that do not support `host=` reach the same server by TCP.
 */
export function urlOf({ port, socketDir }: Postmaster, password: string): string {
  const socket = socketDir ? `?host=${encodeURIComponent(socketDir)}` : '';
  return `postgresql://rialto:${password}@127.0.0.1:${port}/rialto${socket}`;
}

/**
 * The superuser's URL. A change of the password that was interrupted leaves two in the file, of which one works.
 */
export async function findUrl(
  postmaster: Postmaster,
  dataDir: string,
  use?: (url: string) => Promise<void>,
): Promise<string> {
  const urls = readPasswords(dataDir).map((password) => urlOf(postmaster, password));
  if (!use && urls.length === 1) return urls[0]!;
  for (const [i, url] of urls.entries()) {
    try {
      await (use ?? ask)(url);
      return url;
    } catch (error) {
      if ((error as { code?: string }).code !== '28P01' || i === urls.length - 1) throw error;
    }
  }
  throw new Error('the password file is empty');
}

const ask = (url: string) => query(url, 'SELECT');

export async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
