import { createAccount } from '../accounts/create-account.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { insertMerchantUser } from '../users/store.ts';
import { readMerchant } from './read.ts';
import {
  endInvitations,
  endLiveStanding,
  lockIntegrationsOf,
  lockMerchant,
  type MerchantRow,
  type PersonRow,
  restoreLivePeople,
  selectPeople,
  selectTakenPhones,
  setApproval,
} from './store.ts';

/** Approves merchants for live. Their people get a login in the live world, or get their earlier one back. */
export function approveMerchantsForLive(
  tx: Tx,
  commands: Command<{ id: string }>[],
  { live }: { readonly live: boolean },
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id } = command.input;
    await tx.query(lockIntegrationsOf, [id]);
    const [merchant] = await tx.query<MerchantRow>(lockMerchant, [id]);
    if (!merchant) throw new Refusal('not_found');
    if (!live)
      throw new Refusal('forbidden_account_type', 'This deployment is a sandbox. It has no live mode to approve for.');
    if (merchant.live_approved_at) return readMerchant(tx, { id });
    const people = await tx.query<PersonRow>(selectPeople, [[id]]);
    const isLive = new Set(people.filter(({ livemode }) => livemode).map(({ phone }) => phone));
    // A person who is suspended in the test world gets no live login.
    const newcomers = people.filter(
      ({ livemode, phone, suspended_at }) => !livemode && !isLive.has(phone) && !suspended_at,
    );
    const [taken] = await tx.query<{ phone: string }>(selectTakenPhones, [newcomers.map(({ phone }) => phone), id]);
    if (taken)
      throw new Refusal('account_already_exists', `${taken.phone} already has a live login with another merchant`);
    await tx.query(setApproval, [id, true]);
    await tx.query(restoreLivePeople, [id]);
    for (const person of newcomers) await makeLive(tx, person);
    const after = await endEarlierAccess(tx, id);
    await recordActs(tx, [{ ...actorOf(command), action: 'merchant.live_approved', target: id, after }]);
    return readMerchant(tx, { id });
  });
}

/**
 * Anybody can have the test login, and it may have made all invitations until now. So developers stay in the test world
 * until the live world invites them. Invitations end first: a developer who accepts one at this moment is then among
 * the members.
 */
async function endEarlierAccess(
  tx: Tx,
  merchant: string,
): Promise<{ invitations_ended: string[]; developers_ended: string[] }> {
  const invitations = await tx.query<{ id: string }>(endInvitations, [merchant]);
  const developers = await tx.query<{ id: string }>(endLiveStanding, [merchant]);
  return { invitations_ended: invitations.map(({ id }) => id), developers_ended: developers.map(({ id }) => id) };
}

/**
 * Makes a live login with the same phone and password. Its second factor is always SMS: the test world's code is
 * public, so it proves neither the phone nor an authenticator set up there.
 */
async function makeLive(
  tx: Tx,
  { merchant_id, phone, name, password, password_long, language }: PersonRow,
): Promise<void> {
  const id = newId('usr');
  await tx.query(insertMerchantUser, [id, true, phone, name, merchant_id]);
  await createAccount(tx, {
    id,
    type: 'merchant',
    livemode: true,
    identifier: phone,
    password,
    passwordLong: password_long,
    twoFactor: 'sms',
    language,
  });
}
