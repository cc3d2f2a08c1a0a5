import type { InputOf } from '../../../contract/src/route.ts';
import type { createSale as route } from '../../../contract/src/tills.ts';
import { createSessions, type SessionDeps } from '../checkout/create.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { readSale } from './read.ts';
import { insertSale, type ShiftRow, selectTill, shareShift, type TillRow } from './store.ts';

/** The payer is at the counter. A code that nobody scanned in this time must not be paid later by mistake. */
const SALE_SECONDS = 600;

/** Begins sales: each has a checkout session of its own, and turns paid by that session alone unless one is tied. */
export function createSales(
  tx: Tx,
  commands: Command<InputOf<typeof route>>[],
  deps: SessionDeps,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [shift] = await tx.query<ShiftRow>(shareShift, [caller.world, input.id]);
    if (!shift) throw new Refusal('not_found');
    if (shift.ended_at) throw new Refusal('shift_ended');
    const { amount, description } = input;
    const [till] = await tx.query<TillRow>(selectTill, [caller.world, shift.link_id]);
    const terms = {
      ...{ amount, currency: shift.currency, expires_in: SALE_SECONDS },
      fee_bearer: till?.fee_bearer ?? ('merchant' as const),
      ...(description ? { description } : {}),
    };
    const ofTill = { ...deps, branch: till?.branch_id ?? null };
    const [session] = await createSessions(tx, [{ ...command, input: terms }], ofTill);
    if (typeof session !== 'string') throw session!;
    const id = newId('sale');
    const opened = JSON.parse(session) as { readonly id: string };
    await tx.query(insertSale, [caller.world, id, shift.id, opened.id, caller.id, new Date()]);
    return readSale(tx, caller, { id });
  });
}
