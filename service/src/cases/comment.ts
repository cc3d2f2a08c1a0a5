import type { commentCase } from '../../../contract/src/cases.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { insertComment, lockCase } from './store.ts';
import { renderDetail } from './view.ts';

/** Adds comments to cases, open or closed. */
export function commentCases(tx: Tx, commands: Command<InputOf<typeof commentCase>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, text } = command.input;
    const row = await lockCase(tx, id);
    if (!row) throw new Refusal('not_found');
    await tx.query(insertComment, [id, command.caller.id, text]);
    await recordActs(tx, [{ ...actorOf(command), action: 'case.commented', target: id, after: { text } }]);
    return renderDetail(tx, row);
  });
}
