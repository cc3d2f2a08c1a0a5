import type { assignCase } from '../../../contract/src/cases.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, invalidField, Refusal } from '../kernel/refusal.ts';
import { assignStatement, type CaseRow, lockCase, selectCase } from './store.ts';
import { renderDetail } from './view.ts';

const selectOperator: Statement = { name: 'cases_select_operator', text: 'SELECT id FROM operators WHERE id = $1' };

/** Assigns open cases to operators, or to nobody. */
export function assignCases(tx: Tx, commands: Command<InputOf<typeof assignCase>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, operator } = command.input;
    const row = await lockCase(tx, id);
    if (!row) throw new Refusal('not_found');
    if (row.status === 'closed') throw new Refusal('case_closed');
    if (operator !== null && (await tx.query(selectOperator, [operator])).length === 0)
      throw invalidField('operator', 'not_operator');
    await tx.query(assignStatement, [id, operator]);
    const change = { before: { assigned_to: row.assigned_to }, after: { assigned_to: operator } };
    await recordActs(tx, [{ ...actorOf(command), action: 'case.assigned', target: id, ...change }]);
    return renderDetail(tx, (await tx.query<CaseRow>(selectCase, [id]))[0]!);
  });
}
