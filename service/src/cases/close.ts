import type { closeCase } from '../../../contract/src/cases.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { isDisputedEscrow } from './disputed-escrow.ts';
import { type CaseRow, closeLocked, lockCase, selectCase } from './store.ts';
import { findSuspended } from './suspended.ts';
import { renderDetail } from './view.ts';

/** Closes cases that hold no money. */
export function closeCases(tx: Tx, commands: Command<InputOf<typeof closeCase>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, resolution } = command.input;
    const row = await lockCase(tx, id);
    if (!row) throw new Refusal('not_found');
    if (row.status === 'closed') throw new Refusal('case_closed');
    if (await findSuspended(tx, row)) throw new Refusal('case_holds_money');
    if (await isDisputedEscrow(tx, row)) throw new Refusal('escrow_is_disputed');
    await closeLocked(tx, id, { resolution, by: command.caller.id });
    await recordActs(tx, [{ ...actorOf(command), action: 'case.closed', target: id, reason: resolution }]);
    return renderDetail(tx, (await tx.query<CaseRow>(selectCase, [id]))[0]!);
  });
}
