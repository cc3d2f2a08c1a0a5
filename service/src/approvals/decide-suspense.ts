import type { SuspenseDecision } from '../../../contract/src/approvals.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { lockCase } from '../cases/store.ts';
import type { Tx } from '../db/transaction.ts';
import { moveSuspended } from '../incoming/move-suspended.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * Gives the money of a case to a wallet, or books it as returned, as two operators decided. The case is closed with it.
 * @returns why not, or null
 */
export async function decideSuspense(
  tx: Tx,
  command: Command<unknown>,
  decision: SuspenseDecision,
  more: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
  const { case: id, wallet, provider_reference: returned } = decision;
  const row = await lockCase(tx, id);
  if (!row) return new Refusal('not_found');
  const resolution = wallet === null ? `Returned to the payer: ${returned}.` : `Assigned to ${wallet}.`;
  const refusal = await moveSuspended(tx, row, wallet, { resolution, by: command.caller.id });
  if (refusal) return refusal;
  const action = wallet === null ? 'case.money_returned' : 'case.money_assigned';
  const after = { ...decision, ...more };
  await recordActs(tx, [{ ...actorOf(command), action, target: id, after }]);
  return null;
}
