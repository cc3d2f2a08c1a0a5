import { expireSessions } from '../checkout/expire.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { readSale } from './read.ts';
import { type SaleRow, selectSale } from './store.ts';

/** Expires the sessions of sales. A tied sale stays as it is: its session has expired already. */
export function cancelSales(tx: Tx, commands: Command<{ readonly id: string }>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [sale] = await tx.query<SaleRow>(selectSale, [caller.world, input.id]);
    if (!sale) throw new Refusal('not_found');
    if (sale.tied_session !== null) throw new Refusal('checkout_session_completed');
    const [ended] = await expireSessions(tx, [{ ...command, input: { id: sale.session_id } }]);
    if (typeof ended !== 'string') throw ended!;
    return readSale(tx, caller, input);
  });
}
