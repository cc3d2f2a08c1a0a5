import type { Notice, People } from '../people/people.ts';
import type { AccountRow } from '../people/store.ts';

/** So that the owner of an account hears of what somebody else may have done to it. In test mode nothing is sent. */
export function tellOwner(people: People, account: AccountRow, what: Notice['what']): void {
  const { identifier: to, livemode, language } = account;
  if (livemode === false) return;
  people.tell({ to, by: livemode === null ? 'email' : 'sms', what, language });
}
