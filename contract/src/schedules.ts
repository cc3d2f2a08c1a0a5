import Type, { type Static } from 'typebox';
import {
  Closed,
  Currency,
  changing,
  common,
  Day,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Money,
  Nullable,
  OneOf,
  RailSlug,
  Timestamp,
  TimeZone,
  WIDE,
} from './fields.ts';
import { decisions, moneyChanges, moneyReads } from './member-rights.ts';
import { NewPayoutItem } from './payouts.ts';
import { integrationCallers, route } from './route.ts';

export const scheduleStatuses = ['pending', 'active', 'paused', 'ended'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];
export const scheduleIntervals = ['once', 'weekly', 'monthly'] as const;
export type ScheduleInterval = (typeof scheduleIntervals)[number];

export const MOST_SCHEDULED_ITEMS = 500;
export const MOST_SCHEDULES = 50;
/** The days before a run at which its notice is sent, if nobody says otherwise. */
export const NOTICE_HOURS = 24;
const MOST_NOTICE_HOURS = 14 * 24;

const Interval = OneOf(scheduleIntervals, {
  description:
    '`once`: one run. `weekly`: each week on the weekday of `first_date`. `monthly`: each month on its day; in a month that is shorter, on the last day.',
});
const FirstDate = (words: string) => Type.String({ ...Day, description: words });
const Time = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description:
    'The time of day in the time zone, `09:00`. When clocks skip it, the run is made as much later; when clocks repeat it, at the first.',
});
const Until = Type.String({ ...Day, description: 'The last day on which a run may be made, inclusive.' });
const Notice = Type.Integer({
  minimum: 0,
  maximum: MOST_NOTICE_HOURS,
  description: `The hours before a run at which \`schedule.upcoming\` and an e-mail report it. Default: ${NOTICE_HOURS}.`,
});
const Name = Type.String({
  text: 'identifier',
  minLength: 1,
  maxLength: 50,
  description:
    "The name of the schedule. No other schedule that has not ended may have it. The reference of a run's payout is this name and the day of the run.",
});
const Items = Type.Array(NewPayoutItem, { minItems: 1, maxItems: MOST_SCHEDULED_ITEMS });

export const scheduleProblems = [
  'insufficient_funds',
  'wallet_frozen',
  'wallet_closed',
  'reference_already_used',
  'approver_not_allowed',
  'too_late',
  'refused',
] as const;

const ScheduledItem = Closed(
  {
    recipient: Type.String({ description: "A wallet's id, or a phone in E.164 form." }),
    amount: Money,
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    name: Nullable(Type.String()),
  },
  { title: 'Scheduled item' },
);

export const Schedule = Closed(
  {
    ...common('sch', 'schedule'),
    ...changing,
    status: OneOf(scheduleStatuses, {
      description:
        '`pending`: no run is made before a person approves it. `active`: runs are made. `paused`: none is made until it is resumed. `ended`: none is made any more.',
    }),
    name: Type.String(),
    wallet: Id('wal', 'Your wallet that pays.'),
    currency: Type.String(),
    rail: Nullable(Type.String({ description: 'The rail that pays all phones; null: each phone has its own.' })),
    interval: Interval,
    first_date: FirstDate('The day of the first run.'),
    time: Type.String(),
    time_zone: Type.String(),
    until: Nullable(Until),
    notice_hours: Type.Integer(),
    totals: Closed(
      {
        count: Type.Integer({ description: 'The number of recipients.' }),
        amount: Type.Unsafe<bigint>({ ...Money, description: 'The total of each run, in minor units, without fees.' }),
      },
      { title: 'Schedule totals' },
    ),
    next_at: Nullable(Type.String({ ...Timestamp, description: 'The time of the next run. Null: there is none.' })),
    next_runs: Type.Array(Timestamp, { description: 'The times of the next runs, three at most.' }),
    last_run: Nullable(
      Closed(
        {
          at: Type.String({ ...Timestamp, description: 'The time for which the run was planned.' }),
          payout: Nullable(Id('pout', 'The payout that it made.')),
          problem: Nullable(
            OneOf(scheduleProblems, {
              description:
                'Why it made no payout. After `insufficient_funds` and `wallet_frozen` the service tries again each hour for a day. After `approver_not_allowed` the schedule is `pending` again, after `too_late` it is `paused`.',
            }),
          ),
        },
        { title: 'Schedule run' },
      ),
    ),
    requested_by: Type.String({ description: 'The person or the key that made or last changed it.' }),
    approved_by: Nullable(Type.String({ description: 'The person who approved it. Runs are made with their rights.' })),
    approved_at: Nullable(Timestamp),
    items: Nullable(Type.Array(ScheduledItem, { description: 'The recipients. Null in lists and events.' })),
  },
  { title: 'Schedule' },
);
export type Schedule = Static<typeof Schedule>;

const callers = { auth: integrationCallers, integration: 'required', tag: 'Payouts' } as const;
const write = { ...callers, scope: 'payouts:write' } as const;
const read = { ...callers, scope: 'payouts:read' } as const;

const refusals = [
  'not_found',
  'currency_mismatch',
  'wallet_closed',
  'same_wallet',
  'amount_out_of_bounds',
  'schedule_has_no_run',
] as const;

export const createSchedule = route({
  id: 'createSchedule',
  method: 'POST',
  path: '/schedules',
  summary: 'Schedule a payout',
  description: `Makes the payout at a given time: once, each week or each month. A person must approve the schedule before its first run, and must approve each change. A total above the deployment's limit for one person needs another person than the maker, for the schedule and again for each of its runs. No money is reserved before a run.`,
  ...write,
  members: moneyChanges,
  body: Closed({
    name: Name,
    currency: Currency,
    wallet: Type.Optional(Id('wal', 'The wallet that pays. Default: your default wallet in this currency.')),
    rail: Type.Optional(RailSlug('The rail that pays every phone.')),
    interval: Interval,
    first_date: FirstDate('The day of the first run, in the time zone.'),
    time: Time,
    time_zone: Type.Optional(TimeZone('UTC')),
    until: Type.Optional(Nullable(Until)),
    notice_hours: Type.Optional(Notice),
    items: Items,
  }),
  ok: { status: 201, description: 'The schedule, which waits for an approval.', schema: Schedule },
  errors: [...refusals, 'too_many_schedules', 'reference_already_used'],
});

export const listSchedules = route({
  id: 'listSchedules',
  method: 'GET',
  path: '/schedules',
  summary: 'List schedules of payouts',
  ...read,
  members: moneyReads,
  query: ListQuery('sch', { status: Type.Optional(OneOf(scheduleStatuses)) }),
  ok: { status: 200, description: 'A page of schedules.', schema: ListOf(Schedule) },
});

export const getSchedule = route({
  id: 'getSchedule',
  method: 'GET',
  path: '/schedules/{id}',
  summary: 'Read one schedule',
  ...read,
  members: moneyReads,
  params: IdParams('sch'),
  ok: { status: 200, description: 'The schedule with its recipients.', schema: Schedule },
});

export const updateSchedule = route({
  id: 'updateSchedule',
  method: 'PATCH',
  path: '/schedules/{id}',
  summary: 'Change a schedule',
  description:
    'Changes the fields that you send. The schedule is `pending` afterwards: a person approves it again before its next run. `items` replaces all recipients.',
  ...write,
  members: moneyChanges,
  params: IdParams('sch'),
  body: Closed({
    wallet: Type.Optional(Id('wal', 'The wallet that pays, in the same currency.')),
    interval: Type.Optional(Interval),
    first_date: Type.Optional(FirstDate('The day of the first of the next runs.')),
    time: Type.Optional(Time),
    time_zone: Type.Optional(TimeZone('the zone that it has')),
    until: Type.Optional(Nullable(Until)),
    notice_hours: Type.Optional(Notice),
    items: Type.Optional(Items),
  }),
  ok: { status: 200, description: 'The schedule, which waits for an approval.', schema: Schedule },
  errors: [...refusals, 'schedule_is_over'],
});

export const approveSchedule = route({
  id: 'approveSchedule',
  method: 'POST',
  path: '/schedules/{id}/approve',
  summary: 'Approve a schedule',
  description:
    "One of the merchant's people or an owner of the integration approves exactly the version that they have read; in live mode with a second factor. If the total exceeds the deployment's limit for one person, it must be another person than the one who made or last changed it, and neither may have invited the other in the last seven days.",
  ...write,
  auth: ['merchant', 'developer'],
  members: decisions,
  params: IdParams('sch'),
  body: Closed({
    version: Type.Integer({
      ...WIDE,
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The `version` that you have read.',
    }),
  }),
  ok: { status: 200, description: 'The schedule is active.', schema: Schedule },
  errors: ['approval_not_pending', 'schedule_was_changed', 'schedule_has_no_run', 'two_factor_required'],
});

const act = (id: 'pauseSchedule' | 'resumeSchedule' | 'endSchedule', verb: string, words: [string, string, string]) =>
  ({
    id,
    method: 'POST',
    path: `/schedules/{id}/${verb}`,
    summary: words[0],
    description: words[1],
    ...write,
    members: moneyChanges,
    params: IdParams('sch'),
    ok: { status: 200, description: words[2], schema: Schedule },
  }) as const;

export const pauseSchedule = route({
  ...act('pauseSchedule', 'pause', [
    'Pause a schedule',
    'No run is made until it is resumed. Payouts that it has made go on.',
    'The schedule is paused.',
  ]),
  path: '/schedules/{id}/pause',
  errors: ['schedule_is_over'],
});
export const resumeSchedule = route({
  ...act('resumeSchedule', 'resume', [
    'Resume a schedule',
    'Runs whose time has passed meanwhile are not made.',
    'The schedule is active.',
  ]),
  path: '/schedules/{id}/resume',
  errors: ['schedule_is_over', 'schedule_has_no_run'],
});
export const endSchedule = route({
  ...act('endSchedule', 'end', [
    'End a schedule',
    'No run is made any more. This is final. Payouts that it has made go on.',
    'The schedule has ended.',
  ]),
  path: '/schedules/{id}/end',
  errors: ['schedule_is_over'],
});

/** The routes of this file, for `routes.ts`. */
export const scheduleRoutes = {
  createSchedule,
  listSchedules,
  getSchedule,
  updateSchedule,
  approveSchedule,
  pauseSchedule,
  resumeSchedule,
  endSchedule,
};
