import type { InputOf } from '../../../../contract/src/route.ts';
import { MOST_SKIPPED, type skipSchedule } from '../../../../contract/src/schedules.ts';
import { actorOf, recordActs } from '../../audit/record.ts';
import { dateAt } from '../../core/periods.ts';
import { followingRun, isRunDay, runAt, runDay } from '../../core/runs.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { answerEach, invalidField, Refusal } from '../../kernel/refusal.ts';
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

/** Leaves out one coming run. */
export function skipRuns(tx: Tx, commands: Command<InputOf<typeof skipSchedule>>[]) {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [found] = await tx.query<PayoutScheduleRow>(lockSchedule, [caller.world, input.id]);
    if (!found) throw new Refusal('not_found');
    if (found.status === 'ended') throw new Refusal('schedule_is_over');
    if (found.skipped.includes(input.date)) return renderPayoutSchedule(found);
    const next = runDay(found, found.run) ?? '';
    if (input.date < next || !isRunDay(found, input.date)) throw invalidField('date', 'not_a_run');
    const now = new Date();
    // Days that are past have no use any more. A skipped day before the next run may still come.
    const today = dateAt(now.getTime(), found.time_zone);
    const skipped = [...found.skipped.filter((day) => day >= today), input.date].sort();
    if (skipped.length > MOST_SKIPPED) throw invalidField('date', 'too_many_items', { maximum: MOST_SKIPPED });
    const row = changed(leaveOut({ ...found, skipped }, input.date === next, now), now);
    updateSchedule(tx, row);
    await recordActs(tx, [
      { ...actorOf(command), action: 'schedule.run_skipped', target: row.id, after: { date: input.date } },
    ]);
    if (row.due_at) tx.afterCommit(() => tx.node.wake('schedules'));
    return renderPayoutSchedule(row);
  });
}

function leaveOut(row: PayoutScheduleRow, isNext: boolean, now: Date): PayoutScheduleRow {
  if (!isNext) return row;
  const run = followingRun(row, row.run);
  if (run === null) throw new Refusal('schedule_has_no_run', 'No run would be left. End the schedule instead.');
  const next = { ...row, run, run_at: runAt(row, run), noticed: false };
  return { ...next, due_at: next.status === 'active' ? dueAt(next, now) : null };
}

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
    // It makes no run, and its approval would make it active: a pause would have no effect.
    if (found.status === 'pending' && what !== 'ended') throw new Refusal('schedule_is_pending');
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
