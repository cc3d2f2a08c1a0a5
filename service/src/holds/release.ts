import { openBook } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { type EventDraft, openEvents, requestOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { checkHolder } from './check-open.ts';
import { returnHeld } from './return-held.ts';
import { type HoldRow, lockHolds, updateHolds } from './store.ts';
import { holdEvent, renderHold } from './view.ts';

/**
 * Gives back what is still held. This works on a frozen wallet too: the money does not leave it.
 * @returns for each the serialised Hold, or the refusal
 */
export async function releaseHolds(
  tx: Tx,
  commands: Command<{ readonly id: string }>[],
): Promise<(string | Refusal)[]> {
  const wanted = commands.map(({ caller, input }) => ({ world: caller.world, id: input.id }));
  const [holds, events] = await Promise.all([lockHolds(tx, wanted), openEvents(tx, wanted)]);
  const book = openBook(
    await lockWallets(
      tx,
      holds.rows.map(({ wallet_id }) => wallet_id),
    ),
  );
  const now = new Date();
  const changed: HoldRow[] = [];
  const drafts: EventDraft[] = [];
  const results = commands.map((command): string | Refusal => {
    const hold = holds.rowOf(command.caller.world, command.input.id);
    if (!hold) return new Refusal('not_found');
    // Another request released it first. It is the same release.
    if (hold.status === 'released') return renderHold(hold);
    const over = checkHolder(hold, now);
    if (over) return over;
    const next = returnHeld(book, hold, 'released', now);
    holds.replace(next);
    changed.push(next);
    drafts.push(holdEvent('hold.released', next, { before: hold, request: requestOf(command) }));
    return renderHold(next);
  });
  writeBook(tx, book);
  updateHolds(tx, changed);
  events.emit(drafts);
  return results;
}
