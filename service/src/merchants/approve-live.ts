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

/** Approves merchants for live, once: their people get a login in the live world, or theirs back. */
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
    // Who is suspended in the test world gets no login that is not.
    const newcomers = people.filter(
      ({ livemode, phone, suspended_at }) => !livemode && !isLive.has(phone) && !suspended_at,
    );
    const [taken] = await tx.query<{ phone: string }>(selectTakenPhones, [newcomers.map(({ phone }) => phone), id]);
    if (taken)
      throw new Refusal('account_already_exists', `${taken.phone} already has a live login with another merchant`);
    await tx.query(setApproval, [id, true]);
    await tx.query(restoreLivePeople, [id]);
    for (const person of newcomers) await makeLive(tx, person);
    const after = await startAnew(tx, id);
    await recordActs(tx, [{ ...actorOf(command), action: 'merchant.live_approved', target: id, after }]);
    return readMerchant(tx, { id });
  });
}

/**
 * What was invited until now, the test login did or may have done: anybody can have that. So developers stay in the test world
 * until they are invited from the live one. Invitations first: who accepts one at this moment is among the members then.
 */
async function startAnew(
  tx: Tx,
  merchant: string,
): Promise<{ invitations_ended: string[]; developers_ended: string[] }> {
  const invitations = await tx.query<{ id: string }>(endInvitations, [merchant]);
  const developers = await tx.query<{ id: string }>(endLiveStanding, [merchant]);
  return { invitations_ended: invitations.map(({ id }) => id), developers_ended: developers.map(({ id }) => id) };
}

/**
 * The same phone and password. The second factor is an SMS whatever it is in the test world: that world's code is known to
 * all, so neither the phone nor an authenticator that was set up there is proved.
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
