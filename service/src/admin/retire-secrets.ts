import { revokeKey } from '../access/revoke-key.ts';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { openChallenges, openInvitations, unusedRecoveryCodes, usableKeys } from '../secrets/hashes.ts';

const REASON = 'not used since the rotation of SECRET_KEY';

const selectKeys: Statement = {
  name: 'retire_select_keys',
  text: `SELECT id FROM api_keys WHERE ${usableKeys} ORDER BY id FOR UPDATE`,
};
const deleteRecoveryCodes: Statement = {
  name: 'retire_recovery_codes',
  text: `
    WITH gone AS (DELETE FROM recovery_codes WHERE ${unusedRecoveryCodes} RETURNING account_id)
    SELECT account_id AS id, count(*)::int AS codes FROM gone GROUP BY 1 ORDER BY 1`,
};
const withdrawInvitations: Statement = {
  name: 'retire_invitations',
  text: `UPDATE invitations SET withdrawn_at = now() WHERE ${openInvitations} RETURNING integration_id AS id, email`,
};
const endChallenges: Statement = {
  name: 'retire_challenges',
  text: `UPDATE challenges SET ended_at = now() WHERE ${openChallenges}`,
};

/** Ends everything that only an older pepper accepts. @returns the number of acts */
export async function revokeUnused(tx: Tx, generation: number, doer: Doer): Promise<number> {
  const keys = await tx.query<{ id: string }>(selectKeys, [generation]);
  for (const { id } of keys) await revokeKey(tx, id);
  const codes = await tx.query<{ id: string; codes: number }>(deleteRecoveryCodes, [generation]);
  const invitations = await tx.query<{ id: string; email: string }>(withdrawInvitations, [generation]);
  await tx.query(endChallenges, [generation]);
  const acts = [
    ...keys.map(({ id }) => ({ action: 'key.revoked', target: id })),
    ...codes.map(({ id, codes }) => ({ action: 'recovery_codes.revoked', target: id, before: { codes } })),
    ...invitations.map(({ id, email }) => ({ action: 'invitation.withdrawn', target: id, before: { email } })),
  ].map((act) => ({ ...doer, ...act, reason: REASON }));
  if (acts.length > 0) await recordActs(tx, acts);
  return acts.length;
}
