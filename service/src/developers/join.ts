import { actorOf, recordActs } from '../audit/record.ts';
import type { Command } from '../command.ts';
import type { Tx } from '../db/transaction.ts';
import { findOwn } from '../integrations/own.ts';
import { renderIntegration } from '../integrations/view.ts';
import { answerEach, Refusal } from '../refusal.ts';
import { hashInvitation } from './invite.ts';
import { type InvitationRow, insertMember, selectOpenInvitation, takeInvitation } from './store.ts';

/** Developers who are logged in accept invitations to their own address. */
export function joinIntegrations(
  tx: Tx,
  commands: Command<{ token: string }>[],
  pepper: Buffer,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [invitation] = await tx.query<InvitationRow>(selectOpenInvitation, [hashInvitation(pepper, input.token)]);
    if (invitation?.email !== caller.person!.identifier) throw new Refusal('invitation_expired');
    await attach(tx, invitation!, caller.id);
    await recordActs(tx, [{ ...actorOf(command), ...joined(invitation!, caller.id) }]);
    return renderIntegration(await findOwn(tx, caller, invitation!.integration_id));
  });
}

/** Spends an invitation for a membership. @throws Refusal invitation_expired, before anything is written */
export async function attach(tx: Tx, { id, integration_id, role }: InvitationRow, developer: string): Promise<void> {
  if ((await tx.query(takeInvitation, [id])).length === 0) throw new Refusal('invitation_expired');
  await tx.query(insertMember, [integration_id, developer, role]);
}

export const joined = ({ integration_id, id, role }: InvitationRow, developer: string) => ({
  action: 'developer.joined',
  target: integration_id,
  after: { developer, role, invitation: id },
});
