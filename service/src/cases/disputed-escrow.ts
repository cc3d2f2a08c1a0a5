import type { Queries, Statement } from '../db/database.ts';
import type { CaseRow } from './store.ts';

const selectDisputed: Statement = {
  name: 'cases_disputed_escrow',
  text: 'SELECT FROM wallet_holds WHERE world = $1 AND id = $2 AND disputed',
};

/** Whether the deciders of the case's escrow still disagree. The case then stays open with the money. */
export async function isDisputedEscrow(db: Queries, { kind, world, record }: CaseRow): Promise<boolean> {
  return kind === 'escrow_disagreement' && (await db.query(selectDisputed, [world, record])).length > 0;
}
