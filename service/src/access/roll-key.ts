import type { Tx } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { createKey, type MadeKey } from './create-key.ts';
import { expireKey, type KeyRow, lockKey } from './store.ts';

export type Roll = {
  readonly id: string;
  /** 0 to 7 days. */
  readonly overlapSeconds: number;
  /** usr_… or dev_…; absent for an operator. */
  readonly createdBy?: string;
};

/**
 * Makes a new key with the old one's scopes and label. The old key lives for the overlap, but never past its own
 * expiry.
 * @returns null when the key does not exist or no longer works
 */
export async function rollKey(
  tx: Tx,
  { id, overlapSeconds, createdBy }: Roll,
  pepper: DataKey,
): Promise<MadeKey | null> {
  const [old] = await tx.query<KeyRow>(lockKey, [id]);
  if (!old || keyStatusOf(old) === 'revoked' || keyStatusOf(old) === 'expired') return null;
  const { world, livemode, scopes, label } = old;
  const fresh = await createKey(tx, { world, livemode, scopes, label, ...(createdBy ? { createdBy } : {}) }, pepper);
  await tx.query(expireKey, [id, overlapSeconds]);
  return fresh;
}

export function keyStatusOf({ revoked_at, expires_at }: Pick<KeyRow, 'revoked_at' | 'expires_at'>) {
  if (revoked_at) return 'revoked';
  if (!expires_at) return 'active';
  return expires_at.getTime() <= Date.now() ? 'expired' : 'expiring';
}
