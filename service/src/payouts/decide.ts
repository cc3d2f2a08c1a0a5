import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { findOwn, makers, type Standing } from '../integrations/own.ts';
import { type IntegrationRow, selectIntegration } from '../integrations/store.ts';
import type { Caller, Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { lockWallets } from '../ledger/store.ts';
import { endCanceled } from './cancel.ts';
import { checkIndependent } from './check-independent.ts';
import { decidePayout, lockPayouts, type PayoutRow } from './store.ts';
import { renderPayout } from './view.ts';

/** Who may be the second person. */
const approvers: readonly Standing[] = ['merchant', 'owner'];

type Decision = Command<{ readonly id: string; readonly reason?: string }>;

/** Second persons agree: the payouts are workers' jobs from then on. */
export function approvePayouts(tx: Tx, commands: Decision[], pendingSeconds: number): Promise<(string | Refusal)[]> {
  tx.afterCommit(() => tx.node.wake('payouts'));
  return decideAll(tx, commands, 'approved', pendingSeconds);
}

/** Second persons refuse: the payouts are canceled, and their money is available again. */
export function rejectPayouts(tx: Tx, commands: Decision[]): Promise<(string | Refusal)[]> {
  return decideAll(tx, commands, 'rejected', 0);
}

/** The lock of the payout's row decides between all who approve, reject and cancel. */
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

/** Which of the wallets that pay are frozen. None of them is frozen, or is no more, until the decision is made. */
async function lockFrozen(tx: Tx, payouts: readonly PayoutRow[]): Promise<ReadonlySet<string>> {
  const paying = payouts.map(({ wallet_id }) => wallet_id);
  return new Set((await lockWallets(tx, paying)).filter((one) => one.frozen).map(({ wallet }) => wallet));
}

const ownPayout = () =>
  new Refusal('forbidden_account_type', 'You made this payout yourself. Another person must decide.');

/** @throws Refusal where this person may not decide, or there is nothing to decide */
async function checkMayDecide(
  tx: Tx,
  caller: Caller,
  { world, livemode, status, approval, requested_by: requester }: PayoutRow,
  wanted: 'approved' | 'rejected',
): Promise<void> {
  if (approval === null) throw new Refusal('approval_not_pending', 'This payout needs no approval');
  if (requester === caller.id) throw ownPayout();
  const [integration] = await tx.query<{ id: string }>(integrationOf, [world]);
  await findOwn(tx, caller, integration!.id, approvers);
  // Asked of the database: a node may know ten seconds late that somebody is suspended.
  const [decider] = await tx.query<AccountRow>(selectAccount, [caller.id]);
  if (!decider || decider.suspended_at) throw new Refusal('account_suspended');
  const [maker] = await tx.query<AccountRow>(selectAccount, [requester]);
  // A merchant's person has an account in each world, and may act in the test world with either.
  if (maker!.type === decider.type && maker!.identifier === decider.identifier) throw ownPayout();
  if (livemode && decider.two_factor === 'none')
    throw new Refusal('two_factor_required', 'Turn on a second factor before you decide on live payouts');
  if (approval !== 'pending' || status !== 'pending')
    throw new Refusal('approval_not_pending', `The payout is already ${approval === 'pending' ? status : approval}`);
  if (wanted === 'rejected') return;
  if (maker!.suspended_at)
    throw new Refusal(
      'account_suspended',
      'The person who made this payout is now suspended. The payout can only be rejected.',
    );
  await checkIndependent(tx, integration!.id, maker!.id, caller.id);
  // The merchant's own people stay its people.
  if (maker!.type !== 'developer') return;
  const [standing] = await tx.query<IntegrationRow>(selectIntegration.developer, [requester, integration!.id]);
  if (!makers.includes(standing?.role ?? 'viewer'))
    throw new Refusal(
      'forbidden_account_type',
      'The person who made this payout may no longer make payouts here. The payout can only be rejected.',
    );
}
