import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { findManaged, findOwn } from '../integrations/own.ts';
import { lockIntegration } from '../integrations/store.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, type Refusal } from '../kernel/refusal.ts';
import { deleteMember, withdrawEarlier, withdrawMade } from './store.ts';
import { findMember, keepOwner } from './update.ts';

/** Removes developers from an integration; a developer may also leave. Open invitations by and to them end as well. */
export function removeDevelopers(
  tx: Tx,
  commands: Command<{ id: string; developer: string }>[],
  deployment: { readonly live: boolean },
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    await tx.query(lockIntegration, [input.id]);
    if (caller.id === input.developer) await findOwn(tx, caller, input.id);
    else await findManaged(tx, caller, input.id, deployment);
    const member = await findMember(tx, input);
    await keepOwner(tx, caller, input.id, member);
    await tx.query(deleteMember, [input.id, input.developer]);
    await tx.query(withdrawMade, [input.id, input.developer]);
    await tx.query(withdrawEarlier, [input.id, member.email]);
    const before = { developer: input.developer, role: member.role };
    await recordActs(tx, [{ ...actorOf(command), action: 'developer.removed', target: input.id, before }]);
    return JSON.stringify({ id: input.developer, object: 'developer', deleted: true });
  });
}
