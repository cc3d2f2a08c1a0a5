import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { announceResent } from './feed-store.ts';

/**
 * Shows events again to the open streams of their world, on every node. Nothing is written, so a stream that is
 * disconnected misses it.
 */
export async function resendEvents(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
  const found = await Promise.all(
    commands.map(({ caller, input }) => tx.query<{ payload: string }>(announceResent, [caller.world, input.id])),
  );
  return found.map(([event]) => event?.payload ?? new Refusal('not_found'));
}
