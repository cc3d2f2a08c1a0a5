import type { markTiming } from '../../../contract/src/reconciliation.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { type CaseRow, closeLocked, lockCase, selectCase } from '../cases/store.ts';
import { renderDetail } from '../cases/view.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { itemOfCase } from './items-of-case.ts';

const markStatement: Statement = {
  name: 'reconciliation_mark_timing',
  text: `UPDATE open_items SET timing_until = $2::date, result = 'waiting', case_id = NULL WHERE case_id = $1`,
};

/** The other side is expected to book the movement later. After that day the item is an exception again. */
export function markTimings(tx: Tx, commands: Command<InputOf<typeof markTiming>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, until, reason } = command.input;
    const row = await lockCase(tx, id);
    if (!row) throw new Refusal('not_found');
    const { result } = await itemOfCase(tx, row);
    if (result === 'amount_differs' || result === 'fee_differs')
      throw new Refusal('case_not_an_exception', 'A difference of a matched pair does not go away with time.');
    await tx.query(markStatement, [id, until]);
    await closeLocked(tx, id, { resolution: `Timing until ${until}: ${reason}`, by: command.caller.id });
    await recordActs(tx, [{ ...actorOf(command), action: 'case.marked_timing', target: id, after: { until }, reason }]);
    return renderDetail(tx, (await tx.query<CaseRow>(selectCase, [id]))[0]!);
  });
}
