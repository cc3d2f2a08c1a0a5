import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { MerchantSettings, ReceiptSending } from '../../../contract/src/receipts.ts';
import type { Queries, Statement } from '../db/database.ts';

export type SettingsRow = {
  id: string;
  name: string;
  live_approved_at: Date | null;
  receipts: ReceiptSending;
  time_zone: string | null;
  fee_bearer: PaymentBearer;
  /** The phone of the merchant's first person, for the default time zone. */
  phone: string | null;
  logo_hash: string | null;
  logo_type: NonNullable<MerchantSettings['logo']>['type'] | null;
  logo_width: number | null;
  logo_height: number | null;
};

export type LogoColumns = Pick<SettingsRow, 'logo_hash' | 'logo_type' | 'logo_width' | 'logo_height'>;
export const logoColumns =
  'logo.hash AS logo_hash, logo.type AS logo_type, logo.width AS logo_width, logo.height AS logo_height';

/** The fields of a merchant `m` that payers see, for statements that join it. */
export const publicColumns = `m.time_zone,
  (SELECT u.phone FROM users u WHERE u.merchant_id = m.id ORDER BY u.id LIMIT 1) AS phone,
  ${logoColumns}`;
export const joinLogo = 'LEFT JOIN merchant_logos logo ON logo.merchant_id = m.id';

const select = `
  SELECT m.id, m.name, m.live_approved_at, m.receipts, m.fee_bearer, ${publicColumns}
  FROM merchants m ${joinLogo} WHERE m.id = $1`;

const selectSettings: Statement = { name: 'merchants_settings', text: select };
export const findSettings = async (db: Queries, id: string): Promise<SettingsRow> =>
  (await db.query<SettingsRow>(selectSettings, [id]))[0]!;

export const lockSettings: Statement = {
  name: 'merchants_lock_settings',
  text: `${select} FOR NO KEY UPDATE OF m`,
};

export const updateSettingsStatement: Statement = {
  name: 'merchants_update_settings',
  text: 'UPDATE merchants SET receipts = $2, time_zone = $3, fee_bearer = $4 WHERE id = $1',
};

/** From now on the events of the merchant's worlds become receipts. $1: the merchant; null: of every merchant. */
export const beginReceipts: Statement = {
  name: 'merchants_begin_receipts',
  text: `
    INSERT INTO receipt_cursors (world, xid, event_id)
    SELECT w.id, pg_current_xact_id(), ''
    FROM merchants m JOIN integrations i ON i.merchant_id = m.id JOIN worlds w ON w.integration_id = i.id
    WHERE m.receipts <> 'none' AND ($1::text IS NULL OR m.id = $1)
      AND NOT EXISTS (SELECT FROM receipt_cursors c WHERE c.world = w.id)
    ON CONFLICT DO NOTHING`,
};

/** The worker finds the times of the daily summaries again, in the new zone. */
export const replanSummaries: Statement = {
  name: 'merchants_replan_summaries',
  text: `
    UPDATE alerts l SET summary_due = now() FROM worlds w JOIN integrations i ON i.id = w.integration_id
    WHERE l.world = w.id AND i.merchant_id = $1 AND l.summary_due IS NOT NULL`,
};

export const endReceipts: Statement = {
  name: 'merchants_end_receipts',
  text: `
    DELETE FROM receipt_cursors c USING integrations i JOIN worlds w ON w.integration_id = i.id
    WHERE c.world = w.id AND i.merchant_id = $1`,
};

export const putLogo: Statement = {
  name: 'merchants_put_logo',
  text: `
    INSERT INTO merchant_logos (merchant_id, hash, type, width, height, bytes) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (merchant_id) DO UPDATE SET hash = excluded.hash, type = excluded.type, width = excluded.width,
      height = excluded.height, bytes = excluded.bytes, created_at = now()`,
};

export const dropLogo: Statement = {
  name: 'merchants_drop_logo',
  text: 'DELETE FROM merchant_logos WHERE merchant_id = $1',
};

export const selectLogo: Statement = {
  name: 'merchants_select_logo',
  text: 'SELECT type, bytes FROM merchant_logos WHERE hash = $1 LIMIT 1',
};
