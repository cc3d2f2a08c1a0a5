import type { Queries, Statement } from '../db/database.ts';

/** $1 of each statement: the current generation of the pepper. */
const isOlder = (column: string) => `hash_generation(${column}) < $1`;

export const usableKeys = `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AND ${isOlder('hash')}`;
export const unusedRecoveryCodes = `used_at IS NULL AND ${isOlder('hash')}`;
export const openInvitations = `
  accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > now() AND ${isOlder('token_hash')}`;
export const openChallenges = `used_at IS NULL AND ended_at IS NULL AND expires_at > now() AND ${isOlder('code_hash')}`;

export type HeldKeys = { merchant: string; name: string; livemode: boolean; keys: number; last_used_at: Date | null };
const selectHeldKeys: Statement = {
  name: 'retire_keys',
  text: `
    SELECT i.merchant_id AS merchant, m.name, w.livemode, count(*)::int AS keys, max(k.last_used_at) AS last_used_at
    FROM api_keys k JOIN worlds w ON w.id = k.world JOIN integrations i ON i.id = w.integration_id
      JOIN merchants m ON m.id = i.merchant_id
    WHERE k.id IN (SELECT id FROM api_keys WHERE ${usableKeys})
    GROUP BY 1, 2, 3 ORDER BY 1, 3`,
};
const countCodes: Statement = {
  name: 'retire_codes',
  text: `
    SELECT (SELECT count(DISTINCT account_id)::int FROM recovery_codes WHERE ${unusedRecoveryCodes}) AS recovery,
           (SELECT count(*)::int FROM invitations WHERE ${openInvitations}) AS invitations,
           (SELECT count(*)::int FROM challenges WHERE ${openChallenges}) AS challenges`,
};

/** Secrets that only an older pepper accepts: API keys by merchant, and how many accounts, invitations and codes. */
export type HeldHashes = {
  readonly keys: readonly HeldKeys[];
  readonly recovery: number;
  readonly invitations: number;
  readonly challenges: number;
};

export async function findHeldHashes(db: Queries, generation: number): Promise<HeldHashes> {
  const keys = await db.query<HeldKeys>(selectHeldKeys, [generation]);
  const [codes] = await db.query<Omit<HeldHashes, 'keys'>>(countCodes, [generation]);
  return { keys, ...codes! };
}
