import { type Doer, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

const acceptStatement: Statement = {
  name: 'database_accept_losses',
  text: `
    UPDATE database_losses SET accepted_at = clock_timestamp(), accepted_by = $1 WHERE accepted_at IS NULL
    RETURNING id, expected_at AS acknowledged_at, detected_at`,
};

type LossRow = { id: bigint; acknowledged_at: Date; detected_at: Date };

/** An operator decides that the deployment continues without the lost transactions. */
export async function acceptLosses(tx: Tx, doer: Doer): Promise<LossRow[]> {
  const losses = await tx.query<LossRow>(acceptStatement, [doer.actor.id]);
  const acts = losses.map(({ id, ...after }) => ({
    ...doer,
    ...{ action: 'database.loss_accepted', target: `${id}`, after },
  }));
  if (acts.length > 0) await recordActs(tx, acts);
  return losses;
}
