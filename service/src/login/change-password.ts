import { checkStaffPassword, isLong } from '../accounts/create-account.ts';
import type { People } from '../accounts/people.ts';
import type { Asker } from '../accounts/places.ts';
import { refuseEasy } from '../accounts/refuse-easy.ts';
import { type AccountRow, lockAccount, revokeSessions, updatePassword } from '../accounts/store.ts';
import { transaction } from '../db/transaction.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { auditOperatorLogin, type From } from './audit-operator-login.ts';
import { turnOf } from './check-password.ts';
import { confirmPerson } from './confirm-person.ts';
import { notifyOwner } from './notify-owner.ts';

export type PasswordChange = { readonly current_password: string; readonly new_password: string };

/** Sets another password and ends the account's other sessions. Logins that wait for a code end too. */
export async function changePassword(
  people: People,
  caller: Caller,
  given: PasswordChange,
  from: From & Asker,
): Promise<void> {
  const account = await confirmPerson(people, caller, given.current_password, from);
  await refuseEasy(given.new_password, 'new_password', { identifier: account.identifier, brand: people.brand });
  const hash = await people.passwords.hash(given.new_password, turnOf(people, account, from));
  await transaction(people.db, async (tx) => {
    const [now] = await tx.query<AccountRow>(lockAccount, [account.id]);
    // If the owner has changed the password meanwhile, a person with the old password must not set another.
    if (now!.password !== account.password)
      throw new Refusal('invalid_credentials', 'The password was changed by another request at the same time');
    checkStaffPassword(now!.type, now!.two_factor, given.new_password, 'new_password');
    await tx.query(updatePassword, [account.id, hash, isLong(given.new_password)]);
    await tx.query(revokeSessions, [account.id, 'password_changed', caller.person!.session]);
    await auditOperatorLogin(tx, account, from, { action: 'operator.password_changed' });
    await notifyOwner(tx, people, account, 'password_changed');
  });
}
