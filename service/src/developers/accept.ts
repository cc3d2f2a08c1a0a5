import { checkStaffPassword, createAccount, isLong } from '../accounts/create-account.ts';
import type { People } from '../accounts/people.ts';
import { refuseEasy } from '../accounts/refuse-easy.ts';
import { type AccountRow, selectAccount, selectAccountByIdentifier } from '../accounts/store.ts';
import { recordActs } from '../audit/record.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { AuthRequest } from '../http/handler.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkPassword, turnOf } from '../login/check-password.ts';
import { admitLogin } from '../login/log-in.ts';
import { hashesOfInvitation } from './invite.ts';
import { attach } from './join.ts';
import { type InvitationRow, insertDeveloper, selectOpenInvitation } from './store.ts';

export type Acceptance = { readonly token: string; readonly password: string; readonly name?: string };

/**
 * Accepts an invitation, with the password of the address's account or of a new account.
 * @returns a Staff login result, or a Challenge if the account has a second factor
 */
export async function acceptInvitation(people: People, request: AuthRequest<Acceptance>): Promise<string> {
  const { token, password, name = null } = request.input;
  const { db, passwords, secrets } = people;
  const [invitation] = await db.query<InvitationRow>(selectOpenInvitation, [hashesOfInvitation(secrets.pepper, token)]);
  if (!invitation) throw new Refusal('invitation_expired');
  const { email } = invitation;
  const who = { type: 'developer', identifier: email, livemode: null } as const;
  const [known] = await db.query<AccountRow>(selectAccountByIdentifier, [who.type, email, null]);
  const account = known && (await checkPassword(people, who, password, request));
  if (account?.suspended_at) throw new Refusal('account_suspended');
  if (!known) {
    checkStaffPassword('developer', 'none', password, 'password');
    await refuseEasy(password, 'password', { identifier: email, names: [name], brand: people.brand });
  }
  const hash = known ? null : await passwords.hash(password, turnOf(people, who, request));

  const id = await transaction(db, async (tx) => {
    const developer = account?.id ?? (await openAccount(tx, { email, hash: hash!, long: isLong(password), name }));
    const joined = await attach(tx, invitation, developer);
    const { requestId, address } = request;
    const actor = { type: 'developer', id: developer } as const;
    await recordActs(tx, [{ actor, requestId, address, ...joined }]);
    return developer;
  });
  // A person with an account is logged in with the row that was checked: the password may have changed since.
  return admitLogin(people, account ?? (await db.query<AccountRow>(selectAccount, [id]))[0]!, request);
}

type NewDeveloper = { email: string; hash: string; long: boolean; name: string | null };

async function openAccount(tx: Tx, { email, hash, long, name }: NewDeveloper): Promise<string> {
  const id = newId('dev');
  const account = {
    id,
    type: 'developer',
    livemode: null,
    identifier: email,
    password: hash,
    passwordLong: long,
  } as const;
  // Another invitation to the same address was accepted at the same moment.
  if (!(await createAccount(tx, account))) throw new Refusal('account_already_exists');
  await tx.query(insertDeveloper, [id, name]);
  return id;
}
