import { actorOf, recordActs } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { answerEach, Refusal } from '../../kernel/refusal.ts';
import { atNextRun, changed, dueAt } from './plan.ts';
import { lockSchedule, type PayoutScheduleRow, updateSchedule } from './store.ts';
import { renderPayoutSchedule } from './view.ts';

type ById = Command<{ readonly id: string }>;

/** Stops the runs until the schedule is resumed. */
export const pauseSchedules = (tx: Tx, commands: ById[]) =>
  changeEach(tx, commands, 'paused', (row) => (row.status === 'active' ? { ...row, status: 'paused' } : row));

/** Goes on with the first run after now. */
export const resumeSchedules = (tx: Tx, commands: ById[]) =>
  changeEach(tx, commands, 'resumed', (row, now) =>
    row.status === 'paused' ? { ...atNextRun(row, now), status: 'active' } : row,
  );

export const endSchedules = (tx: Tx, commands: ById[]) =>
  changeEach(tx, commands, 'ended', (row) => ({ ...row, status: 'ended' }));

/** A change that was made already is answered in the same way. */
function changeEach(
  tx: Tx,
  commands: ById[],
  what: 'paused' | 'resumed' | 'ended',
  change: (row: PayoutScheduleRow, now: Date) => PayoutScheduleRow,
) {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [found] = await tx.query<PayoutScheduleRow>(lockSchedule, [caller.world, input.id]);
    if (!found) throw new Refusal('not_found');
    if (found.status === 'ended') throw new Refusal('schedule_is_over');
    const now = new Date();
    const next = change(found, now);
    if (next === found) return renderPayoutSchedule(found);
    const row = changed({ ...next, due_at: next.status === 'active' ? dueAt(next, now) : null }, now);
    updateSchedule(tx, row);
    await recordActs(tx, [{ ...actorOf(command), action: `schedule.${what}`, target: row.id }]);
    if (row.due_at) tx.afterCommit(() => tx.node.wake('schedules'));
    return renderPayoutSchedule(row);
  });
}
