import type { DeveloperRole } from '../../../contract/src/member-rights.ts';
import type { Statement } from '../db/database.ts';

export type IntegrationRow = {
  id: string;
  name: string;
  slug: string;
  merchant_id: string;
  merchant_name: string;
  live_approved_at: Date | null;
  origins: string[];
  /** Null for people of the merchant itself. */
  role: DeveloperRole | null;
  /** For a developer, from `memberships`. */
  live_since: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

const columns = `
  i.id, i.name, i.slug, i.merchant_id, m.name AS merchant_name, m.live_approved_at, i.origins, i.created_at, i.updated_at, i.version`;

/** Finds a person's integrations: a merchant's people by their merchant, developers by membership. */
export const mine = {
  merchant: {
    select: `SELECT ${columns}, NULL::text AS role, NULL::timestamptz AS live_since FROM integrations i JOIN merchants m ON m.id = i.merchant_id`,
    is: 'i.merchant_id',
  },
  developer: {
    select: `
      SELECT ${columns}, s.role, s.live_since FROM integrations i JOIN merchants m ON m.id = i.merchant_id
      JOIN memberships s ON s.integration_id = i.id`,
    is: 's.developer_id',
  },
} as const;

const selectMine = (kind: keyof typeof mine): Statement => ({
  name: `integrations_select_${kind}`,
  text: `${mine[kind].select} WHERE ${mine[kind].is} = $1 AND i.id = $2`,
});
export const selectIntegration = { merchant: selectMine('merchant'), developer: selectMine('developer') } as const;

/** Locked before anybody's role is read, so that a concurrent removal happens entirely before or after. */
export const lockIntegration: Statement = {
  name: 'integrations_lock',
  text: `SELECT 1 FROM integrations WHERE id = $1 FOR NO KEY UPDATE`,
};

export const lockMerchantForIntegration: Statement = {
  name: 'integrations_lock_merchant',
  text: `SELECT live_approved_at FROM merchants WHERE id = $1 FOR NO KEY UPDATE`,
};

export const countIntegrations: Statement = {
  name: 'integrations_count',
  text: `
    SELECT count(*)::int AS count, count(*) FILTER (WHERE lower(one_spelling(name)) = lower($2))::int AS named
    FROM integrations WHERE merchant_id = $1`,
};

export const renameIntegration: Statement = {
  name: 'integrations_rename',
  text: `UPDATE integrations SET name = $2, updated_at = now(), version = version + 1 WHERE id = $1 AND name <> $2`,
};

export const updateOrigins: Statement = {
  name: 'integrations_set_origins',
  text: `UPDATE integrations SET origins = $2, updated_at = now(), version = version + 1 WHERE id = $1`,
};

export const isNameUsed: Statement = {
  name: 'integrations_is_name_used',
  text: `SELECT 1 FROM integrations WHERE merchant_id = $1 AND id <> $2 AND lower(one_spelling(name)) = lower($3)`,
};

export type WorldRow = { world: number; integration_id: string; merchant_id: string; livemode: boolean };

/** By id or slug, or by a name that has this slug. */
export const selectWorld: Statement = {
  name: 'accounts_select_world',
  text: `
    SELECT w.id AS world, i.id AS integration_id, i.merchant_id, w.livemode
    FROM integrations i JOIN worlds w ON w.integration_id = i.id
    WHERE (i.slug = slug_of($1) OR i.id = $1) AND w.livemode = $2`,
};

/**
 * Inserts an integration with its two worlds. No row if the merchant already uses the name, or the slug is taken; $4 is
 * a suffix that makes the slug unique. If the merchant sends receipts, so do the worlds, from their first event.
 */
export const insertIntegration: Statement = {
  name: 'integrations_insert',
  text: `
    WITH added AS (
      INSERT INTO integrations (id, merchant_id, name, slug)
      VALUES ($1, $2, $3, coalesce(nullif(slug_of($3), ''), 'integration') || $4)
      ON CONFLICT DO NOTHING RETURNING id),
    made AS (
      INSERT INTO worlds (integration_id, livemode)
      SELECT id, mode FROM added CROSS JOIN (VALUES (false), (true)) m (mode) RETURNING id, integration_id, livemode),
    begun AS (
      INSERT INTO receipt_cursors (world, xid, event_id)
      SELECT made.id, '0', '' FROM made JOIN merchants m ON m.id = $2 WHERE m.receipts <> 'none')
    SELECT id AS world, integration_id, livemode FROM made`,
};

export const selectIntegrations: Statement = {
  name: 'accounts_select_integrations',
  text: `
    SELECT i.id, i.slug, i.name, m.id AS merchant_id, m.name AS merchant, i.created_at
    FROM integrations i JOIN merchants m ON m.id = i.merchant_id ORDER BY i.id`,
};

/**
 * Integrations of one merchant whose names differ only in spelling. They are older than the single spelling of names.
 */
export const selectEqualNames: Statement = {
  name: 'integrations_select_equal_names',
  text: `
    SELECT merchant, integration, name FROM (
      SELECT merchant_id AS merchant, id AS integration, one_spelling(name) AS name,
             count(*) OVER (PARTITION BY merchant_id, lower(one_spelling(name))) AS many
      FROM integrations) i
    WHERE many > 1 ORDER BY merchant, name, integration`,
};
