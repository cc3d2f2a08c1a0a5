import type { InputOf } from '../../../../contract/src/route.ts';
import {
  type createSchedule,
  MOST_SCHEDULES,
  NOTICE_HOURS,
  type updateSchedule,
} from '../../../../contract/src/schedules.ts';
import { actorOf, recordActs } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { newId } from '../../kernel/new-id.ts';
import { answerEach, Refusal } from '../../kernel/refusal.ts';
import { checkRail } from '../check-rail.ts';
import type { ItemRouting } from '../route-items.ts';
import { atNextRun, changed, checkDates, checkItems, payingWallet, payoutOf, sumOf } from './plan.ts';
import {
  countPayoutSchedules,
  insertPayoutSchedule,
  lockSchedule,
  lockWorldOfSchedules,
  type PayoutScheduleRow,
  updateSchedule as writeSchedule,
} from './store.ts';
import { renderPayoutSchedule } from './view.ts';

/** Creates schedules, which wait for an approval. */
export function createPayoutSchedules(
  tx: Tx,
  commands: Command<InputOf<typeof createSchedule>>[],
  routing: ItemRouting,
) {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const items = checkItems(input.items);
    const wallet = await payingWallet(tx, caller, input, items);
    await tx.query(lockWorldOfSchedules, [caller.world]);
    await checkRoom(tx, caller.world, input.name);
    const now = new Date();
    const asked: PayoutScheduleRow = {
      ...{ world: caller.world, livemode: caller.livemode, id: newId('sch'), status: 'pending', name: input.name },
      ...{ wallet_id: wallet.id, currency: input.currency, rail: input.rail ?? null, items },
      ...{ count: items.length, amount: sumOf(items), interval: input.interval, first_date: input.first_date },
      ...{ local_time: input.time, time_zone: input.time_zone ?? 'UTC', until: input.until ?? null },
      ...{ notice_hours: input.notice_hours ?? NOTICE_HOURS, run: 0, run_at: null, noticed: false, due_at: null },
      ...{ last_run: null, requested_by: caller.id, approved_by: null, approved_at: null },
      ...{ created_at: now, updated_at: now, version: 1 },
    };
    checkDates(asked);
    const row = atNextRun(asked, now);
    checkRailOf(command, row, routing);
    insertPayoutSchedule(tx, row);
    const { amount, currency, count } = row;
    const after = { amount: Number(amount), currency, count, interval: row.interval };
    await recordActs(tx, [{ ...actorOf(command), action: 'schedule.requested', target: row.id, after }]);
    return renderPayoutSchedule(row);
  });
}

/** @throws Refusal if the world has too many schedules, or one of this name, whose payouts have the same references */
async function checkRoom(tx: Tx, world: number, name: string): Promise<void> {
  const [existing] = await tx.query<{ count: number; named: string | null }>(countPayoutSchedules, [world, name]);
  const { count, named } = existing!;
  if (count >= MOST_SCHEDULES) throw new Refusal('too_many_schedules');
  if (named === null) return;
  const message = `The name "${name}" is already used by ${named}. Choose another name, or end that schedule first.`;
  throw new Refusal('reference_already_used', message, { param: 'name' });
}

/** @throws Refusal if the named rail does not pay every phone: each run would be refused */
function checkRailOf(command: Command<unknown>, row: PayoutScheduleRow, routing: ItemRouting): void {
  const refusal = checkRail({ ...command, input: payoutOf(row) }, routing);
  if (refusal) throw refusal;
}

/** Changes schedules. A person approves each change before the next run. */
export function updateSchedules(tx: Tx, commands: Command<InputOf<typeof updateSchedule>>[], routing: ItemRouting) {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [found] = await tx.query<PayoutScheduleRow>(lockSchedule, [caller.world, input.id]);
    if (!found) throw new Refusal('not_found');
    if (found.status === 'ended') throw new Refusal('schedule_is_over');
    const items = input.items ? checkItems(input.items) : [...found.items!];
    const named = { currency: found.currency, wallet: input.wallet ?? found.wallet_id };
    const wallet = await payingWallet(tx, caller, named, items);
    const now = new Date();
    const dates = {
      interval: input.interval ?? found.interval,
      first_date: input.first_date ?? found.first_date,
      local_time: input.time ?? found.local_time,
      time_zone: input.time_zone ?? found.time_zone,
      until: input.until === undefined ? found.until : input.until,
    };
    // Runs are counted from the first day, so another first day restarts the count.
    const isSame = dates.first_date === found.first_date && dates.interval === found.interval;
    const next: PayoutScheduleRow = {
      ...found,
      ...dates,
      ...{ items, count: items.length, amount: sumOf(items), wallet_id: wallet.id },
      ...{ notice_hours: input.notice_hours ?? found.notice_hours, run: isSame ? found.run : 0 },
      ...{ status: 'pending', due_at: null, requested_by: caller.id, approved_by: null, approved_at: null },
    };
    checkDates(next);
    const row = changed(atNextRun(next, now), now);
    checkRailOf(command, row, routing);
    writeSchedule(tx, row);
    const [before, after] = [found, row].map(({ amount, count }) => ({ amount: Number(amount), count }));
    await recordActs(tx, [
      { ...actorOf(command), action: 'schedule.changed', target: row.id, before: before!, after: after! },
    ]);
    return renderPayoutSchedule(row);
  });
}
