import type { runReconciliation } from '../../../contract/src/reconciliation.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { renderReconciledRail } from './read-rails.ts';

/** A rail that a node is working on keeps its claim: that run is new enough. */
const releaseStatement: Statement = {
  name: 'reconciled_rails_release',
  text: `
    UPDATE reconciled_rails SET claimed_at = CASE WHEN done_at >= claimed_at THEN NULL ELSE claimed_at END
    WHERE rail = $1 RETURNING rail`,
};

/** Wakes the worker for these rails. */
export function runRails(
  tx: Tx,
  commands: Command<InputOf<typeof runReconciliation>>[],
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async ({ input: { slug } }) => {
    const [found] = await tx.query(releaseStatement, [slug]);
    if (!found) throw new Refusal('not_found', `The rail ${slug} is not reconciled.`);
    tx.afterCommit(() => tx.node.wake('reconciliation'));
    return renderReconciledRail(tx, slug);
  });
}
