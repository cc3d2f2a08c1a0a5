import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { hashCode, makeCode } from '../two-factor/challenge.ts';
import { endChallenges, insertChallenge } from '../two-factor/store.ts';

/** Long enough to hand over by telephone. */
const LIFETIME_SECONDS = 900;
/** Ends an earlier code made at the shell, and no code requested elsewhere. */
const REQUESTER = 'shell';

/** A challenge and its code, to be given to the operator. */
export type ShellCode = { readonly challenge: string; readonly code: string; readonly seconds: number };

const actions = { reset: 'operator.password_code_made', device: 'operator.device_code_made' } as const;

/**
 * A code for `POST /auth/password/reset`, or a code that lets an operator log in while strangers guess. Nobody else
 * knows the challenge, and other people's wrong codes do not block a long code, so strangers cannot lock its owner out.
 */
export async function makeShellCode(
  tx: Tx,
  { id, identifier }: { readonly id: string; readonly identifier: string },
  purpose: keyof typeof actions,
  pepper: DataKey,
  by: Doer,
): Promise<ShellCode> {
  const challenge = newId('ch');
  const code = makeCode(true);
  await tx.query(endChallenges, [id, identifier, purpose, null, null, REQUESTER]);
  const hash = hashCode(pepper, challenge, code);
  const data = JSON.stringify({ type: 'operator', longCode: true, requester: REQUESTER });
  await tx.query(insertChallenge, [challenge, id, identifier, null, purpose, 'email', hash, data, LIFETIME_SECONDS]);
  await recordActs(tx, [{ ...by, action: actions[purpose], target: id }]);
  return { challenge, code, seconds: LIFETIME_SECONDS };
}
