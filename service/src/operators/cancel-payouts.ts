import type { cancelAnyPayout } from '../../../contract/src/operator-payments.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { cancelPending } from '../payouts/cancel.ts';
import { selectOwnedWorld } from './find-owned-world.ts';
import { renderAnyPayout } from './read-payouts.ts';

/** No world has this id. */
const NOWHERE = -1;

/** Cancels payouts of any merchant of which nothing is paid yet, with a reason for the audit log. */
export async function cancelAnyPayouts(
  tx: Tx,
  commands: Command<InputOf<typeof cancelAnyPayout>>[],
): Promise<(string | Refusal)[]> {
  const worlds = await Promise.all(commands.map(({ input }) => selectOwnedWorld(tx, input.id)));
  const wanted = commands.map(({ input: { id } }, i) => ({ world: worlds[i]?.world ?? NOWHERE, id }));
  const results = await cancelPending(tx, wanted);
  const acts = commands.flatMap((command, i) => {
    const row = results[i]!;
    if (row instanceof Refusal) return [];
    const { amount, currency, count, wallet_id: wallet } = row;
    const before = { status: 'pending' };
    const after = { status: row.status, amount: Number(amount), currency, count, wallet };
    return [
      { ...actorOf(command), action: 'payout.canceled', target: row.id, before, after, reason: command.input.reason },
    ];
  });
  await recordActs(tx, acts);
  return results.map((result, i) => (result instanceof Refusal ? result : renderAnyPayout(result, worlds[i]!)));
}
