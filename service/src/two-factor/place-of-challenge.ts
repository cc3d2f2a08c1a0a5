import type { People } from '../accounts/people.ts';
import { type Asker, findPlace, type NetworkPlace, type Who } from '../accounts/places.ts';
import type { ChallengeRow } from './store.ts';

/** The place from which a challenge is answered. It runs the same statements if the challenge does not exist. */
export function findPlaceOf(people: People, challenge: ChallengeRow | undefined, asker: Asker): Promise<NetworkPlace> {
  const who: Who = {
    type: (challenge?.data.type ?? 'customer') as Who['type'],
    identifier: challenge?.sent_to ?? '',
    livemode: challenge?.livemode ?? null,
  };
  return findPlace(people, who, challenge?.account_id ?? null, asker);
}
