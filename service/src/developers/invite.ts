import { createHmac, randomBytes } from 'node:crypto';
import type { createInvitation } from '../../../contract/src/developers.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Command } from '../command.ts';
import type { Tx } from '../db/transaction.ts';
import { findManaged, standsLive } from '../integrations/own.ts';
import { lockIntegration } from '../integrations/store.ts';
import { newId } from '../new-id.ts';
import { toIdentifier } from '../people/create-account.ts';
import type { People } from '../people/people.ts';
import { type AccountRow, selectAccount } from '../people/store.ts';
import { reserveOfHour, reserveTry, subjectOf } from '../people/throttle.ts';
import { answerEach, Refusal } from '../refusal.ts';
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
/** Developers and open invitations of an integration together. */
const MOST = 50;
/** E-mails in an hour for one merchant, whoever withdraws them: it writes to people who did not ask, with a name of its own choice. */
const MOST_PER_HOUR = 60;

/** Invites developers. The link with the token leaves by e-mail once the invitation is committed; its HMAC is kept. */
export function createInvitations(
  tx: Tx,
  commands: Command<InputOf<typeof createInvitation>>[],
  people: Pick<People, 'live' | 'secrets' | 'invite'>,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const { pepper } = people.secrets;
    const email = toIdentifier(input.email);
    await tx.query(lockIntegration, [input.id]);
    const integration = await findManaged(tx, caller, input.id, people);
    const [member] = await tx.query<MemberRow>(isMember, [input.id, email]);
    // Whoever joined before the approval gets to the live world as everybody does: by an invitation from there.
    const admits = integration.live_approved_at !== null && standsLive(caller, integration);
    if (member && (member.live || !admits))
      throw new Refusal('account_already_exists', `${email} is a developer of this integration already`);
    const [places] = await tx.query<{ count: number }>(countPlaces, [input.id, email]);
    if (places!.count >= MOST)
      throw new Refusal('too_many_records', `An integration has up to ${MOST} developers and open invitations`);
    // E-mail to people who did not ask for it: an address gets five at once, whoever invites.
    await reserveTry(tx, subjectOf(pepper, 'send', 'invitation', email));
    const tooMany = await reserveOfHour(
      tx,
      subjectOf(pepper, 'send', 'invitations', integration.merchant_id),
      MOST_PER_HOUR,
    );
    if (tooMany) throw tooMany;

    await tx.query(withdrawEarlier, [input.id, email]);
    const token = randomBytes(32).toString('base64url');
    const values = [newId('inv'), input.id, email, input.role, hashInvitation(pepper, token), caller.id, DAYS];
    const [row] = await tx.query<InvitationRow>(insertInvitation, values);
    const after = { email, role: input.role, invitation: row!.id };
    await recordActs(tx, [{ ...actorOf(command), action: 'developer.invited', target: input.id, after }]);
    const [inviter] = await tx.query<AccountRow>(selectAccount, [caller.id]);
    tx.afterCommit(() =>
      people.invite({ to: email, integration: integration.name, token, language: inviter!.language }),
    );
    return renderInvitation(row!);
  });
}

export function hashInvitation(pepper: Buffer, token: string): Buffer {
  return createHmac('sha256', pepper).update(`invitation ${token}`).digest();
}
