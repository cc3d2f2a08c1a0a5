import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Caller, Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { lockWallets } from '../ledger/store.ts';
import { endCanceled } from './cancel.ts';
import { checkDecider, checkMaker, isSamePerson } from './check-people.ts';
import { decidePayout, lockPayouts, type PayoutRow } from './store.ts';
import { renderPayout } from './view.ts';

type Decision = Command<{ readonly id: string; readonly reason?: string }>;

/** A second person approves: the payouts become jobs of the workers. */
export function approvePayouts(tx: Tx, commands: Decision[], pendingSeconds: number): Promise<(string | Refusal)[]> {
  tx.afterCommit(() => tx.node.wake('payouts'));
  return decideAll(tx, commands, 'approved', pendingSeconds);
}

/** A second person rejects: the payouts are canceled, and their money is available again. */
export function rejectPayouts(tx: Tx, commands: Decision[]): Promise<(string | Refusal)[]> {
  return decideAll(tx, commands, 'rejected', 0);
}

/** The lock of the payout's row decides between concurrent approvals, rejections and cancellations. */
async function decideAll(
  tx: Tx,
  commands: Decision[],
  approval: 'approved' | 'rejected',
  pendingSeconds: number,
): Promise<(string | Refusal)[]> {
  const wanted = commands.map(({ caller, input }) => ({ world: caller.world, id: input.id }));
  const payouts = await lockPayouts(tx, wanted);
  const frozen = approval === 'approved' ? await lockFrozen(tx, payouts.rows) : new Set();
  const decided: { command: Decision; row: PayoutRow }[] = [];
  const answers = await answerEach(commands, async (command) => {
    const { caller, input } = command;
    const row = payouts.rowOf(caller.world, input.id);
    if (!row) throw new Refusal('not_found');
    await checkMayDecide(tx, caller, row, approval);
    if (frozen.has(row.wallet_id))
      throw new Refusal(
        'wallet_frozen',
        'The wallet that pays is frozen. Unfreeze the wallet first, or reject the payout.',
      );
    const now = new Date();
    const next: PayoutRow = {
      ...row,
      status: approval === 'rejected' ? 'canceled' : row.status,
      approval,
      decided_by: caller.id,
      decided_at: now,
      rejection_reason: input.reason ?? null,
      updated_at: now,
      version: row.version + 1,
    };
    payouts.replace(next);
    decided.push({ command, row: next });
    return renderPayout(next);
  });
  const canceled = decided.map(({ row }) => row).filter((row) => row.status === 'canceled');
  if (canceled.length > 0) await endCanceled(tx, canceled);
  for (const { row } of decided) {
    const { world, id, decided_by, decided_at, rejection_reason } = row;
    await tx.query(decidePayout, [world, id, approval, decided_by, decided_at, rejection_reason, pendingSeconds]);
  }
  const acts = decided.map(({ command, row: { id, rejection_reason: reason } }) => {
    const why = reason === null ? {} : { reason };
    return { ...actorOf(command), action: `payout.${approval}`, target: id, ...why };
  });
  await recordActs(tx, acts);
  return answers;
}

const integrationOf: Statement = {
  name: 'payouts_select_integration',
  text: 'SELECT integration_id AS id FROM worlds WHERE id = $1',
};

/** The paying wallets that are frozen. Their locks prevent a freeze or unfreeze until the decision is made. */
async function lockFrozen(tx: Tx, payouts: readonly PayoutRow[]): Promise<ReadonlySet<string>> {
  const paying = payouts.map(({ wallet_id }) => wallet_id);
  return new Set((await lockWallets(tx, paying)).filter((one) => one.frozen).map(({ wallet }) => wallet));
}

const ownPayout = () =>
  new Refusal('forbidden_account_type', 'You made this payout yourself. Another person must decide.');

/** @throws Refusal if this person may not decide, or there is nothing to decide */
async function checkMayDecide(
  tx: Tx,
  caller: Caller,
  { world, livemode, status, approval, requested_by: requester }: PayoutRow,
  wanted: 'approved' | 'rejected',
): Promise<void> {
  if (approval === null) throw new Refusal('approval_not_pending', 'This payout needs no approval');
  if (requester === caller.id) throw ownPayout();
  const [integration] = await tx.query<{ id: string }>(integrationOf, [world]);
  const decided = { integration: integration!.id, livemode, kind: 'payout' } as const;
  const decider = await checkDecider(tx, caller, decided);
  const [maker] = await tx.query<AccountRow>(selectAccount, [requester]);
  if (isSamePerson(maker!, decider)) throw ownPayout();
  if (approval !== 'pending' || status !== 'pending')
    throw new Refusal('approval_not_pending', `The payout is already ${approval === 'pending' ? status : approval}`);
  if (wanted === 'approved') await checkMaker(tx, maker!, decider, decided);
}
