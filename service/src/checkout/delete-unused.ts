import type { Statement } from '../db/database.ts';

const unused = `
  status = 'expired' AND attempts = 0 AND link_id IS NOT NULL AND expired_at < now() - interval '30 days'`;

/** Sessions that payers opened from links and never tried to pay, 30 days after they expired. $1: how many at most. */
export const deleteUnusedSessions: Statement = {
  name: 'retention_checkout_sessions',
  text: `
    DELETE FROM checkout_sessions
    WHERE token = ANY (ARRAY (SELECT token FROM checkout_sessions WHERE ${unused} LIMIT $1)) AND ${unused}
    RETURNING 1`,
};
