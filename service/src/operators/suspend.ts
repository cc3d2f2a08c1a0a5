import type { suspendAccount, unsuspendAccount } from '../../../contract/src/operators.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { LIVE_REVOKED, revokeSessions } from '../accounts/store.ts';
import { actorOf, type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { renderAccount } from './find-accounts.ts';
import { mayActOn } from './may-act-on.ts';
import {
  type AccountStandingRow,
  lockAccountStanding,
  lockUnapproved,
  selectAccountStanding,
  suspend,
  unsuspend,
} from './store.ts';

/**
 * Suspends an account and ends its sessions on every node. A suspended account stays as it is. If it was suspended
 * because its merchant lost the live approval, this reason replaces that one, so that another approval does not restore
 * it.
 */
export async function suspendOne(
  tx: Tx,
  before: AccountStandingRow,
  reason: string,
  by: Doer,
): Promise<AccountStandingRow> {
  if (before.suspended_at && before.suspended_reason !== LIVE_REVOKED) return before;
  await tx.query(suspend, [before.id, reason]);
  await tx.query(revokeSessions, [before.id, 'suspended', null]);
  await recordActs(tx, [{ ...by, action: 'account.suspended', target: before.id, reason }]);
  return (await tx.query<AccountStandingRow>(selectAccountStanding, [before.id]))[0]!;
}

export async function suspendAccounts(
  tx: Tx,
  commands: Command<InputOf<typeof suspendAccount>>[],
): Promise<(string | Refusal)[]> {
  return onAccounts(tx, commands, async (before, command) => {
    const { reason } = command.input;
    if (reason === LIVE_REVOKED) return invalidField('reason', 'reserved_word', { found: LIVE_REVOKED });
    return suspendOne(tx, before, reason, actorOf(command));
  });
}

export async function unsuspendAccounts(
  tx: Tx,
  commands: Command<InputOf<typeof unsuspendAccount>>[],
): Promise<(string | Refusal)[]> {
  // Merchants are locked before accounts, in the same order as when an approval is revoked.
  const ids = commands.map(({ input }) => input.id);
  const barred = new Set((await tx.query<{ id: string }>(lockUnapproved, [ids])).map(({ id }) => id));
  return onAccounts(tx, commands, async (before, command) => {
    if (before.suspended_at && barred.has(before.id))
      return new Refusal(
        'forbidden_account_type',
        'The merchant of this account is not approved for live mode. Approve the merchant first.',
      );
    return unsuspendOne(tx, before, actorOf(command));
  });
}

export async function unsuspendOne(tx: Tx, before: AccountStandingRow, by: Doer): Promise<AccountStandingRow> {
  if (!before.suspended_at) return before;
  await tx.query(unsuspend, [before.id]);
  const suspension = { reason: before.suspended_reason, at: before.suspended_at };
  await recordActs(tx, [
    { ...by, action: 'account.unsuspended', target: before.id, before: { suspended: suspension } },
  ]);
  return { ...before, suspended_at: null, suspended_reason: null };
}

/** Runs an act on each account, under its lock. @returns for each the account afterwards, or the refusal */
export async function onAccounts<Input extends { id: string }>(
  tx: Tx,
  commands: Command<Input>[],
  act: (before: AccountStandingRow, command: Command<Input>) => Promise<AccountStandingRow | Refusal>,
): Promise<(string | Refusal)[]> {
  const answers: (string | Refusal)[] = [];
  for (const command of commands) {
    const [before] = await tx.query<AccountStandingRow>(lockAccountStanding, [command.input.id]);
    const refusal = before ? mayActOn(command.caller, before) : new Refusal('not_found');
    const after = refusal ?? (await act(before!, command));
    answers.push(after instanceof Refusal ? after : renderAccount(after));
  }
  return answers;
}
