import { countInWindow, DAY_S } from '../accounts/count-in-window.ts';
import type { People, TestCodes } from '../accounts/people.ts';
import { clearGroup, countsOf, type NetworkPlace, strangersCount, type WithSubjectKey } from '../accounts/places.ts';
import { giveBack, reserveCounts, reserveOfHour, subjectOf, tooManyAttempts } from '../accounts/throttle.ts';
import { networkOf } from '../core/network.ts';
import { countryOf } from '../core/phone.ts';
import type { Queries } from '../db/database.ts';
import { invalidField } from '../kernel/refusal.ts';
import { quotaExceeded } from '../tenancy/quotas/refuse.ts';
import type { Purpose } from './store.ts';

type To = {
  readonly sentTo: string;
  readonly livemode: boolean | null;
  readonly purpose: Purpose;
  /** The caller's place, for codes that anybody can request: messages from known places count apart from strangers'. */
  readonly place?: NetworkPlace | undefined;
  /** The address of the request. */
  readonly address?: string | undefined;
};

/**
 * Messages cost money, so a phone or address gets five at once and must then wait. A used code clears the count. Each
 * purpose has its own count: a request for a stranger's new password does not block the stranger's login.
 */
export const sendGroup = ({ secrets }: WithSubjectKey, { sentTo, livemode, purpose }: To) =>
  subjectOf(secrets.subjectKey, 'send', sentTo, livemode, purpose);

/** All unconfirmed registrations of phones of one country. */
const countrySubject = ({ secrets }: WithSubjectKey, { sentTo, livemode }: To) =>
  subjectOf(secrets.subjectKey, 'country', countryOf(sentTo), livemode);

/**
 * Counts a message before it is sent. Anybody can have codes sent to any phone by registering it, and owners of premium
 * numbers earn from each message (SMS pumping). So registrations also count by country, apart from login codes, which
 * they never delay.
 * @throws Refusal too_many_attempts, or 400 for a phone of a country that is not served
 */
export async function reserveSend(people: People, to: To, db: Queries = people.db): Promise<void> {
  const { countries, mostPerHour } = people.registrations;
  const isRegistration = to.purpose === 'register';
  if (isRegistration && countries && !countries.has(countryOf(to.sentTo)))
    throw invalidField('phone', 'phone_of_other_country', { allowed: [...countries] });
  const group = sendGroup(people, to);
  const counts = to.place ? countsOf(people, group, to.place, 'delays') : [strangersCount(people, group, 'delays')];
  await reserveCounts(db, counts);
  if (to.livemode === false && people.testCodes) await countTestCode(people, people.testCodes, to, db);
  if (!isRegistration) return;
  const refusal = await reserveOfHour(db, countrySubject(people, to), mostPerHour);
  if (!refusal) return;
  people.log.warn(
    { country: countryOf(to.sentTo) },
    'too many registration codes to this country in an hour; further ones must wait',
  );
  throw refusal;
}

/**
 * Counts a code for a merchant's test login against the day's bounds. The country is counted last, so a code refused
 * earlier does not use it up.
 * @throws Refusal quota_exceeded, too_many_attempts
 */
async function countTestCode(
  people: People,
  most: TestCodes,
  { sentTo, address, place }: To,
  db: Queries,
): Promise<void> {
  const count = (most: number, ...parts: string[]) =>
    countInWindow(db, {
      subject: subjectOf(people.secrets.subjectKey, 'send', 'test', ...parts),
      most,
      seconds: DAY_S,
    });
  // Requests of strangers do not use up the owner's codes.
  const wait = await count(most.perLogin, sentTo, ...(place?.trust === 'none' ? ['strangers'] : []));
  if (wait !== null)
    throw quotaExceeded(
      `${most.perLogin} codes by SMS for a login within 24 hours`,
      'TEST_SMS_PER_DAY',
      'Wait and try again.',
      wait,
    );
  const network = address === undefined ? null : await count(most.perNetwork, 'network', networkOf(address));
  if (network !== null) throw tooManyCodes(most.perNetwork, 'can be requested from one network', network);
  const country = countryOf(sentTo);
  const ofCountry = await count(most.perCountry, 'country', country);
  if (ofCountry === null) return;
  people.log.warn({ country }, 'too many codes for test logins to this country in a day; further ones must wait');
  throw tooManyCodes(most.perCountry, 'can be sent to the phones of one country', ofCountry);
}

const tooManyCodes = (most: number, whose: string, wait: number) =>
  tooManyAttempts(wait, `At most ${most} codes for test logins ${whose} within 24 hours. Wait ${wait} seconds.`);

/** The code was given back, so the message was not sent for profit, and its count is cleared. */
export async function forgetSend(tx: Queries, people: People, to: To): Promise<void> {
  await clearGroup(tx, sendGroup(people, to));
  if (to.purpose === 'register') await giveBack(tx, countrySubject(people, to));
}
