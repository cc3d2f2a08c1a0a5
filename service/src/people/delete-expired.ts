import type { Statement } from '../db/database.ts';

/** What is over stays for a while, so that support can see it: challenges and throttles a day, sessions and invitations 30 days. */
const portion = (name: string, table: string, key: string, condition: string): Statement => ({
  name,
  text: `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT 1000) RETURNING 1`,
});

export const deleteExpired: readonly Statement[] = [
  portion('retention_challenges', 'challenges', 'id', `expires_at < now() - interval '1 day'`),
  portion('retention_throttles', 'throttles', 'subject', `updated_at < now() - interval '1 day'`),
  portion('retention_invitations', 'invitations', 'id', `expires_at < now() - interval '30 days'`),
  portion('retention_sessions', 'sessions', 'id', `expires_at < now() - interval '30 days'`),
];
