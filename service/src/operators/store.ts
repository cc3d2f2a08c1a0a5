import type { AccountType, OperatorRole } from '../../../contract/src/route.ts';
import type { KycStatus } from '../../../contract/src/users.ts';
import { MOST_FOUND, wordsOfUser } from '../accounts/search.ts';
import type { TwoFactor } from '../accounts/store.ts';
import type { Statement } from '../db/database.ts';

/** An account as operators see it, without its credentials. */
export type AccountStandingRow = {
  id: string;
  type: AccountType;
  livemode: boolean | null;
  identifier: string;
  name: string | null;
  kyc: KycStatus | null;
  merchant: string | null;
  role: OperatorRole | null;
  two_factor: TwoFactor;
  code_failures: number;
  suspended_at: Date | null;
  suspended_reason: string | null;
  created_at: Date;
  /** Absent means true. */
  login?: boolean;
};

export const selectAccountsFrom = `
  SELECT a.id, a.type, a.livemode, a.identifier, coalesce(u.name, d.name, o.name) AS name, u.kyc, u.merchant_id AS merchant,
         o.role, a.two_factor, a.code_failures, a.suspended_at, a.suspended_reason, a.created_at
  FROM accounts a
  LEFT JOIN users u ON u.id = a.id LEFT JOIN developers d ON d.id = a.id LEFT JOIN operators o ON o.id = a.id`;

/** Accounts, and customers without one, who received money or a payment request before they signed up. */
export const selectPeopleFrom = `
  SELECT a.id, a.type, a.livemode, a.identifier, coalesce(u.name, d.name, o.name) AS name, u.kyc, u.merchant_id AS merchant,
         o.role, a.two_factor, a.code_failures, a.suspended_at, a.suspended_reason, a.created_at, a.login
  FROM (
    SELECT id, type, livemode, identifier, two_factor, code_failures, suspended_at, suspended_reason, created_at, true AS login
    FROM accounts
    UNION ALL
    SELECT id, type, livemode, phone, 'none', 0, NULL, NULL, created_at, false FROM users n
    WHERE NOT EXISTS (SELECT FROM accounts WHERE accounts.id = n.id)) a
  LEFT JOIN users u ON u.id = a.id LEFT JOIN developers d ON d.id = a.id LEFT JOIN operators o ON o.id = a.id`;

/** Ids of people by the beginnings of words in their name, phone or e-mail address. */
export const isAccountFound = `
  a.id = ANY (ARRAY (
    SELECT found.id FROM (VALUES (?::text[])) typed (texts), LATERAL (
      (SELECT id FROM users WHERE ${wordsOfUser} @@ search_query(texts) LIMIT ${MOST_FOUND})
      UNION ALL (SELECT id FROM developers WHERE search_words(name) @@ search_query(texts) LIMIT ${MOST_FOUND})
      UNION ALL (SELECT id FROM operators WHERE search_words(name) @@ search_query(texts) LIMIT ${MOST_FOUND})
      UNION ALL (
        SELECT id FROM accounts WHERE type IN ('developer', 'operator')
          AND identifier COLLATE "C" >= lower(texts[1]) AND identifier COLLATE "C" < lower(texts[1]) || chr(127)
        LIMIT ${MOST_FOUND})) found))`;

export const selectAccountStanding: Statement = {
  name: 'operators_select_account',
  text: `${selectPeopleFrom} WHERE a.id = $1`,
};

/** Locks the account for an act, so that the recorded state before it is the state that it changes. */
export const lockAccountStanding: Statement = {
  name: 'operators_lock_account',
  text: `${selectAccountsFrom} WHERE a.id = $1 FOR NO KEY UPDATE OF a`,
};

/** Live logins of merchants that are not approved for live. The lock keeps them unapproved until commit. */
export const lockUnapproved: Statement = {
  name: 'operators_lock_unapproved',
  text: `
    WITH locked AS (
      SELECT u.id, m.live_approved_at FROM users u JOIN merchants m ON m.id = u.merchant_id
      WHERE u.id = ANY ($1::text[]) AND u.livemode ORDER BY m.id FOR SHARE OF m)
    SELECT id FROM locked WHERE live_approved_at IS NULL`,
};

export const suspend: Statement = {
  name: 'operators_suspend',
  text: `UPDATE accounts SET suspended_at = now(), suspended_reason = $2 WHERE id = $1`,
};

export const unsuspend: Statement = {
  name: 'operators_unsuspend',
  text: `
    WITH changed AS (UPDATE accounts SET suspended_at = NULL, suspended_reason = NULL WHERE id = $1 RETURNING id)
    SELECT pg_notify('rialto_sessions', id) FROM changed`,
};

export const insertOperator: Statement = {
  name: 'operators_insert',
  text: `INSERT INTO operators (id, name, role) VALUES ($1, $2, $3)`,
};

export type OperatorRow = { id: string; two_factor: TwoFactor; suspended: boolean };

export const selectOperatorsById: Statement = {
  name: 'operators_select_by_id',
  text: `
    SELECT o.id, a.two_factor, a.suspended_at IS NOT NULL AS suspended
    FROM operators o JOIN accounts a ON a.id = o.id WHERE o.id = ANY ($1::text[])`,
};

export const lockOperator: Statement = {
  name: 'operators_lock_by_email',
  text: `${selectAccountsFrom} WHERE a.type = 'operator' AND a.identifier = $1 FOR NO KEY UPDATE OF a`,
};

export const selectOperators: Statement = {
  name: 'operators_select_all',
  text: `
    SELECT o.id, a.identifier AS email, o.name, o.role, a.two_factor,
           CASE WHEN a.suspended_at IS NOT NULL THEN 'suspended' WHEN a.password IS NULL THEN 'no password yet' ELSE 'active' END AS status
    FROM operators o JOIN accounts a ON a.id = o.id ORDER BY o.id`,
};

/**
 * Open payments into a wallet, and open refunds: their money would find it closed. A refund that returns its whole fee,
 * or the shares of others, reserves nothing in it.
 */
export const countOnTheirWay: Statement = {
  name: 'operators_count_on_their_way',
  text: `
    SELECT (SELECT count(*)::int FROM payments WHERE wallet_id = $1 AND due_at IS NOT NULL) AS payments,
           (SELECT count(*)::int FROM refunds WHERE wallet_id = $1 AND due_at IS NOT NULL) AS refunds`,
};
