import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { readShift } from './read.ts';
import { lockShift, type ShiftRow, setEnded } from './store.ts';

/** Ends shifts. Sales that begin at this moment are before the end, or refused. */
export function endShifts(tx: Tx, commands: Command<{ readonly id: string }>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async ({ caller, input }) => {
    const [shift] = await tx.query<ShiftRow>(lockShift, [caller.world, input.id]);
    if (!shift) throw new Refusal('not_found');
    if (!shift.ended_at) await tx.query(setEnded, [caller.world, input.id, caller.id, new Date()]);
    return readShift(tx, caller, input);
  });
}
