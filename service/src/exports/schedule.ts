import {
  type createExportSchedule,
  type deleteExportSchedule,
  MOST_EXPORT_SCHEDULES,
} from '../../../contract/src/exports.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { dateAt, isTimeZone, nextPeriod, periodStart, startOfDay } from '../core/periods.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, invalidField, Refusal } from '../kernel/refusal.ts';
import { checkScope } from './check-scope.ts';
import { checkWallet, ofOwnCustomer, openExport } from './create.ts';
import { checkFilters } from './filters.ts';
import {
  advanceSchedule,
  claimSchedule,
  countSchedules,
  deleteScheduleStatement,
  findSchedule,
  insertSchedule,
  lockWorldOfExports,
  type ScheduleRow,
} from './store.ts';
import { renderSchedule } from './view.ts';

/** After the end of a period, when every record of it is committed: a statement takes 30 s at most. */
const DELAY_MS = 5 * 60_000;

const dueAfter = (date: string, timeZone: string) => new Date(startOfDay(date, timeZone) + DELAY_MS);

/** Creates schedules. The first period is the current one. */
export function createSchedules(
  tx: Tx,
  commands: Command<InputOf<typeof createExportSchedule>>[],
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const { resource, format, interval, time_zone: timeZone = 'UTC' } = input;
    const lacking = checkScope(caller, resource);
    if (lacking) throw lacking;
    if (!isTimeZone(timeZone)) throw invalidField('time_zone', 'not_time_zone');
    const filters = await ofOwnCustomer(tx, command, checkFilters(resource, input.filters ?? {}));
    await checkWallet(tx, command, filters);
    await tx.query(lockWorldOfExports, [caller.world]);
    const [existing] = await tx.query<{ count: number }>(countSchedules, [caller.world]);
    if (existing!.count >= MOST_EXPORT_SCHEDULES) throw new Refusal('too_many_export_schedules');
    const from = periodStart(dateAt(Date.now(), timeZone), interval);
    const [row] = await tx.query<ScheduleRow>(insertSchedule, [
      ...[caller.world, newId('exs'), resource, format, JSON.stringify(filters), interval, timeZone],
      ...[caller.person?.id ?? null, from, dueAfter(nextPeriod(from, interval), timeZone), caller.livemode],
    ]);
    return renderSchedule(row!);
  });
}

/** Deletes schedules. A key needs the scope of the schedule's resource. */
export function deleteSchedules(
  tx: Tx,
  commands: Command<InputOf<typeof deleteExportSchedule>>[],
  db: Database,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async ({ caller, input: { id } }) => {
    const row = await db.find<ScheduleRow>(findSchedule, { world: caller.world, id });
    const lacking = row && checkScope(caller, row.resource);
    if (lacking) throw lacking;
    const [deleted] = await tx.query(deleteScheduleStatement, [caller.world, id]);
    if (!deleted) throw new Refusal('not_found');
    return JSON.stringify({ id, object: 'export_schedule', deleted: true });
  });
}

/**
 * Creates the export of one schedule whose period has ended, and moves the schedule to the next period in the same
 * transaction: each period gets one export, also after an outage. A world with too many open exports waits.
 * @returns whether there was one
 */
export async function runSchedule(db: Database): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [row] = await tx.query<ScheduleRow>(claimSchedule);
    if (!row) return false;
    const { world, livemode, id, resource, format, interval, time_zone: zone, period_from: from } = row;
    const to = nextPeriod(from, interval);
    const time = (date: string) => new Date(startOfDay(date, zone)).toISOString();
    const filters = { ...row.filters, 'created_at[gte]': time(from), 'created_at[lt]': time(to) };
    const fields = { world, livemode, resource, format, filters, schedule_id: id, requested_by: row.requested_by };
    try {
      await openExport(tx, { ...fields, request: {} });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tx.query(advanceSchedule, [world, id, from, new Date(Date.now() + 60_000)]);
      return true;
    }
    tx.query(advanceSchedule, [world, id, to, dueAfter(nextPeriod(to, interval), zone)]);
    return true;
  });
}
