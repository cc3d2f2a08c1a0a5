import type { People } from '../accounts/people.ts';
import type { Asker, Who } from '../accounts/places.ts';
import type { AccountRow } from '../accounts/store.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkPassword } from './check-password.ts';

/**
 * The account of the person who calls, once they have given its password again. Their session counts for itself, so nobody
 * else's wrong passwords keep them waiting.
 * @throws Refusal invalid_credentials, too_many_attempts
 */
export async function confirmPerson(
  people: People,
  caller: Caller,
  password: string,
  asker: Asker = {},
): Promise<AccountRow> {
  try {
    return await checkPassword(people, whoIs(caller), password, { ...asker, session: caller.person!.session });
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
