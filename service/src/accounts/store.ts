import type { Statement } from '../db/database.ts';

export type WorldRow = { world: number; integration_id: string; merchant_id: string; livemode: boolean };

export const selectWorld: Statement = {
  name: 'accounts_select_world',
  text: `
    SELECT w.id AS world, i.id AS integration_id, i.merchant_id, w.livemode
    FROM integrations i JOIN worlds w ON w.integration_id = i.id
    WHERE i.name = $1 AND w.livemode = $2`,
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
    SELECT i.id, i.name, m.id AS merchant_id, m.name AS merchant, i.created_at
    FROM integrations i JOIN merchants m ON m.id = i.merchant_id ORDER BY i.id`,
};
