import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, invalidField, Refusal } from '../kernel/refusal.ts';
import { readShift } from './read.ts';
import { insertShift, selectOpenShift, selectTill, type TillRow } from './store.ts';

/** Starts shifts, one at a time for each till. The unique index decides between two cashiers. */
export function startShifts(tx: Tx, commands: Command<{ readonly link: string }>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async ({ caller, input }) => {
    const { world } = caller;
    const [link] = await tx.query<TillRow>(selectTill, [world, input.link]);
    if (!link) throw new Refusal('not_found', 'You have no payment link with this id');
    if (link.amount !== null || link.use !== 'many') throw invalidField('link', 'not_link_of_till');
    const id = newId('shf');
    const values = [world, id, link.id, link.currency, caller.id, new Date()];
    const [started] = await tx.query<{ id: string }>(insertShift, values);
    if (!started) {
      const [open] = await tx.query<{ id: string }>(selectOpenShift, [world, link.id]);
      throw new Refusal('shift_open', `The till already has the open shift ${open?.id}. Work in it, or end it first.`);
    }
    return readShift(tx, caller, { id });
  });
}
