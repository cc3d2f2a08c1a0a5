import { keyColumns } from '../access/store.ts';
import type { Statement } from '../db/database.ts';

export const selectKeysFrom = `SELECT ${keyColumns}`;

export const selectWorldOf: Statement = {
  name: 'keys_select_world',
  text: `SELECT id AS world FROM worlds WHERE integration_id = $1 AND livemode = $2`,
};

export const countActiveKeys: Statement = {
  name: 'keys_count_active',
  text: `
    SELECT count(*)::int AS count FROM api_keys
    WHERE world = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
};

/** Orders the change before or after a concurrent revocation of the approval. */
export const lockApproval: Statement = {
  name: 'keys_lock_approval',
  text: `SELECT live_approved_at FROM merchants WHERE id = $1 FOR SHARE`,
};
