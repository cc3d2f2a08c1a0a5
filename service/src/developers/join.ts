import { type AuditAct, actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { findOwn } from '../integrations/own.ts';
import { renderIntegration } from '../integrations/view.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { hashesOfInvitation } from './invite.ts';
import { type InvitationRow, insertMember, selectOpenInvitation, takeInvitation } from './store.ts';

/** Logged-in developers accept invitations to their own address. */
export function joinIntegrations(
  tx: Tx,
  commands: Command<{ token: string }>[],
  pepper: DataKey,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [invitation] = await tx.query<InvitationRow>(selectOpenInvitation, [hashesOfInvitation(pepper, input.token)]);
    if (invitation?.email !== caller.person!.identifier) throw new Refusal('invitation_expired');
    const joined = await attach(tx, invitation!, caller.id);
    await recordActs(tx, [{ ...actorOf(command), ...joined }]);
    return renderIntegration(await findOwn(tx, caller, invitation!.integration_id));
  });
}

/**
 * Uses an invitation to create a membership.
 * @returns the details for the audit log
 * @throws Refusal invitation_expired, before anything is written
 */
export async function attach(
  tx: Tx,
  { id, integration_id, role, invited_by }: InvitationRow,
  developer: string,
): Promise<Pick<AuditAct, 'action' | 'target' | 'after'>> {
  if ((await tx.query(takeInvitation, [id])).length === 0) throw new Refusal('invitation_expired');
  const [member] = await tx.query<{ live: boolean }>(insertMember, [integration_id, developer, role, invited_by]);
  const after = { developer, role, live: member?.live ?? false, invitation: id };
  return { action: 'developer.joined', target: integration_id, after };
}
