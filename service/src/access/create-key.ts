import { randomBytes } from 'node:crypto';
import type { Scope } from '../../../contract/src/route.ts';
import { makeApiKey } from '../core/api-key.ts';
import type { Queries } from '../db/database.ts';
import { type DataKey, hashUnder } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { insertKey } from './store.ts';

export type NewKey = {
  readonly world: number;
  readonly livemode: boolean;
  readonly scopes: readonly Scope[];
  readonly label?: string | null;
  /** usr_… or dev_…; absent for an operator. */
  readonly createdBy?: string;
  /** A sign-up made it, and nobody has seen its text. */
  readonly starter?: boolean;
};
export type MadeKey = { readonly id: string; readonly key: string };

/** Makes a key. Its text can be read only here: the database keeps only its hash. */
export async function createKey(db: Queries, key: NewKey, pepper: DataKey): Promise<MadeKey> {
  const { world, livemode, scopes, label = null, createdBy = null, starter = false } = key;
  const text = makeApiKey(livemode, randomBytes);
  const id = newId('key');
  await db.query(insertKey, [id, world, hashUnder(pepper, text), text.slice(-4), scopes, label, createdBy, starter]);
  return { id, key: text };
}
