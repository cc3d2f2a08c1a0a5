import type { Statement } from '../../db/database.ts';

/** Sums by currency. Amounts are text: JSON's numbers are not exact. */
export type Pending = Readonly<Record<string, { readonly count: number; readonly amount: string }>>;
/** By currency, as text. */
export type Minimums = Readonly<Record<string, string>>;

/** A person's settings. Every column of `alerts` is null for a person without a row. */
export type AlertSettingsRow = {
  integration: string;
  livemode: boolean;
  /** The address of a login by e-mail, or the confirmed one. */
  email: string | null;
  payments: boolean | null;
  minimums: Minimums | null;
  summary_hour: number | null;
};

const email = `CASE a.type WHEN 'developer' THEN a.identifier ELSE d.email END`;

export const selectAlertSettings: Statement = {
  name: 'alerts_select_settings',
  text: `
    SELECT w.integration_id AS integration, w.livemode, ${email} AS email, l.payments, l.minimums, l.summary_hour
    FROM worlds w JOIN accounts a ON a.id = $2 LEFT JOIN alert_addresses d ON d.account_id = a.id
    LEFT JOIN alerts l ON l.world = w.id AND l.account_id = a.id
    WHERE w.id = $1`,
};

/** Two changes of a world's settings, and a change of the merchant's time zone, come one after the other. */
export const lockWorldOfAlerts: Statement = {
  name: 'alerts_lock_world',
  text: 'SELECT id FROM worlds WHERE id = $1 FOR NO KEY UPDATE',
};

/** Before the rows of the world's people, as the worker locks them. */
export const lockAlertCursor: Statement = {
  name: 'alert_cursors_lock_own',
  text: 'SELECT world FROM alert_cursors WHERE world = $1 FOR UPDATE',
};

/**
 * $6 and $7: when a summary that is turned on is due, and the last day that needs none. If only its hour changes, the
 * worker finds the time, so that no day is lost.
 */
export const keepAlerts: Statement = {
  name: 'alerts_keep',
  text: `
    INSERT INTO alerts AS l (world, account_id, payments, minimums, summary_hour, summary_due, summary_day)
    VALUES ($1, $2, $3, $4::text::jsonb, $5, $6, $7)
    ON CONFLICT (world, account_id) DO UPDATE SET
      payments = excluded.payments, minimums = excluded.minimums, summary_hour = excluded.summary_hour,
      summary_due = CASE WHEN l.summary_hour IS NOT DISTINCT FROM excluded.summary_hour THEN l.summary_due
        WHEN l.summary_hour IS NULL THEN excluded.summary_due
        WHEN excluded.summary_hour IS NOT NULL THEN now() END,
      summary_day = greatest(l.summary_day, excluded.summary_day),
      pending = CASE WHEN excluded.payments THEN l.pending END,
      pending_id = CASE WHEN excluded.payments THEN l.pending_id END,
      mail_due = CASE WHEN excluded.payments THEN l.mail_due END,
      updated_at = now(), version = l.version + 1`,
};

/** Events are read from now on: from the oldest transaction that is still open. */
export const beginAlerts: Statement = {
  name: 'alert_cursors_begin',
  text: `
    INSERT INTO alert_cursors (world, xid, event_id)
    SELECT $1, pg_snapshot_xmin(pg_current_snapshot()), '' WHERE EXISTS (
      SELECT FROM alerts WHERE world = $1 AND payments)
    ON CONFLICT DO NOTHING`,
};

export const endAlerts: Statement = {
  name: 'alert_cursors_end',
  text: `
    DELETE FROM alert_cursors WHERE world = $1
    AND NOT EXISTS (SELECT FROM alerts WHERE world = $1 AND payments)`,
};

/** Events up to the oldest open transaction: none can appear before it any more. */
const unread = (columns: string) => `
  SELECT ${columns} FROM events v
  WHERE v.world = c.world AND (v.xid, v.id) > (c.xid, c.event_id) AND v.xid < pg_snapshot_xmin(pg_current_snapshot())`;

export type AlertCursor = { world: number };

/** Locks the cursor of the next world after $1 with unread events: worlds take turns. */
export const lockNextCursor: Statement = {
  name: 'alert_cursors_lock',
  text: `
    SELECT c.world FROM alert_cursors c WHERE c.world > $1 AND EXISTS (${unread('1')})
    ORDER BY c.world LIMIT 1 FOR UPDATE SKIP LOCKED`,
};

export type UnreadAlert = { xid: string; id: string; payload: string | null };

export const selectUnreadAlerts: Statement = {
  name: 'alert_events_unread',
  text: `
    SELECT v.* FROM alert_cursors c CROSS JOIN LATERAL (
      ${unread(`v.xid::text AS xid, v.id, CASE v.type WHEN 'payment.succeeded' THEN v.payload END AS payload`)}
      ORDER BY v.xid, v.id LIMIT $2) v
    WHERE c.world = $1`,
};

export const moveAlertCursor: Statement = {
  name: 'alert_cursors_move',
  text: 'UPDATE alert_cursors SET xid = $2::text::xid8, event_id = $3 WHERE world = $1',
};

export type AlertListener = {
  account_id: string;
  minimums: Minimums;
  pending: Pending | null;
  pending_id: string | null;
};

export const lockListeners: Statement = {
  name: 'alerts_lock_listeners',
  text: `
    SELECT account_id, minimums, pending, pending_id FROM alerts WHERE world = $1 AND payments
    ORDER BY account_id FOR NO KEY UPDATE`,
};

/** The seconds between two mails of a person about a world. */
export const BUNDLE_S = 60;

/** $2: the people with what is pending for each, as JSON. */
export const keepPending: Statement = {
  name: 'alerts_keep_pending',
  text: `
    UPDATE alerts l SET pending = n.pending, pending_id = n.pending_id,
      mail_due = coalesce(l.mail_due, greatest(now(), l.mailed_at + interval '${BUNDLE_S} s'))
    FROM jsonb_to_recordset($2::text::jsonb) AS n (account_id text, pending jsonb, pending_id text)
    WHERE l.world = $1 AND l.account_id = n.account_id`,
};

/** The person who gets a mail, if they may still see the world. */
export type Addressee = {
  world: number;
  account_id: string;
  integration: string;
  name: string;
  livemode: boolean;
  merchant: string;
  language: string;
  email: string | null;
  /** They may still read the world. */
  allowed: boolean;
};

const addressee = `
  l.world, l.account_id, i.id AS integration, i.name, w.livemode, i.merchant_id AS merchant, a.language,
  ${email} AS email,
  a.suspended_at IS NULL AND (NOT w.livemode OR m.live_approved_at IS NOT NULL) AND CASE a.type
    WHEN 'merchant' THEN EXISTS (
      SELECT FROM users u WHERE u.id = a.id AND u.merchant_id = i.merchant_id AND (u.livemode OR NOT w.livemode))
    ELSE EXISTS (
      SELECT FROM memberships s WHERE s.integration_id = i.id AND s.developer_id = a.id AND s.role <> 'till'
        AND (s.live_since IS NOT NULL OR NOT w.livemode)) END AS allowed`;
const fromAlerts = `
  FROM alerts l JOIN worlds w ON w.id = l.world JOIN integrations i ON i.id = w.integration_id
  JOIN merchants m ON m.id = i.merchant_id JOIN accounts a ON a.id = l.account_id
  LEFT JOIN alert_addresses d ON d.account_id = a.id`;

export type DueMail = Addressee & { pending: Pending; pending_id: string | null };

export const claimDueMail: Statement = {
  name: 'alerts_claim_mail',
  text: `
    SELECT ${addressee}, l.pending, l.pending_id ${fromAlerts}
    WHERE l.mail_due <= now() ORDER BY l.mail_due LIMIT 1 FOR NO KEY UPDATE OF l SKIP LOCKED`,
};

export const endMail: Statement = {
  name: 'alerts_end_mail',
  text: `
    UPDATE alerts SET pending = NULL, pending_id = NULL, mail_due = NULL, mailed_at = now()
    WHERE world = $1 AND account_id = $2`,
};

export type DueSummary = Addressee & {
  summary_hour: number;
  /** As text: it has microseconds. */
  due: string;
  /** The database's clock, in milliseconds. */
  now: number;
  /** ISO. */
  summary_day: string | null;
  time_zone: string | null;
  phone: string | null;
};

export const selectDueSummary: Statement = {
  name: 'alerts_select_summary',
  text: `
    SELECT ${addressee}, l.summary_hour, l.summary_due::text AS due,
      floor(extract(epoch FROM now()) * 1000)::float8 AS now, l.summary_day::text AS summary_day, m.time_zone,
      (SELECT u.phone FROM users u WHERE u.merchant_id = m.id ORDER BY u.id LIMIT 1) AS phone ${fromAlerts}
    WHERE l.summary_due <= now() ORDER BY l.summary_due LIMIT 1`,
};

/** Nothing if another node was faster, or the person changed the settings. $4: the next time. $5: the reported day. */
export const moveSummary: Statement = {
  name: 'alerts_move_summary',
  text: `
    UPDATE alerts SET summary_due = $4, summary_day = greatest(summary_day, $5::text::date)
    WHERE world = $1 AND account_id = $2 AND summary_due = $3::text::timestamptz RETURNING account_id`,
};

export const selectWalletCurrencies: Statement = {
  name: 'alerts_currencies',
  text: 'SELECT DISTINCT currency FROM wallets WHERE owner_id = $1 AND livemode = $2 ORDER BY currency',
};

/** The next work of the worker. A service without alerts asks only this. */
export type AlertWork = { reads: boolean; mail_ms: number | null; summary_ms: number | null };
export const selectAlertWork: Statement = {
  name: 'alerts_work',
  text: `
    SELECT EXISTS (SELECT FROM alert_cursors) AS reads,
      (SELECT extract(epoch FROM min(mail_due) - now()) * 1000 FROM alerts
       WHERE mail_due IS NOT NULL)::float8 AS mail_ms,
      (SELECT extract(epoch FROM min(summary_due) - now()) * 1000 FROM alerts
       WHERE summary_due IS NOT NULL)::float8 AS summary_ms`,
};
