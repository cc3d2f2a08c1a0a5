import { randomInt } from 'node:crypto';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { hashCode } from '../two-factor/challenge.ts';
import { endChallenges, insertChallenge } from '../two-factor/store.ts';

/** Long enough to hand over by telephone. */
const LIFETIME_SECONDS = 900;

/** What `POST /auth/password/reset` takes, to be handed to the operator where no e-mail goes out. */
export type PasswordCode = { readonly challenge: string; readonly code: string; readonly seconds: number };

export async function makePasswordCode(
  tx: Tx,
  { id, identifier }: { readonly id: string; readonly identifier: string },
  pepper: Buffer,
  by: Doer,
): Promise<PasswordCode> {
  const challenge = newId('ch');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.query(endChallenges, [id, identifier, 'reset', null, null]);
  const hash = hashCode(pepper, challenge, code);
  await tx.query(insertChallenge, [challenge, id, identifier, null, 'reset', 'email', hash, '{}', LIFETIME_SECONDS]);
  await recordActs(tx, [{ ...by, action: 'operator.password_code_made', target: id }]);
  return { challenge, code, seconds: LIFETIME_SECONDS };
}
