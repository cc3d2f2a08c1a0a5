import type { Scope } from '../../../contract/src/route.ts';
import type { Statement } from '../db/database.ts';

export type KeyRow = {
  id: string;
  world: number;
  integration_id: string;
  merchant_id: string;
  livemode: boolean;
  scopes: Scope[];
  last4: string;
  starter: boolean;
  label: string | null;
  created_by: string | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  updated_at: Date;
  version: number;
};

export const keyColumns = `
  k.id, k.world, w.integration_id, i.merchant_id, w.livemode, k.scopes, k.last4, k.starter, k.label, k.created_by,
  k.created_at, k.last_used_at, k.expires_at, k.revoked_at, k.updated_at, k.version
  FROM api_keys k JOIN worlds w ON w.id = k.world JOIN integrations i ON i.id = w.integration_id`;

/** A node's clock may be minutes behind, so the database's clock says how long a rolled key remains valid. */
export type FoundKey = KeyRow & { readonly left_ms: number | null; hash: Buffer };

export const selectKeyByHash: Statement = {
  name: 'keys_select_by_hash',
  text: `
    SELECT (extract(epoch FROM k.expires_at - now()) * 1000)::float8 AS left_ms, k.hash, ${keyColumns}
    WHERE k.hash = ANY ($1::bytea[])`,
};

/** Moves the hash of a key that was used to the current pepper. */
export const moveKeyHash: Statement = {
  name: 'keys_move_hash',
  text: `UPDATE api_keys SET hash = $3 WHERE id = $1 AND hash = $2`,
};

export const selectKeys: Statement = {
  name: 'keys_select_all',
  text: `SELECT ${keyColumns} WHERE ($1::text IS NULL OR i.slug = slug_of($1) OR i.id = $1) ORDER BY k.id`,
};

export const selectKey: Statement = { name: 'keys_select', text: `SELECT ${keyColumns} WHERE k.id = $1` };

export const lockKey: Statement = { name: 'keys_lock', text: `SELECT ${keyColumns} WHERE k.id = $1 FOR UPDATE OF k` };

export const insertKey: Statement = {
  name: 'keys_insert',
  text: `
    INSERT INTO api_keys (id, world, hash, last4, scopes, label, created_by, starter)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

export const revokeKeyStatement: Statement = {
  name: 'keys_revoke',
  text: `
    WITH revoked AS (UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING id, revoked_at)
    SELECT id, revoked_at, pg_notify('rialto_keys', id) FROM revoked`,
};

/** The unused key of a sign-up gets another text in place: nobody has the old one in use. */
export const renewStarterKey: Statement = {
  name: 'keys_renew_starter',
  text: `
    WITH renewed AS (
      UPDATE api_keys k SET hash = $2, last4 = $3, updated_at = now(), version = version + 1
      FROM worlds w
      WHERE w.id = k.world AND w.integration_id = $1 AND NOT w.livemode AND k.starter
        AND k.last_used_at IS NULL AND k.revoked_at IS NULL AND k.expires_at IS NULL
      RETURNING k.id)
    SELECT id, pg_notify('rialto_keys', id) FROM renewed`,
};

/** Rolling a key twice never extends its life. */
export const expireKey: Statement = {
  name: 'keys_expire',
  text: `
    WITH expired AS (
      UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(secs => $2)) WHERE id = $1 AND revoked_at IS NULL RETURNING id, expires_at)
    SELECT id, expires_at, pg_notify('rialto_keys', id) FROM expired`,
};

/** Skips keys that a node wrote within the last minute, and keys that are locked. */
export const touchKeys: Statement = {
  name: 'keys_touch',
  text: `
    UPDATE api_keys SET last_used_at = now() WHERE id IN (
      SELECT id FROM api_keys
      WHERE id = ANY ($1::text[]) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
      FOR UPDATE SKIP LOCKED)`,
};
