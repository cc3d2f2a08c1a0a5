import { randomBytes } from 'node:crypto';
import type { createInvitation } from '../../../contract/src/developers.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { toIdentifier } from '../accounts/create-account.ts';
import type { People } from '../accounts/people.ts';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { findManaged, standsLive } from '../integrations/own.ts';
import { type IntegrationRow, lockIntegration } from '../integrations/store.ts';
import type { Command } from '../kernel/command.ts';
import { type DataKey, hashesUnder, hashUnder } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { countInvitation } from './count-invitation.ts';
import {
  countPlaces,
  type InvitationRow,
  insertInvitation,
  isMember,
  type MemberRow,
  withdrawEarlier,
} from './store.ts';
import { renderInvitation } from './view.ts';

const DAYS = 7;
/** Developers and open invitations of one integration together. */
const MOST = 50;

/**
 * Invites developers. The link with the token is e-mailed after the invitation is committed. Only the token's HMAC is
 * stored.
 */
export function createInvitations(
  tx: Tx,
  commands: Command<InputOf<typeof createInvitation>>[],
  people: Pick<People, 'live' | 'secrets' | 'invitations' | 'invite' | 'linkToCopy' | 'checkRoom'>,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const { pepper } = people.secrets;
    const email = toIdentifier(input.email);
    await tx.query(lockIntegration, [input.id]);
    const integration = await findManaged(tx, caller, input.id, people);
    const [member] = await tx.query<MemberRow>(isMember, [input.id, email]);
    // A developer who joined before the approval needs an invitation from the live world, like everybody else.
    const admits = integration.live_approved_at !== null && standsLive(caller, integration);
    if (member && (member.live || !admits))
      throw new Refusal('account_already_exists', `${email} is already a developer of this integration`);
    const [places] = await tx.query<{ count: number }>(countPlaces, [input.id, email]);
    if (places!.count >= MOST)
      throw new Refusal('too_many_records', `An integration can have at most ${MOST} developers and open invitations`);
    // Test logins are free on such a deployment, so strangers could send e-mail in its name.
    if (people.live && !admits) throw refuseTestInvitation();
    people.checkRoom('email', 'other');
    await countInvitation(tx, people, command, {
      email,
      merchantId: integration.merchant_id,
      integrationId: integration.id,
    });

    await tx.query(withdrawEarlier, [input.id, email]);
    const token = randomBytes(32).toString('base64url');
    const values = [
      newId('inv'),
      input.id,
      email,
      input.role,
      hashUnder(pepper, invitationText(token)),
      caller.id,
      DAYS,
    ];
    const [row] = await tx.query<InvitationRow>(insertInvitation, values);
    const after = { email, role: input.role, invitation: row!.id };
    await recordActs(tx, [{ ...actorOf(command), action: 'developer.invited', target: input.id, after }]);
    const [inviter] = await tx.query<AccountRow>(selectAccount, [caller.id]);
    tx.afterCommit(() =>
      people.invite({ to: email, integration: nameOf(integration), token, language: inviter!.language }),
    );
    return renderInvitation(row!, people.linkToCopy(token));
  });
}

/** The merchant, and its integration if that has another name. */
const nameOf = ({ name, merchant_name: merchant }: IntegrationRow) =>
  name === merchant ? name : `${merchant} (${name})`;

const refuseTestInvitation = () =>
  new Refusal(
    'forbidden_account_type',
    'This deployment sends invitations only for merchants that are approved for live mode, from their live login',
  );

const invitationText = (token: string) => `invitation ${token}`;

/** The hashes under which the database may have the token. */
export const hashesOfInvitation = (pepper: DataKey, token: string): Buffer[] =>
  hashesUnder(pepper, invitationText(token));
