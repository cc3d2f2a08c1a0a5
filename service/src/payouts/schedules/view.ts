import { Schedule, SHOWN_RUNS } from '../../../../contract/src/schedules.ts';
import { ruleOf } from '../../core/rule.ts';
import { comingRuns } from '../../core/runs.ts';
import type { EventDraft } from '../../events/emit.ts';
import { serialiser } from '../../http/serialise.ts';
import type { PayoutScheduleRow } from './store.ts';

/** The days as a rule, with UNTIL, as other programs read it. */
function shownRule({ interval, rule, first_date, until }: PayoutScheduleRow): string {
  const days = interval === 'rule' ? rule! : ruleOf(interval, first_date);
  return until === null || interval === 'once' ? days : `${days};UNTIL=${until.replaceAll('-', '')}`;
}

function viewSchedule(row: PayoutScheduleRow, items: Schedule['items']): Schedule {
  const transfer = row.kind === 'transfer' ? row.items![0]! : null;
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
    kind: row.kind,
    name: row.name,
    wallet: row.wallet_id,
    currency: row.currency,
    to: transfer?.recipient ?? null,
    description: transfer?.description ?? null,
    rail: row.rail,
    fee_bearer: row.fee_bearer,
    interval: row.interval,
    rule: shownRule(row),
    first_date: row.first_date,
    time: row.local_time,
    time_zone: row.time_zone,
    until: row.until,
    skipped_dates: [...row.skipped],
    notice_hours: row.notice_hours,
    totals: { count: row.count, amount: row.amount },
    next_at: hasRuns ? row.run_at!.toISOString() : null,
    next_runs: hasRuns ? comingRuns(row, row.run, SHOWN_RUNS).map((at) => at.toISOString()) : [],
    // Runs of a version before have no transfer.
    last_run: row.last_run && { ...row.last_run, transfer: row.last_run.transfer ?? null },
    requested_by: row.requested_by,
    approved_by: row.approved_by,
    approved_at: row.approved_at?.toISOString() ?? null,
    items,
  };
}

const serialise = serialiser<Schedule>(Schedule);

export function renderPayoutSchedule(row: PayoutScheduleRow): string {
  if (row.kind === 'transfer') return renderShort(row);
  const items = row.items!.map(({ recipient, amount, reference, description, name }) => ({
    ...{ recipient, amount: BigInt(amount), reference: reference ?? null },
    ...{ description: description ?? null, name: name ?? null },
  }));
  return serialise(viewSchedule(row, items));
}

/** Without the recipients of a payout, of whom there may be hundreds. */
export const renderShort = (row: PayoutScheduleRow): string => serialise(viewSchedule(row, null));

export function scheduleEvent(row: PayoutScheduleRow, type: 'schedule.upcoming' | 'schedule.failed'): EventDraft {
  const { world, livemode } = row;
  return { world, livemode, type, at: new Date(), object: renderShort(row) };
}
