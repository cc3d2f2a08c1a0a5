import type { People } from '../accounts/people.ts';
import { type AccountRow, lockAccount } from '../accounts/store.ts';
import type { Tx } from '../db/transaction.ts';
import { hmacUnder } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';

/** The password and the kind of second factor at the start of a login, in the form that a challenge may store. */
export function credentialsOf({ secrets }: Pick<People, 'secrets'>, { password, two_factor }: AccountRow): string {
  return hmacUnder(secrets.subjectKey).update(`credentials ${two_factor} ${password}`).digest('base64');
}

/**
 * Checks that the credentials are the same as at the start of the login. A change of password or factor ends every
 * other session, and this one must not outlive it.
 * @throws Refusal account_suspended
 */
export async function lockCredentials(
  tx: Tx,
  people: Pick<People, 'secrets'>,
  account: string,
  began: unknown,
): Promise<boolean> {
  const [now] = await tx.query<AccountRow>(lockAccount, [account]);
  if (now?.suspended_at) throw new Refusal('account_suspended');
  return now !== undefined && credentialsOf(people, now) === began;
}
