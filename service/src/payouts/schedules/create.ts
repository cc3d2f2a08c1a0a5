import type { PayoutBearer } from '../../../../contract/src/fee-bearer.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import {
  type createSchedule,
  MOST_SCHEDULES,
  NOTICE_HOURS,
  type ScheduleKind,
  type updateSchedule,
} from '../../../../contract/src/schedules.ts';
import { actorOf, recordActs } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { newId } from '../../kernel/new-id.ts';
import { answerEach, invalidField, Refusal } from '../../kernel/refusal.ts';
import { zoneOf } from '../../merchants/settings.ts';
import { findSettings } from '../../merchants/settings-store.ts';
import { checkRail } from '../check-rail.ts';
import type { ItemRouting } from '../route-items.ts';
import { atNextRun, changed, checkDates, daysOf, payingWallet, payoutOf, sumOf, workOf } from './plan.ts';
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
    const kind = input.kind ?? 'payout';
    const items = workOf(kind, input);
    if (kind === 'transfer' && input.rail !== undefined)
      throw invalidField('rail', 'not_together', { other: 'kind "transfer"' });
    checkBearer(kind, input.fee_bearer);
    const days = daysOf(input);
    if (!days) throw invalidField('interval', 'required_without', { other: 'rule' });
    const wallet = await payingWallet(tx, caller, input, items, kind);
    await tx.query(lockWorldOfSchedules, [caller.world]);
    await checkRoom(tx, caller.world, input.name);
    const time_zone = input.time_zone ?? zoneOf(await findSettings(tx, caller.owner.id));
    const now = new Date();
    const asked: PayoutScheduleRow = {
      ...{ world: caller.world, livemode: caller.livemode, id: newId('sch'), status: 'pending', kind },
      ...{ name: input.name, skipped: [] },
      ...{ wallet_id: wallet.id, currency: input.currency, rail: input.rail ?? null, items },
      fee_bearer: input.fee_bearer ?? 'merchant',
      ...{ count: items.length, amount: sumOf(items), first_date: input.first_date },
      ...{ local_time: input.time, time_zone, until: input.until ?? null, ...days },
      ...{ notice_hours: input.notice_hours ?? NOTICE_HOURS, run: 0, run_at: null, noticed: false, due_at: null },
      ...{ last_run: null, requested_by: caller.id, approved_by: null, approved_at: null },
      ...{ created_at: now, updated_at: now, version: 1 },
    };
    checkDates(asked);
    const row = atNextRun(asked, now);
    if (kind === 'payout') checkRailOf(command, row, routing);
    insertPayoutSchedule(tx, row);
    const { amount, currency, count } = row;
    const after = { kind, amount: Number(amount), currency, count, interval: row.rule ?? row.interval };
    await recordActs(tx, [{ ...actorOf(command), action: 'schedule.requested', target: row.id, after }]);
    return renderPayoutSchedule(row);
  });
}

/** @throws Refusal for a transfer, which has no fee */
function checkBearer(kind: ScheduleKind, bearer: PayoutBearer | undefined): void {
  if (kind === 'transfer' && bearer === 'receiver')
    throw invalidField('fee_bearer', 'not_together', { other: 'kind "transfer"' });
}

/** @throws Refusal if the world has too many schedules, or one of this name, whose runs have the same references */
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

const asksWork = ({ items, to, amount, description }: InputOf<typeof updateSchedule>) =>
  [items, to, amount, description].some((field) => field !== undefined);

/** Changes schedules. A person approves each change before the next run. */
export function updateSchedules(tx: Tx, commands: Command<InputOf<typeof updateSchedule>>[], routing: ItemRouting) {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const [found] = await tx.query<PayoutScheduleRow>(lockSchedule, [caller.world, input.id]);
    if (!found) throw new Refusal('not_found');
    if (found.status === 'ended') throw new Refusal('schedule_is_over');
    checkBearer(found.kind, input.fee_bearer);
    const items = asksWork(input) ? workOf(found.kind, input, found.items![0]) : [...found.items!];
    const named = { currency: found.currency, wallet: input.wallet ?? found.wallet_id };
    const wallet = await payingWallet(tx, caller, named, items, found.kind);
    const now = new Date();
    const dates = {
      ...{ interval: found.interval, rule: found.rule },
      first_date: input.first_date ?? found.first_date,
      local_time: input.time ?? found.local_time,
      time_zone: input.time_zone ?? found.time_zone,
      until: input.until === undefined ? found.until : input.until,
      skipped: [...new Set(input.skipped_dates ?? found.skipped)].sort(),
      ...daysOf(input),
    };
    // Runs are counted from the first day, so another first day restarts the count.
    const isSame = (['first_date', 'interval', 'rule'] as const).every((field) => dates[field] === found[field]);
    const next: PayoutScheduleRow = {
      ...found,
      ...dates,
      ...{ items, count: items.length, amount: sumOf(items), wallet_id: wallet.id },
      fee_bearer: input.fee_bearer ?? found.fee_bearer,
      ...{
        notice_hours: input.notice_hours ?? found.notice_hours,
        run: isSame && !input.skipped_dates ? found.run : 0,
      },
      ...{ status: 'pending', due_at: null, requested_by: caller.id, approved_by: null, approved_at: null },
    };
    checkDates(next);
    const row = changed(atNextRun(next, now), now);
    if (row.kind === 'payout') checkRailOf(command, row, routing);
    writeSchedule(tx, row);
    const [before, after] = [found, row].map(({ amount, count }) => ({ amount: Number(amount), count }));
    await recordActs(tx, [
      { ...actorOf(command), action: 'schedule.changed', target: row.id, before: before!, after: after! },
    ]);
    return renderPayoutSchedule(row);
  });
}
