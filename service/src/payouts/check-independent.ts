import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';

const DAYS = 7;

/**
 * Whether a person ($3, an account) joined the integration ($1) in the last days by an invitation of another ($2, an
 * account), or of a person whom that one invited in those days. A merchant's person has an account in each world, and
 * both count as the same person. Invitations are kept for 30 days after their end, including those of removed people.
 */
export const invitedBy: Statement = {
  name: 'payouts_invited_by',
  text: `
    WITH RECURSIVE invited AS (
      SELECT n.invited_by, d.id FROM invitations n
      JOIN accounts d ON d.type = 'developer' AND d.identifier = n.email AND d.livemode IS NULL
      WHERE n.integration_id = $1 AND n.accepted_at > now() - interval '${DAYS} days'
    ), reached AS (
      SELECT i.id FROM invited i WHERE i.invited_by IN (
        SELECT same.id FROM accounts a JOIN accounts same ON same.type = a.type AND same.identifier = a.identifier
        WHERE a.id = $2)
      UNION
      SELECT i.id FROM invited i JOIN reached r ON i.invited_by = r.id
    )
    SELECT id FROM reached WHERE id = $3`,
};

const again = `Another person must approve it, or you after ${DAYS} days.`;

/** Two people count as two only if neither recently invited the other. @throws Refusal forbidden_account_type */
export async function checkIndependent(tx: Tx, integration: string, maker: string, decider: string): Promise<void> {
  const [brought, bringer] = await Promise.all([
    tx.query(invitedBy, [integration, maker, decider]),
    tx.query(invitedBy, [integration, decider, maker]),
  ]);
  if (brought.length > 0)
    throw new Refusal(
      'forbidden_account_type',
      `The person who made this payout invited you in the last ${DAYS} days. ${again}`,
    );
  if (bringer.length > 0)
    throw new Refusal(
      'forbidden_account_type',
      `You invited the person who made this payout in the last ${DAYS} days. ${again}`,
    );
}
