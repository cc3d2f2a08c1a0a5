import type { KycStatus } from '../../../contract/src/users.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

export type UserRow = {
  id: string;
  livemode: boolean;
  phone: string;
  name: string | null;
  kyc: KycStatus;
  /** 0, 1 or 2: the tier whose limits apply. Above 0 if the status is verified. */
  kyc_tier: number;
  metadata: Record<string, string>;
  created_at: Date;
  updated_at: Date;
  version: number;
};

const columns = 'id, livemode, phone, name, kyc, kyc_tier, metadata, created_at, updated_at, version';

const lockUsersStatement: Statement = {
  name: 'users_lock',
  text: `SELECT ${columns} FROM users WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`,
};

/** In the order of their ids, so that two batches never deadlock. */
export function lockUsers(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  return tx.query(lockUsersStatement, [[...new Set(ids)]]);
}

export const selectUserByPhone: Statement = {
  name: 'users_select_by_phone',
  text: `SELECT ${columns} FROM users WHERE phone = $1 AND livemode = $2 AND type = 'customer'`,
};

export const insertUser: Statement = {
  name: 'users_insert',
  text: `
    INSERT INTO users (id, livemode, phone, name) VALUES ($1, $2, $3, $4)
    ON CONFLICT (livemode, phone, type) DO NOTHING`,
};

export const insertMerchantUser: Statement = {
  name: 'users_insert_merchant',
  text: `
    INSERT INTO users (id, livemode, phone, name, type, merchant_id) VALUES ($1, $2, $3, $4, 'merchant', $5)
    ON CONFLICT (livemode, phone, type) DO NOTHING RETURNING id`,
};

export const updateKyc: Statement = {
  name: 'users_update_kyc',
  text: `
    UPDATE users SET kyc = $2, kyc_tier = $3, updated_at = now(), version = version + 1 WHERE id = $1
    RETURNING ${columns}`,
};
