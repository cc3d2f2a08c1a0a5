import type { Statement } from '../db/database.ts';

export type WorldRow = { world: number; integration_id: string; merchant_id: string; livemode: boolean };

/** By id or slug, or by a name that gives the slug. */
export const selectWorld: Statement = {
  name: 'accounts_select_world',
  text: `
    SELECT w.id AS world, i.id AS integration_id, i.merchant_id, w.livemode
    FROM integrations i JOIN worlds w ON w.integration_id = i.id
    WHERE (i.slug = slug_of($1) OR i.id = $1) AND w.livemode = $2`,
};

/** An integration with its two worlds. No row where the merchant has the name, or somebody the slug; $4 tells the slug from another's. */
export const insertIntegration: Statement = {
  name: 'integrations_insert',
  text: `
    WITH added AS (
      INSERT INTO integrations (id, merchant_id, name, slug)
      VALUES ($1, $2, $3, coalesce(nullif(slug_of($3), ''), 'integration') || $4)
      ON CONFLICT DO NOTHING RETURNING id)
    INSERT INTO worlds (integration_id, livemode)
    SELECT id, mode FROM added CROSS JOIN (VALUES (false), (true)) m (mode) RETURNING integration_id`,
};

export const selectMerchants: Statement = {
  name: 'accounts_select_merchants',
  text: `SELECT id, name, created_at FROM merchants ORDER BY id`,
};

export const selectLimits: Statement = {
  name: 'accounts_select_limits',
  text: `
    SELECT CASE WHEN livemode THEN 'live' ELSE 'test' END AS mode, currency, tier, single, day, month, balance
    FROM limits ORDER BY limits.livemode, currency, tier`,
};

export const selectIntegrations: Statement = {
  name: 'accounts_select_integrations',
  text: `
    SELECT i.id, i.slug, i.name, m.id AS merchant_id, m.name AS merchant, i.created_at
    FROM integrations i JOIN merchants m ON m.id = i.merchant_id ORDER BY i.id`,
};

/** Integrations of one merchant whose names differ only in how they are spelt: from before names had one spelling. */
export const selectEqualNames: Statement = {
  name: 'integrations_select_equal_names',
  text: `
    SELECT merchant, integration, name FROM (
      SELECT merchant_id AS merchant, id AS integration, one_spelling(name) AS name,
             count(*) OVER (PARTITION BY merchant_id, lower(one_spelling(name))) AS many
      FROM integrations) i
    WHERE many > 1 ORDER BY merchant, name, integration`,
};
