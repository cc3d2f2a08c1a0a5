import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { answerEach, Refusal } from '../../kernel/refusal.ts';
import { deleteRow } from './store.ts';

export function removeFromList(tx: Tx, commands: Command<{ readonly id: string }>[]) {
  return answerEach(commands, async ({ caller, input: { id } }) => {
    const [deleted] = await tx.query(deleteRow, [caller.world, id]);
    if (!deleted) throw new Refusal('not_found');
    return JSON.stringify({ id, object: 'beneficiary', deleted: true });
  });
}
