import type { Notice, People } from '../accounts/people.ts';
import type { AccountRow } from '../accounts/store.ts';

/** So that the owner of an account hears of what somebody else may have done to it. In test mode nothing is sent. */
export function notifyOwner(people: People, account: AccountRow, what: Notice['what']): void {
  const { identifier: to, livemode, language } = account;
  if (livemode === false) return;
  people.tell({ to, by: livemode === null ? 'email' : 'sms', what, language });
}
