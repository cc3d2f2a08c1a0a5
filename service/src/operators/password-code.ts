import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { hashCode, makeCode } from '../two-factor/challenge.ts';
import { endChallenges, insertChallenge } from '../two-factor/store.ts';

/** Long enough to hand over by telephone. */
const LIFETIME_SECONDS = 900;

/** What `POST /auth/password/reset` takes, to be handed to the operator where no e-mail goes out. */
export type PasswordCode = { readonly challenge: string; readonly code: string; readonly seconds: number };

/** Ends the code that was made before at the shell, and none that was asked for elsewhere. */
const SHELL = 'shell';

export async function makePasswordCode(
  tx: Tx,
  { id, identifier }: { readonly id: string; readonly identifier: string },
  pepper: Buffer,
  by: Doer,
): Promise<PasswordCode> {
  const challenge = newId('ch');
  // Strangers' wrong codes do not block a long one.
  const code = makeCode(true);
  await tx.query(endChallenges, [id, identifier, 'reset', null, null, SHELL]);
  const hash = hashCode(pepper, challenge, code);
  const data = JSON.stringify({ type: 'operator', long: true, requester: SHELL });
  await tx.query(insertChallenge, [challenge, id, identifier, null, 'reset', 'email', hash, data, LIFETIME_SECONDS]);
  await recordActs(tx, [{ ...by, action: 'operator.password_code_made', target: id }]);
  return { challenge, code, seconds: LIFETIME_SECONDS };
}
