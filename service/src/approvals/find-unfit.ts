import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type OperatorRow, selectOperatorsById } from '../operators/store.ts';

/**
 * Whether callers may take part in what takes two. Two people are only two where a stolen password does not make one of
 * them, so both need an authenticator; and suspension is looked up here, where a node may know of it ten seconds late.
 * @returns why not, or null, of a caller
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
