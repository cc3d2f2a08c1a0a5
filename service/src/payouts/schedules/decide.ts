import type { InputOf } from '../../../../contract/src/route.ts';
import type { approveSchedule } from '../../../../contract/src/schedules.ts';
import { type AccountRow, selectAccount } from '../../accounts/store.ts';
import { actorOf, recordActs } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import { lacksScope } from '../../http/admit.ts';
import type { Caller, Command } from '../../kernel/command.ts';
import { answerEach, Refusal } from '../../kernel/refusal.ts';
import { checkDecider, checkMaker, isSamePerson } from '../check-people.ts';
import { atNextRun, changed, dueAt } from './plan.ts';
import { lockSchedule, type PayoutScheduleRow, selectScheduleWorld, updateSchedule } from './store.ts';
import { renderPayoutSchedule } from './view.ts';

export type Threshold = { readonly approvalAbove: ReadonlyMap<string, bigint> };

/** A person, or a key for transfers, approves the version of a schedule that they have read. */
export function approveSchedules(
  tx: Tx,
  commands: Command<InputOf<typeof approveSchedule>>[],
  { approvalAbove }: Threshold,
) {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [found] = await tx.query<PayoutScheduleRow>(lockSchedule, [caller.world, input.id]);
    if (!found) throw new Refusal('not_found');
    if (found.status !== 'pending')
      throw new Refusal('approval_not_pending', `The schedule is ${found.status}. It waits for no approval.`);
    if (found.version !== input.version) throw new Refusal('schedule_was_changed');
    const most = approvalAbove.get(found.currency);
    await checkMayApprove(tx, caller, found, most !== undefined && found.amount > most);
    const now = new Date();
    const next = atNextRun(found, now);
    const approved = changed({ ...next, status: 'active', approved_by: caller.id, approved_at: now }, now);
    const row = { ...approved, due_at: dueAt(approved, now) };
    updateSchedule(tx, row);
    await recordActs(tx, [{ ...actorOf(command), action: 'schedule.approved', target: row.id }]);
    tx.afterCommit(() => tx.node.wake('schedules'));
    return renderPayoutSchedule(row);
  });
}

/** @throws Refusal if the key could not make the transfers itself */
function checkKey({ scopes }: Caller, { kind }: PayoutScheduleRow): void {
  if (kind !== 'transfer')
    throw new Refusal('forbidden_account_type', 'A person approves scheduled payouts, not a key.');
  if (!scopes.has('wallets:write')) throw lacksScope(['wallets:write']);
}

/** @throws Refusal if this person may not approve it */
async function checkMayApprove(tx: Tx, caller: Caller, row: PayoutScheduleRow, takesTwo: boolean): Promise<void> {
  if (caller.kind === 'key') return checkKey(caller, row);
  const [world] = await tx.query<{ integration: string }>(selectScheduleWorld, [row.world]);
  const decided = { integration: world!.integration, livemode: row.livemode, kind: 'schedule' } as const;
  const decider = await checkDecider(tx, caller, decided);
  // A key has no account: any person who may approve is another one.
  const [maker] = await tx.query<AccountRow>(selectAccount, [row.requested_by]);
  if (!takesTwo || !maker) return;
  if (isSamePerson(maker, decider))
    throw new Refusal(
      'forbidden_account_type',
      'You made or changed this schedule yourself, and its total needs two people. Another person must approve it.',
    );
  await checkMaker(tx, maker, decider, decided);
}
