import type { Caller } from '../command.ts';
import type { People } from '../people/people.ts';
import type { AccountRow } from '../people/store.ts';
import { Refusal } from '../refusal.ts';
import { checkPassword, type Who } from './log-in.ts';

/**
 * The account of the person who calls, once they have given its password again.
 * @throws Refusal invalid_credentials, too_many_attempts
 */
export async function confirmPerson(people: People, caller: Caller, password: string): Promise<AccountRow> {
  try {
    return await checkPassword(people, whoIs(caller), password);
  } catch (error) {
    // Who they are is known: a login's message would have them look for the fault in their phone.
    if (error instanceof Refusal && error.code === 'invalid_credentials')
      throw new Refusal('invalid_credentials', 'The current password is wrong');
    throw error;
  }
}

/** The account of the person who calls, as it logs in. */
function whoIs({ person, livemode }: Caller): Who {
  const { type, identifier } = person!;
  const hasMode = type === 'customer' || type === 'merchant';
  return { type, identifier, livemode: hasMode ? livemode : null };
}
