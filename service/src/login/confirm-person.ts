import type { People } from '../accounts/people.ts';
import type { Asker, Who } from '../accounts/places.ts';
import type { AccountRow } from '../accounts/store.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkPassword } from './check-password.ts';

/**
 * The caller's account, once they have given its password again. Tries count for their session, so other people's wrong
 * passwords do not delay them.
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
    // The caller is known. The message of a login would suggest that the phone may be wrong too.
    if (error instanceof Refusal && error.code === 'invalid_credentials')
      throw new Refusal('invalid_credentials', 'The current password is wrong');
    throw error;
  }
}

/** The login of the caller's account. */
function whoIs({ person, livemode }: Caller): Who {
  const { type, identifier } = person!;
  const hasMode = type === 'customer' || type === 'merchant';
  return { type, identifier, livemode: hasMode ? livemode : null };
}
