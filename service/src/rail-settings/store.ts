import type { SchemeAccount } from '../../../contract/src/scheme-accounts.ts';
import type { Statement } from '../db/database.ts';
import { type StoredRailRow, storedRailColumns } from '../rails/store.ts';

/** A rail as operators see it. */
export type RailRecord = StoredRailRow & {
  proposed_base_url: string | null;
  proposed_credentials: Buffer | null;
  proposed_fingerprint: string | null;
  proposed_scheme: SchemeAccount | null;
  approved_by: string[] | null;
  paused_by: 'operator' | 'service' | null;
  probes: number;
  created_at: Date;
  updated_at: Date;
  removed_at: Date | null;
};

const columns = `${storedRailColumns}, proposed_base_url, proposed_credentials, proposed_fingerprint, proposed_scheme,
  approved_by, paused_by, probes, created_at, updated_at, removed_at`;

export const selectRailRecords: Statement = {
  name: 'rail_settings_select_all',
  text: `SELECT ${columns} FROM rails WHERE removed_at IS NULL ORDER BY slug`,
};

export const selectRailRecord: Statement = {
  name: 'rail_settings_select',
  text: `SELECT ${columns} FROM rails WHERE slug = $1`,
};

export const lockRail: Statement = {
  name: 'rail_settings_lock',
  text: `SELECT ${columns} FROM rails WHERE slug = $1 FOR UPDATE`,
};

export const selectMerchantOfRail: Statement = {
  name: 'rail_settings_select_merchant',
  text: `SELECT id FROM merchants WHERE id = $1 FOR KEY SHARE`,
};

/** A slug that was ever used is refused. */
export const insertRail: Statement = {
  name: 'rail_settings_insert',
  text: `
    INSERT INTO rails (id, slug, provider, country, currency, livemode, merchant, base_url, credentials, fingerprint,
      prefixes, minimum, maximum, priority, calls_per_second, concurrency, payout_day_maximum, float_minimum,
      callback_sources, status, status_reason, paused_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
    ON CONFLICT (slug) DO NOTHING RETURNING ${columns}`,
};

const changed = `updated_at = now(), version = version + 1`;

export const updateLimits: Statement = {
  name: 'rail_settings_update',
  text: `
    UPDATE rails SET prefixes = $2, minimum = $3, maximum = $4, priority = $5, calls_per_second = $6, concurrency = $7,
      payout_day_maximum = $8, float_minimum = $9, callback_sources = $10, ${changed}
    WHERE slug = $1 RETURNING ${columns}`,
};

/** New credentials are tried at once, if the old ones were refused. */
const tryAtOnce = `probe_at = CASE WHEN paused_by = 'service' THEN now() END, probes = 0`;

export const setConnection: Statement = {
  name: 'rail_settings_set_connection',
  text: `
    UPDATE rails SET base_url = $2, credentials = $3, fingerprint = $4, scheme = $5, proposed_base_url = NULL,
      proposed_credentials = NULL, proposed_fingerprint = NULL, proposed_scheme = NULL, ${tryAtOnce}, ${changed}
    WHERE slug = $1 RETURNING ${columns}`,
};

export const proposeConnection: Statement = {
  name: 'rail_settings_propose',
  text: `
    UPDATE rails SET proposed_base_url = $2, proposed_credentials = $3, proposed_fingerprint = $4,
      proposed_scheme = $5, ${changed}
    WHERE slug = $1 RETURNING ${columns}`,
};

/** The first approval of a rail enables it. */
export const approveConnection: Statement = {
  name: 'rail_settings_approve',
  text: `
    UPDATE rails SET approved_by = $2, base_url = coalesce(proposed_base_url, base_url),
      credentials = coalesce(proposed_credentials, credentials),
      fingerprint = coalesce(proposed_fingerprint, fingerprint),
      scheme = CASE WHEN proposed_fingerprint IS NULL THEN scheme ELSE proposed_scheme END,
      proposed_base_url = NULL, proposed_credentials = NULL, proposed_fingerprint = NULL, proposed_scheme = NULL,
      status = CASE WHEN approved_by IS NULL THEN 'enabled' ELSE status END,
      status_reason = CASE WHEN approved_by IS NOT NULL THEN status_reason END,
      paused_by = CASE WHEN approved_by IS NOT NULL THEN paused_by END,
      probe_at = CASE WHEN approved_by IS NOT NULL AND paused_by = 'service' THEN now() END, probes = 0, ${changed}
    WHERE slug = $1 RETURNING ${columns}`,
};

export const pauseStatement: Statement = {
  name: 'rail_settings_pause',
  text: `
    UPDATE rails SET status = 'paused', status_reason = $2, status_until = NULL, paused_by = 'operator',
      probe_at = NULL, probes = 0, ${changed}
    WHERE slug = $1 RETURNING ${columns}`,
};

const enabled = `
  status = 'enabled', status_reason = NULL, status_until = NULL, paused_by = NULL, probe_at = NULL, ${changed}`;

export const resumeStatement: Statement = {
  name: 'rail_settings_resume',
  text: `UPDATE rails SET ${enabled}, probes = 0 WHERE slug = $1 RETURNING ${columns}`,
};

/** The row stays, because records and wallets name its slug. */
export const removeStatement: Statement = {
  name: 'rail_settings_remove',
  text: `
    UPDATE rails SET removed_at = now(), credentials = NULL, proposed_base_url = NULL, proposed_credentials = NULL,
      proposed_fingerprint = NULL, proposed_scheme = NULL, probe_at = NULL, ${changed}
    WHERE slug = $1 RETURNING ${columns}`,
};

/** Records that still wait for the rail, or for their customer on it. */
export const selectOpenRecord: Statement = {
  name: 'rail_settings_select_open',
  text: `
    (SELECT id FROM payments WHERE rail = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1)
    UNION ALL (SELECT id FROM refunds WHERE rail = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1)
    UNION ALL (SELECT id FROM payout_items WHERE rail = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1)`,
};

/**
 * The service pauses only the connection that has the fault, and tries to resume it after 10 s, doubled with each pause
 * in turn, up to 5 min.
 */
export const pauseByService: Statement = {
  name: 'rail_settings_pause_by_service',
  text: `
    UPDATE rails SET status = 'paused', status_reason = $3, status_until = NULL, paused_by = 'service',
      probe_at = now() + least(10 * 2 ^ least(probes, 5), 300) * interval '1 s', ${changed}
    WHERE slug = $1 AND fingerprint = $2 AND status <> 'paused' RETURNING ${columns}`,
};

export const closeRail: Statement = {
  name: 'rail_settings_close',
  text: `
    UPDATE rails SET status = 'closed', status_reason = $3, status_until = now() + $4::bigint * interval '1 ms',
      ${changed}
    WHERE slug = $1 AND fingerprint = $2 AND status = 'enabled' RETURNING ${columns}`,
};

export const reopenRails: Statement = {
  name: 'rail_settings_reopen',
  text: `UPDATE rails SET ${enabled} WHERE status = 'closed' AND status_until <= now() RETURNING ${columns}`,
};

/** One node claims each attempt. Another follows after 10 s, doubled up to 5 min, if this one fails. */
export const claimProbes: Statement = {
  name: 'rail_settings_claim_probes',
  text: `
    UPDATE rails SET probe_at = now() + least(10 * 2 ^ least(probes + 1, 5), 300) * interval '1 s',
      probes = least(probes + 1, 1000)
    WHERE probe_at <= now() RETURNING ${columns}`,
};

export const resumeByService: Statement = {
  name: 'rail_settings_resume_by_service',
  text: `
    UPDATE rails SET ${enabled} WHERE slug = $1 AND fingerprint = $2 AND paused_by = 'service' RETURNING ${columns}`,
};

/** Some probes later the credentials have held: the next pause begins with short waits again. */
export const forgetProbes: Statement = {
  name: 'rail_settings_forget_probes',
  text: `
    UPDATE rails SET probes = 0
    WHERE status = 'enabled' AND probes > 0 AND updated_at < now() - interval '10 min' AND removed_at IS NULL`,
};

export const closeCase: Statement = {
  name: 'rail_settings_close_case',
  text: `
    UPDATE cases SET status = 'closed', resolution = $2, closed_by = 'service', closed_at = now(), updated_at = now(),
      version = version + 1
    WHERE kind = 'credentials_refused' AND coalesce(rail, '') = $1 AND coalesce(record, '') = '' AND status = 'open'`,
};
