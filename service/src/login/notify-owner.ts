import type { Notice, People } from '../accounts/people.ts';
import type { AccountRow } from '../accounts/store.ts';
import type { Tx } from '../db/transaction.ts';

/** Informs the owner of an account about an act that another person may have done. Nothing is sent in test mode. */
export async function notifyOwner(tx: Tx, people: People, account: AccountRow, what: Notice['what']): Promise<void> {
  const { identifier: to, livemode, language } = account;
  if (livemode === false) return;
  await people.tell(tx, { to, by: livemode === null ? 'email' : 'sms', what, language });
}
