import type { askAgain as route } from '../../../contract/src/cases.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { hurryRecord } from './open-record.ts';
import { lockCase } from './store.ts';
import { renderDetail } from './view.ts';

/** Asks the provider again about the records of cases, now. Nothing is sent twice. */
export function askAgain(tx: Tx, commands: Command<InputOf<typeof route>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id } = command.input;
    const row = await lockCase(tx, id);
    if (!row) throw new Refusal('not_found');
    if (row.status === 'closed') throw new Refusal('case_closed');
    const worker = await hurryRecord(tx, row);
    if (worker === null) throw new Refusal('case_not_asked');
    tx.afterCommit(() => tx.node.wake(worker));
    await recordActs(tx, [{ ...actorOf(command), action: 'case.asked_again', target: id }]);
    return renderDetail(tx, row);
  });
}
