import type { Statement } from '../db/database.ts';

/**
 * Expired rows stay for a while so that support can see them: challenges and throttles a day, sessions and invitations
 * 30 days. Networks that an account logged in from are known for 90 days. $1 rows at a time are found through an array
 * built once, so that a plan made for an empty table does not build it for each row of a full one. The condition is
 * repeated outside, so a row that was used meanwhile stays.
 */
const portion = (name: string, table: string, key: string, condition: string): Statement => ({
  name,
  text: `
    DELETE FROM ${table} WHERE ${key} = ANY (ARRAY (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT $1)) AND ${condition}
    RETURNING 1`,
});

export const deleteExpired: readonly Statement[] = [
  portion('retention_challenges', 'challenges', 'id', `expires_at < now() - interval '1 day'`),
  portion('retention_throttles', 'throttles', 'subject', `updated_at < now() - interval '1 day'`),
  portion('retention_known_networks', 'known_networks', 'place', `seen_at < now() - interval '90 days'`),
  portion('retention_invitations', 'invitations', 'id', `expires_at < now() - interval '30 days'`),
  portion('retention_registration_invitations', 'registration_invitations', 'phone', 'expires_at < now()'),
  portion('retention_sessions', 'sessions', 'id', `expires_at < now() - interval '30 days'`),
];
