import type { AccountType } from '../../../contract/src/route.ts';
import type { KycStatus } from '../../../contract/src/users.ts';
import type { Statement } from '../db/database.ts';

export type TwoFactor = 'none' | 'sms' | 'totp';

export type AccountRow = {
  id: string;
  type: AccountType;
  livemode: boolean | null;
  identifier: string;
  password: string | null;
  password_long: boolean;
  two_factor: TwoFactor;
  totp_seed: Buffer | null;
  totp_step: bigint;
  language: string;
  suspended_at: Date | null;
  created_at: Date;
  kyc: KycStatus | null;
};

/**
 * The reason for suspending a merchant's people when their live approval is revoked. Another approval lifts it, and no
 * operator sets it by hand.
 */
export const LIVE_REVOKED = 'live_revoked';

const columns = `
  a.id, a.type, a.livemode, a.identifier, a.password, a.password_long, a.two_factor, a.totp_seed, a.totp_step, a.language,
  a.suspended_at, a.created_at, u.kyc
  FROM accounts a LEFT JOIN users u ON u.id = a.id`;

export const selectAccountByIdentifier: Statement = {
  name: 'accounts_select_by_identifier',
  text: `SELECT ${columns} WHERE a.type = $1 AND a.identifier = $2 AND a.livemode IS NOT DISTINCT FROM $3`,
};

export const selectAccount: Statement = { name: 'accounts_select', text: `SELECT ${columns} WHERE a.id = $1` };

export const insertAccount: Statement = {
  name: 'accounts_insert',
  text: `
    INSERT INTO accounts (id, type, livemode, identifier, password, password_long, two_factor, language)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT DO NOTHING RETURNING id`,
};

export const insertPersonalWorld: Statement = {
  name: 'accounts_insert_world',
  text: `INSERT INTO worlds (account_id, livemode) VALUES ($1, $2)`,
};

/**
 * Reads and locks the account for the rest of the transaction, because it may have changed since it was checked.
 * Challenges are locked before it.
 */
export const lockAccount: Statement = {
  name: 'accounts_hold',
  text: `SELECT ${columns} WHERE a.id = $1 FOR NO KEY UPDATE OF a`,
};

export const updatePassword: Statement = {
  name: 'accounts_update_password',
  text: `UPDATE accounts SET password = $2, password_long = $3 WHERE id = $1`,
};

/** Replaces the hash by one of the same password at another cost, if the hash has not changed. */
export const renewHash: Statement = {
  name: 'accounts_renew_hash',
  text: `UPDATE accounts SET password = $3 WHERE id = $1 AND password = $2 RETURNING id`,
};

export type SessionListRow = {
  id: string;
  user_agent: string | null;
  address: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
};

export const insertSession: Statement = {
  name: 'sessions_insert',
  text: `
    INSERT INTO sessions (id, account_id, refresh_id, user_agent, address, expires_at)
    VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
};

/**
 * If two requests use the same token, the second finds the row changed and gets no row. $5: days since the login, $6:
 * the client, $7: the time in its tokens.
 */
export const renewSession: Statement = {
  name: 'sessions_renew',
  text: `
    UPDATE sessions SET refresh_id = $3, last_used_at = now(), spent_refresh_id = $2, spent_by = $6, spent_at = now(), issued_at = $7,
      expires_at = least(now() + make_interval(secs => $4), created_at + make_interval(days => $5))
    WHERE id = $1 AND refresh_id = $2 AND revoked_at IS NULL
      AND least(expires_at, created_at + make_interval(days => $5)) > now()
    RETURNING account_id`,
};

/**
 * The successor of a token that this client spent within 30 s, in case it lost the answer. A clock that is set back
 * does not extend this time.
 */
export const selectSuccessor: Statement = {
  name: 'sessions_select_successor',
  text: `
    SELECT refresh_id, issued_at FROM sessions
    WHERE id = $1 AND account_id = $2 AND spent_refresh_id = $3 AND spent_by = $4 AND revoked_at IS NULL
      AND spent_at BETWEEN now() - interval '30 s' AND now() + interval '30 s'
      AND least(expires_at, created_at + make_interval(days => $5)) > now()`,
};

/** Notifies every node in the same statement. */
export const revokeSession: Statement = {
  name: 'sessions_revoke',
  text: `
    WITH revoked AS (
      UPDATE sessions SET revoked_at = now(), revoked_reason = $3
      WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL RETURNING id)
    SELECT id, pg_notify('rialto_sessions', id) FROM revoked`,
};

/** $3: a session that stays open, or null. */
export const revokeSessions: Statement = {
  name: 'sessions_revoke_all',
  text: `
    WITH revoked AS (
      UPDATE sessions SET revoked_at = now(), revoked_reason = $2
      WHERE account_id = $1 AND revoked_at IS NULL AND ($3::text IS NULL OR id <> $3) RETURNING 1)
    SELECT pg_notify('rialto_sessions', $1) FROM (SELECT count(*) FROM revoked) n`,
};

export const selectRevokedReason: Statement = {
  name: 'sessions_select_revoked_reason',
  text: `SELECT revoked_reason FROM sessions WHERE id = $1 AND account_id = $2`,
};

/** Whether the session has expired; $3: days since its login. */
export const selectOver: Statement = {
  name: 'sessions_select_over',
  text: `
    SELECT 1 FROM sessions WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL
      AND least(expires_at, created_at + make_interval(days => $3)) <= now()`,
};

/** Lists open sessions; the caller adds the condition on the account. */
export const selectOpenSessionsFrom = `
  SELECT s.id, s.user_agent, s.address, s.created_at, s.last_used_at, s.expires_at
  FROM (SELECT * FROM sessions WHERE revoked_at IS NULL AND expires_at > now()) s`;
