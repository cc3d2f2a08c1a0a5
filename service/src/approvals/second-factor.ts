import type { Command } from '../command.ts';
import type { Tx } from '../db/transaction.ts';
import { selectTwoFactors } from '../operators/store.ts';
import type { TwoFactor } from '../people/store.ts';
import { Refusal } from '../refusal.ts';

/**
 * Two people are only two where a stolen password does not make one of them: both need an authenticator.
 * @returns why not, or null, of a caller
 */
export async function checkSecondFactors(
  tx: Tx,
  commands: readonly Command<unknown>[],
): Promise<(command: Command<unknown>) => Refusal | null> {
  const ids = [...new Set(commands.map(({ caller }) => caller.id))];
  const rows = await tx.query<{ id: string; two_factor: TwoFactor }>(selectTwoFactors, [ids]);
  const safe = new Set(rows.filter((row) => row.two_factor === 'totp').map((row) => row.id));
  return ({ caller }) =>
    safe.has(caller.id)
      ? null
      : new Refusal(
          'two_factor_required',
          'Your account needs an authenticator for this: POST /api/v1/auth/2fa/enable {"method":"totp"}',
        );
}
