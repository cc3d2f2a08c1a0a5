import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type OperatorRow, selectOperatorsById } from '../operators/store.ts';

/**
 * Checks whether callers may take part in a decision of two people. Both need an authenticator, so that one stolen
 * password does not count as a person. Suspension is read here, because a node's cache may be ten seconds late.
 * @returns why not, or null, for each caller
 */
export async function findUnfit(
  tx: Tx,
  commands: readonly Command<unknown>[],
): Promise<(command: Command<unknown>) => Refusal | null> {
  const ids = [...new Set(commands.map(({ caller }) => caller.id))];
  const rows = await tx.query<OperatorRow>(selectOperatorsById, [ids]);
  const known = new Map(rows.map((row) => [row.id, row]));
  return ({ caller }) => {
    const row = known.get(caller.id);
    if (!row || row.suspended) return new Refusal('account_suspended');
    if (row.two_factor === 'totp') return null;
    const how = 'POST /api/v1/auth/2fa/enable {"method":"totp","password":"…"}';
    return new Refusal('two_factor_required', `This needs an authenticator on your account. Turn it on: ${how}`);
  };
}
