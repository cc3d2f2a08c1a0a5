import { Schedule } from '../../../../contract/src/schedules.ts';
import { comingRuns } from '../../core/runs.ts';
import type { EventDraft } from '../../events/emit.ts';
import { serialiser } from '../../http/serialise.ts';
import type { PayoutScheduleRow } from './store.ts';

const SHOWN_RUNS = 3;

function viewSchedule(row: PayoutScheduleRow, items: Schedule['items']): Schedule {
  const hasRuns = row.status !== 'ended' && row.run_at !== null;
  return {
    id: row.id,
    object: 'schedule',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: {},
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    status: row.status,
    name: row.name,
    wallet: row.wallet_id,
    currency: row.currency,
    rail: row.rail,
    interval: row.interval,
    first_date: row.first_date,
    time: row.local_time,
    time_zone: row.time_zone,
    until: row.until,
    notice_hours: row.notice_hours,
    totals: { count: row.count, amount: row.amount },
    next_at: hasRuns ? row.run_at!.toISOString() : null,
    next_runs: hasRuns ? comingRuns(row, row.run, SHOWN_RUNS).map((at) => at.toISOString()) : [],
    last_run: row.last_run,
    requested_by: row.requested_by,
    approved_by: row.approved_by,
    approved_at: row.approved_at?.toISOString() ?? null,
    items,
  };
}

const serialise = serialiser<Schedule>(Schedule);

export function renderPayoutSchedule(row: PayoutScheduleRow): string {
  const items = row.items!.map(({ recipient, amount, reference, description, name }) => ({
    ...{ recipient, amount: BigInt(amount), reference: reference ?? null },
    ...{ description: description ?? null, name: name ?? null },
  }));
  return serialise(viewSchedule(row, items));
}

/** Without the recipients, of whom there may be hundreds. */
export const renderShort = (row: PayoutScheduleRow): string => serialise(viewSchedule(row, null));

export function scheduleEvent(row: PayoutScheduleRow, type: 'schedule.upcoming' | 'schedule.failed'): EventDraft {
  const { world, livemode } = row;
  return { world, livemode, type, at: new Date(), object: renderShort(row) };
}
