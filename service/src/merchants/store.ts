import { MOST_FOUND, wordsOfUser } from '../accounts/search.ts';
import { LIVE_REVOKED, type TwoFactor } from '../accounts/store.ts';
import type { Statement } from '../db/database.ts';

export type MerchantRow = { id: string; name: string; live_approved_at: Date | null; created_at: Date };

export const selectMerchantsFrom = `SELECT m.id, m.name, m.live_approved_at, m.created_at FROM merchants m`;

/** By the beginnings of words in the merchant's name, or in a name or phone of its people. */
export const isFound = `
  m.id = ANY (ARRAY (
    SELECT found.id FROM (VALUES (?::text[])) typed (texts), LATERAL (
      (SELECT id FROM merchants WHERE search_words(name) @@ search_query(texts) LIMIT ${MOST_FOUND})
      UNION ALL (
        SELECT merchant_id FROM users WHERE type = 'merchant' AND ${wordsOfUser} @@ search_query(texts)
        LIMIT ${MOST_FOUND})) found))`;

export const selectMerchant: Statement = { name: 'merchants_select', text: `${selectMerchantsFrom} WHERE m.id = $1` };

export const lockMerchant: Statement = {
  name: 'merchants_lock',
  text: `${selectMerchantsFrom} WHERE m.id = $1 FOR NO KEY UPDATE`,
};

/**
 * Locked before the merchant, in the same order as when keys are made. A concurrent invitation or removal happens
 * entirely before or after.
 */
export const lockIntegrationsOf: Statement = {
  name: 'merchants_lock_integrations',
  text: `SELECT 1 FROM integrations WHERE merchant_id = $1 ORDER BY id FOR NO KEY UPDATE`,
};

export const setApproval: Statement = {
  name: 'merchants_set_approval',
  text: `UPDATE merchants SET live_approved_at = CASE WHEN $2 THEN now() END WHERE id = $1`,
};

export type PersonRow = {
  id: string;
  merchant_id: string;
  livemode: boolean;
  phone: string;
  name: string | null;
  two_factor: TwoFactor;
  suspended_at: Date | null;
  password: string | null;
  password_long: boolean;
  language: string;
};

export const selectPeople: Statement = {
  name: 'merchants_select_people',
  text: `
    SELECT u.id, u.merchant_id, u.livemode, u.phone, u.name, a.two_factor, a.suspended_at, a.password, a.password_long, a.language
    FROM users u JOIN accounts a ON a.id = u.id WHERE u.merchant_id = ANY ($1::text[]) ORDER BY u.id`,
};

export type IntegrationNameRow = {
  id: string;
  merchant_id: string;
  name: string;
  slug: string;
  developers: number;
  open_invitations: number;
};

export const selectIntegrationsOf: Statement = {
  name: 'merchants_select_integrations',
  text: `
    SELECT i.id, i.merchant_id, i.name, i.slug,
      (SELECT count(*) FROM memberships s WHERE s.integration_id = i.id)::int AS developers,
      (SELECT count(*) FROM invitations n WHERE n.integration_id = i.id AND n.accepted_at IS NULL AND n.withdrawn_at IS NULL
         AND n.expires_at > now())::int AS open_invitations
    FROM integrations i WHERE i.merchant_id = ANY ($1::text[]) ORDER BY i.id`,
};

/** Phones that already have a live login with another merchant. */
export const selectTakenPhones: Statement = {
  name: 'merchants_select_taken_phones',
  text: `
    SELECT phone FROM users
    WHERE livemode AND type = 'merchant' AND phone = ANY ($1::text[]) AND merchant_id <> $2`,
};

/** Notifies every node in the same statement. */
export const suspendLivePeople: Statement = {
  name: 'merchants_suspend_live_people',
  text: `
    WITH suspended AS (
      UPDATE accounts a SET suspended_at = now(), suspended_reason = '${LIVE_REVOKED}'
      FROM users u WHERE u.id = a.id AND u.merchant_id = $1 AND u.livemode AND a.suspended_at IS NULL RETURNING a.id)
    SELECT id, pg_notify('rialto_sessions', id) FROM suspended`,
};

/** Skips people whom an operator suspended for another reason. */
export const restoreLivePeople: Statement = {
  name: 'merchants_restore_live_people',
  text: `
    WITH restored AS (
      UPDATE accounts a SET suspended_at = NULL, suspended_reason = NULL
      FROM users u WHERE u.id = a.id AND u.merchant_id = $1 AND u.livemode AND a.suspended_reason = '${LIVE_REVOKED}' RETURNING a.id)
    SELECT id, pg_notify('rialto_sessions', id) FROM restored`,
};

export const endInvitations: Statement = {
  name: 'merchants_end_invitations',
  text: `
    UPDATE invitations n SET withdrawn_at = now() FROM integrations i
    WHERE i.id = n.integration_id AND i.merchant_id = $1 AND n.accepted_at IS NULL AND n.withdrawn_at IS NULL
    RETURNING n.id`,
};

/** Ends the developers' live access, and with it their streams of live events. */
export const endLiveStanding: Statement = {
  name: 'merchants_end_live_standing',
  text: `
    WITH ended AS (
      UPDATE memberships s SET live_since = NULL FROM integrations i
      WHERE i.id = s.integration_id AND i.merchant_id = $1 AND s.live_since IS NOT NULL RETURNING s.developer_id)
    SELECT developer_id AS id, pg_notify('rialto_sessions', developer_id) FROM ended`,
};

export const revokeLiveKeys: Statement = {
  name: 'merchants_revoke_live_keys',
  text: `
    WITH revoked AS (
      UPDATE api_keys k SET revoked_at = now()
      FROM worlds w JOIN integrations i ON i.id = w.integration_id
      WHERE w.id = k.world AND w.livemode AND i.merchant_id = $1 AND k.revoked_at IS NULL RETURNING k.id)
    SELECT id, pg_notify('rialto_keys', id) FROM revoked`,
};

export const selectMerchants: Statement = {
  name: 'accounts_select_merchants',
  text: `SELECT id, name, created_at FROM merchants ORDER BY id`,
};
