import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { findManaged } from '../integrations/own.ts';
import { lockIntegration } from '../integrations/store.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { type InvitationRow, selectInvitation, withdrawInvitation } from './store.ts';
import { renderInvitation } from './view.ts';

/** Withdraws invitations. An ended invitation stays as it is. */
export function withdrawInvitations(
  tx: Tx,
  commands: Command<{ id: string }>[],
  deployment: { readonly live: boolean },
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [row] = await tx.query<InvitationRow>(selectInvitation, [input.id]);
    if (!row) throw new Refusal('not_found');
    await tx.query(lockIntegration, [row.integration_id]);
    await findManaged(tx, caller, row.integration_id, deployment);
    const [withdrawn] = await tx.query<InvitationRow>(withdrawInvitation, [input.id]);
    if (!withdrawn) {
      const [now] = await tx.query<InvitationRow>(selectInvitation, [input.id]);
      return renderInvitation(now!);
    }
    const act = { action: 'invitation.withdrawn', target: row.integration_id, before: { email: row.email } };
    await recordActs(tx, [{ ...actorOf(command), ...act }]);
    return renderInvitation(withdrawn);
  });
}
