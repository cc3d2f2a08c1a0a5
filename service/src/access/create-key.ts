import { randomBytes } from 'node:crypto';
import type { Scope } from '../../../contract/src/route.ts';
import { makeApiKey } from '../core/api-key.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../new-id.ts';
import { hashApiKey } from './authenticate-key.ts';
import { insertKey } from './store.ts';

export type NewKey = { readonly world: number; readonly livemode: boolean; readonly scopes: readonly Scope[] };

/** Makes a key. This is the only time that it can be read; what is kept is its hash. */
export async function createKey(
  db: Pick<Database, 'query'>,
  key: NewKey,
  pepper: Buffer,
): Promise<{ id: string; key: string }> {
  const text = makeApiKey(key.livemode, randomBytes);
  const id = newId('key');
  await db.query(insertKey, [id, key.world, hashApiKey(text, pepper), text.slice(-4), key.scopes]);
  return { id, key: text };
}
