import { createHmac } from 'node:crypto';
import type { People } from '../accounts/people.ts';
import { type AccountRow, lockAccount } from '../accounts/store.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';

/** What a login begins with: the password and the kind of second factor, as a challenge may keep them. */
export function credentialsOf({ secrets }: Pick<People, 'secrets'>, { password, two_factor }: AccountRow): string {
  return createHmac('sha256', secrets.pepper).update(`credentials ${two_factor} ${password}`).digest('base64');
}

/**
 * Whether a login may still end as it began. Whoever changed password or factor meanwhile ended every other session, and this
 * one would outlive that.
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
