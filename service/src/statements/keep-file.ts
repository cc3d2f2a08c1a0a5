import { actorOf, type Doer, recordActs } from '../audit/record.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import type { ReceivedFile } from './receive-file.ts';
import { findFile } from './store.ts';
import { renderFile } from './view-file.ts';

/** The same bytes wait for each other here, so that the second sees the first. */
const lockRail: Statement = {
  name: 'statement_files_lock_rail',
  text: 'SELECT rail FROM reconciled_rails WHERE rail = $1 FOR UPDATE',
};

const keepStatement: Statement = {
  name: 'statement_files_keep',
  text: `
    WITH same AS MATERIALIZED (
      SELECT f.id FROM statement_files f JOIN statement_files n ON n.id = $1
      WHERE f.rail = $2 AND f.sha256 = $3 AND f.status NOT IN ('receiving', 'refused')
        AND (n.asked_from IS NULL OR (f.asked_from = n.asked_from AND f.asked_to = n.asked_to))
      ORDER BY f.id LIMIT 1),
    kept AS (
      UPDATE statement_files SET status = 'waiting', sha256 = $3, size = $4
      WHERE id = $1 AND status = 'receiving' AND NOT EXISTS (SELECT FROM same)
      RETURNING id),
    -- The sweep deletes it.
    doomed AS (
      UPDATE statement_files SET created_at = to_timestamp(0)
      WHERE id = $1 AND status = 'receiving' AND EXISTS (SELECT FROM same))
    SELECT id FROM same UNION ALL SELECT id FROM kept`,
};

/**
 * Lets a received file wait for its import. The same bytes for the same rail are imported once: the first file answers.
 * Files of requested days are imported once for each period, as days without movements have the same bytes.
 * @returns the id of the file, or null if it is gone
 */
export async function keepFile(tx: Tx, { id, rail, size, sha256 }: ReceivedFile, doer: Doer): Promise<string | null> {
  tx.query(lockRail, [rail]);
  const [kept] = await tx.query<{ id: string }>(keepStatement, [id, rail, sha256, BigInt(size)]);
  if (!kept) return null;
  if (kept.id === id) {
    const after = { rail, size, sha256: sha256.toString('hex') };
    await recordActs(tx, [{ ...doer, action: 'statement_file.received', target: id, after }]);
  }
  tx.afterCommit(() => tx.node.wake('statements'));
  return kept.id;
}

/** Completes uploads: their bytes are in the store. */
export function keepFiles(tx: Tx, commands: Command<ReceivedFile>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const kept = await keepFile(tx, command.input, actorOf(command));
    if (!kept) throw new Refusal('service_unavailable');
    return renderFound(tx, kept);
  });
}

const renderFound = async (db: Queries, id: string) => renderFile((await findFile(db, id))!);
