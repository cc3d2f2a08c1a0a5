import { countryOf } from '../core/phone.ts';
import type { Queries } from '../db/database.ts';
import type { People } from '../people/people.ts';
import { clearTries, giveBack, reserveOfHour, reserveTry, subjectOf } from '../people/throttle.ts';
import { invalidField } from '../refusal.ts';
import type { Purpose } from './store.ts';

type To = { readonly sentTo: string; readonly livemode: boolean | null; readonly purpose: Purpose };

/**
 * Messages cost money, so a phone or address gets five at once and then waits; a code that is used forgets them. Each purpose
 * counts for itself: who asks for a stranger's new password does not keep the stranger from logging in.
 */
const sendSubject = ({ secrets }: Pick<People, 'secrets'>, { sentTo, livemode, purpose }: To) =>
  subjectOf(secrets.pepper, 'send', sentTo, livemode, purpose);

/** All registrations that await their code, of phones of one country. */
const countrySubject = ({ secrets }: Pick<People, 'secrets'>, { sentTo, livemode }: To) =>
  subjectOf(secrets.pepper, 'country', countryOf(sentTo), livemode);

/**
 * Counts a message before it is sent. Anybody can have codes sent to any phone by registering it, and some are paid for what
 * their numbers receive: so these are counted by country too, apart from those of logins, which they never hold up.
 * @throws Refusal too_many_attempts, or 400 for a phone of a country that is not served
 */
export async function reserveSend(people: People, to: To, db: Queries = people.db): Promise<void> {
  const { countries, mostPerHour } = people.registrations;
  const isRegistration = to.purpose === 'register';
  if (isRegistration && countries && !countries.has(countryOf(to.sentTo)))
    throw invalidField('phone', `must be of a country that is served here: ${[...countries].join(', ')}`);
  await reserveTry(db, sendSubject(people, to));
  if (!isRegistration) return;
  const refusal = await reserveOfHour(db, countrySubject(people, to), mostPerHour);
  if (!refusal) return;
  people.log.warn(
    { country: countryOf(to.sentTo) },
    'codes for registrations of this country wait: too many in an hour',
  );
  throw refusal;
}

/** Its code came back, so it was no message for the sake of a message. */
export async function forgetSend(tx: Queries, people: People, to: To): Promise<void> {
  await clearTries(tx, sendSubject(people, to));
  if (to.purpose === 'register') await giveBack(tx, countrySubject(people, to));
}
