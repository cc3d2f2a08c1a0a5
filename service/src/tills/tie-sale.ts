import { expireSessions } from '../checkout/expire.ts';
import { type CheckoutRow, lockSessions } from '../checkout-state/store.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { readSale } from './read.ts';
import { lockSale, type SaleRow, type ShiftRow, selectSale, selectShift, setTied } from './store.ts';
import { saleStatusOf } from './view.ts';

type Tie = Command<{ readonly id: string; readonly session: string }>;

/**
 * Ties payments at the printed code to sales. Both sessions are locked: the sale's own takes no payment meanwhile, and
 * the payment is tied once.
 */
export function tieSales(tx: Tx, commands: Tie[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const { world } = caller;
    const [found] = await tx.query<SaleRow>(selectSale, [world, input.id]);
    if (!found) throw new Refusal('not_found');
    if (found.tied_session === input.session) return readSale(tx, caller, input);
    const ids = [found.session_id, input.session].map((id) => ({ world, id }));
    const sessions = await lockSessions(tx, ids);
    const [sale] = await tx.query<SaleRow>(lockSale, [world, input.id]);
    const own = sessions.rowOf(world, found.session_id)!;
    if (saleStatusOf(sale!) === 'paid' || own.status !== 'open' || own.paying) throw new Refusal('sale_not_waiting');
    const [shift] = await tx.query<ShiftRow>(selectShift, [world, sale!.shift_id]);
    const wrong = reasonAgainst(sale!, shift!, sessions.rowOf(world, input.session));
    if (wrong) throw new Refusal('payment_not_for_sale', `The payment ${wrong}.`);
    const [tied] = await tx.query(setTied, [world, input.id, input.session, new Date(), caller.id]);
    if (!tied) throw new Refusal('payment_not_for_sale', 'The payment is tied to another sale.');
    // Nobody may pay the sale's own code now.
    const [ended] = await expireSessions(tx, [{ ...command, input: { id: found.session_id } }]);
    if (typeof ended !== 'string') throw ended!;
    return readSale(tx, caller, input);
  });
}

function reasonAgainst(sale: SaleRow, shift: ShiftRow, paid: CheckoutRow | undefined): string | null {
  if (!paid || paid.link_id !== shift.link_id) return 'is none at the printed code of this till';
  if (paid.status !== 'completed' || !paid.completed_at) return 'has not succeeded';
  if (paid.created_at < shift.started_at || (shift.ended_at && paid.created_at >= shift.ended_at))
    return 'belongs to another shift';
  if (paid.amount !== sale.amount) return 'has another amount than the sale';
  if (paid.completed_at < sale.created_at) return 'is older than the sale';
  return null;
}
