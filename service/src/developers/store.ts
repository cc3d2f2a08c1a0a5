import type { DeveloperRole } from '../../../contract/src/member-rights.ts';
import type { Statement } from '../db/database.ts';

export type MemberRow = {
  id: string;
  email: string;
  name: string | null;
  role: DeveloperRole;
  two_factor: 'none' | 'totp';
  live: boolean;
  joined_at: Date;
  created_at: Date;
};

export const selectMembersFrom = `
  SELECT d.id, a.identifier AS email, d.name, s.role, a.two_factor, s.live_since IS NOT NULL AS live, s.created_at AS joined_at, d.created_at
  FROM memberships s JOIN developers d ON d.id = s.developer_id JOIN accounts a ON a.id = d.id`;

export const selectMember: Statement = {
  name: 'developers_select',
  text: `${selectMembersFrom} WHERE s.integration_id = $1 AND d.id = $2`,
};

export const isMember: Statement = {
  name: 'developers_is_member',
  text: `${selectMembersFrom} WHERE s.integration_id = $1 AND a.identifier = $2`,
};

const isOpen = 'n.accepted_at IS NULL AND n.withdrawn_at IS NULL';

/** Counts the other addresses: a repeated invitation of one address takes only one place. */
export const countPlaces: Statement = {
  name: 'developers_count_places',
  text: `
    SELECT count(*)::int AS count FROM (
      SELECT a.identifier AS email FROM memberships s JOIN accounts a ON a.id = s.developer_id WHERE s.integration_id = $1
      UNION
      SELECT n.email FROM invitations n WHERE n.integration_id = $1 AND ${isOpen} AND n.expires_at > now()) AS places
    WHERE email <> $2`,
};

export const countOwners: Statement = {
  name: 'developers_count_owners',
  text: `SELECT count(*)::int AS count FROM memberships WHERE integration_id = $1 AND role = 'owner'`,
};

export const insertDeveloper: Statement = {
  name: 'developers_insert',
  text: `INSERT INTO developers (id, name) VALUES ($1, $2)`,
};

/**
 * The membership is valid in live mode if the merchant is approved and the inviter ($4) is the merchant's person in the
 * live world, or an owner there: only they certainly act for the merchant. An existing member keeps their role, so that
 * an old invitation takes away no rights, unless it is their way into live mode.
 */
export const insertMember: Statement = {
  name: 'memberships_insert',
  text: `
    INSERT INTO memberships AS s (integration_id, developer_id, role, live_since) VALUES ($1, $2, $3, (
      SELECT now() FROM integrations i JOIN merchants m ON m.id = i.merchant_id
      WHERE i.id = $1 AND m.live_approved_at IS NOT NULL AND (
        EXISTS (SELECT FROM users u WHERE u.id = $4 AND u.merchant_id = m.id AND u.livemode)
        OR EXISTS (SELECT FROM memberships o WHERE o.integration_id = i.id AND o.developer_id = $4 AND o.role = 'owner'
                     AND o.live_since IS NOT NULL))))
    ON CONFLICT (integration_id, developer_id) DO UPDATE SET role = excluded.role, live_since = excluded.live_since
    WHERE s.live_since IS NULL AND excluded.live_since IS NOT NULL
    RETURNING s.live_since IS NOT NULL AS live`,
};

/** $4: whether the change is made from live. A role given from test is valid in test mode only. */
export const updateMember: Statement = {
  name: 'memberships_update',
  text: `
    WITH changed AS (
      UPDATE memberships SET role = $3, live_since = CASE WHEN $4 THEN live_since END
      WHERE integration_id = $1 AND developer_id = $2 RETURNING developer_id)
    SELECT pg_notify('rialto_sessions', developer_id) FROM changed`,
};

export const deleteMember: Statement = {
  name: 'memberships_delete',
  text: `
    WITH gone AS (DELETE FROM memberships WHERE integration_id = $1 AND developer_id = $2 RETURNING developer_id)
    SELECT pg_notify('rialto_sessions', developer_id) FROM gone`,
};

export type InvitationRow = {
  id: string;
  integration_id: string;
  email: string;
  role: DeveloperRole;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  withdrawn_at: Date | null;
};

const columns =
  'n.id, n.integration_id, n.email, n.role, n.invited_by, n.created_at, n.expires_at, n.accepted_at, n.withdrawn_at';
/** An invitation is invalid while its sender is suspended. */
const isGood = `${isOpen} AND n.expires_at > now()
  AND EXISTS (SELECT FROM accounts a WHERE a.id = n.invited_by AND a.suspended_at IS NULL)`;

export const selectInvitationsFrom = `SELECT ${columns} FROM invitations n`;

export const selectInvitation: Statement = {
  name: 'invitations_select',
  text: `${selectInvitationsFrom} WHERE n.id = $1`,
};

export const insertInvitation: Statement = {
  name: 'invitations_insert',
  text: `
    INSERT INTO invitations AS n (id, integration_id, email, role, token_hash, invited_by, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)) RETURNING ${columns}`,
};

export const withdrawInvitation: Statement = {
  name: 'invitations_withdraw',
  text: `UPDATE invitations n SET withdrawn_at = now() WHERE n.id = $1 AND ${isOpen} AND n.expires_at > now() RETURNING ${columns}`,
};

export const withdrawEarlier: Statement = {
  name: 'invitations_withdraw_earlier',
  text: `UPDATE invitations n SET withdrawn_at = now() WHERE n.integration_id = $1 AND n.email = $2 AND ${isOpen}`,
};

/** Withdraws the invitations of a person who may no longer invite. */
export const withdrawMade: Statement = {
  name: 'invitations_withdraw_made',
  text: `UPDATE invitations n SET withdrawn_at = now() WHERE n.integration_id = $1 AND n.invited_by = $2 AND ${isOpen}`,
};

export const selectOpenInvitation: Statement = {
  name: 'invitations_select_open',
  text: `${selectInvitationsFrom} WHERE n.token_hash = ANY ($1::bytea[]) AND ${isGood}`,
};

/** One of two concurrent acceptances gets the row. */
export const takeInvitation: Statement = {
  name: 'invitations_take',
  text: `UPDATE invitations n SET accepted_at = now() WHERE n.id = $1 AND ${isGood} RETURNING 1`,
};
