import type { Notice, People } from '../accounts/people.ts';
import type { AccountRow } from '../accounts/store.ts';

/** Informs the owner of an account about an act that another person may have done. Nothing is sent in test mode. */
export function notifyOwner(people: People, account: AccountRow, what: Notice['what']): void {
  const { identifier: to, livemode, language } = account;
  if (livemode === false) return;
  people.tell({ to, by: livemode === null ? 'email' : 'sms', what, language });
}
