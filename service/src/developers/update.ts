import type { updateDeveloper } from '../../../contract/src/developers.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { findManaged, standsLive } from '../integrations/own.ts';
import { lockIntegration } from '../integrations/store.ts';
import type { Caller, Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { countOwners, type MemberRow, selectMember, updateMember, withdrawMade } from './store.ts';
import { renderDeveloper } from './view.ts';

/**
 * Changes the rights of developers on an integration. When a developer may no longer manage it, their open invitations
 * end.
 */
export function updateDevelopers(
  tx: Tx,
  commands: Command<InputOf<typeof updateDeveloper>>[],
  deployment: { readonly live: boolean },
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    await tx.query(lockIntegration, [input.id]);
    const integration = await findManaged(tx, caller, input.id, deployment);
    const before = await findMember(tx, input);
    if (before.role === input.role) return renderDeveloper(before);
    await keepOwner(tx, caller, input.id, before);
    const fromLive = standsLive(caller, integration);
    await tx.query(updateMember, [input.id, input.developer, input.role, fromLive]);
    if (before.role === 'owner') await tx.query(withdrawMade, [input.id, input.developer]);
    const roles = { before: { role: before.role }, after: { role: input.role, developer: input.developer } };
    await recordActs(tx, [{ ...actorOf(command), action: 'developer.role_changed', target: input.id, ...roles }]);
    return renderDeveloper({ ...before, role: input.role, live: before.live && fromLive });
  });
}

/** @throws Refusal not_found */
export async function findMember(
  tx: Tx,
  { id, developer }: { readonly id: string; readonly developer: string },
): Promise<MemberRow> {
  const [row] = await tx.query<MemberRow>(selectMember, [id, developer]);
  if (!row) throw new Refusal('not_found');
  return row;
}

/**
 * At least one owner stays among the developers; the merchant's people rank above them. The integration is locked, so
 * when two owners leave at once, one stays.
 * @throws Refusal last_owner
 */
export async function keepOwner(tx: Tx, caller: Caller, integration: string, { role }: MemberRow): Promise<void> {
  if (role !== 'owner' || caller.kind === 'merchant') return;
  const [owners] = await tx.query<{ count: number }>(countOwners, [integration]);
  if (owners!.count === 1) throw new Refusal('last_owner');
}
