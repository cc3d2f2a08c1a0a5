import type { Database } from '../db/database.ts';
import { createKey } from './create-key.ts';
import { expireKey, type KeyRow, selectKey } from './store.ts';

/**
 * A new key with the old one's scopes; the old one lives for `overlapSeconds` more (0 to 7 days).
 * @returns null when there is no such key, or it was revoked
 */
export async function rollKey(
  db: Pick<Database, 'query'>,
  id: string,
  overlapSeconds: number,
  pepper: Buffer,
): Promise<{ id: string; key: string } | null> {
  const [old] = await db.query<KeyRow>(selectKey, [id]);
  if (!old || old.revoked_at) return null;
  const fresh = await createKey(db, { world: old.world, livemode: old.livemode, scopes: old.scopes }, pepper);
  await db.query(expireKey, [id, overlapSeconds]);
  return fresh;
}
