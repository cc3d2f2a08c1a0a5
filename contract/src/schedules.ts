import Type, { type Static } from 'typebox';
import { changedPayoutBearer, newPayoutBearer, payoutBearer } from './fee-bearer.ts';
import {
  Amount,
  Closed,
  Currency,
  changing,
  common,
  Day,
  Description,
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
import { MAX_RECIPIENT, NewPayoutItem } from './payouts.ts';
import { integrationCallers, route } from './route.ts';

export const scheduleStatuses = ['pending', 'active', 'paused', 'ended'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];
export const scheduleKinds = ['payout', 'transfer'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];
export const scheduleIntervals = ['once', 'weekly', 'monthly', 'rule'] as const;
export type ScheduleInterval = (typeof scheduleIntervals)[number];

export const MOST_SCHEDULED_ITEMS = 500;
export const MOST_SCHEDULES = 50;
/** The hours before a run at which its notice is sent, if nobody says otherwise. */
export const NOTICE_HOURS = 24;
const MOST_NOTICE_HOURS = 14 * 24;
/** The next runs that an answer shows. */
export const SHOWN_RUNS = 5;
/** Days that a person may skip in one schedule, besides those that are past. */
export const MOST_SKIPPED = 100;
/** Ended schedules are deleted after this time. */
export const ENDED_DAYS = 90;

const Interval = OneOf(scheduleIntervals, {
  description:
    '`once`: one run. `weekly`: each week on the weekday of `first_date`. `monthly`: each month on its day; in a month that is shorter, on the last day. `rule`: as `rule` says.',
});
const Rule = Type.String({
  text: 'identifier',
  minLength: 1,
  maxLength: 200,
  description:
    'A recurrence rule of RFC 5545 for the days of the runs, from `first_date` on: `FREQ` (`DAILY`, `WEEKLY`, `MONTHLY`), `INTERVAL`, `BYDAY`, `BYMONTHDAY`, `BYSETPOS` (1 or -1), `COUNT` and `UNTIL` (a date, inclusive). A month without the day has no run, as the standard says: `BYMONTHDAY=-1` is the last day of every month.',
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
    "The name of the schedule. No other schedule that has not ended may have it. The reference of a run's payout or transfer is this name and the day of the run.",
});
const Items = Type.Array(NewPayoutItem, { minItems: 1, maxItems: MOST_SCHEDULED_ITEMS });

export const scheduleProblems = [
  'insufficient_funds',
  'wallet_frozen',
  'wallet_closed',
  'reference_already_used',
  'recipient_not_found',
  'limit_exceeded',
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
    kind: OneOf(scheduleKinds, {
      description: '`payout`: each run pays `items`. `transfer`: each run moves money into the wallet of `to`.',
    }),
    name: Type.String(),
    wallet: Id('wal', 'Your wallet that pays.'),
    currency: Type.String(),
    to: Nullable(
      Type.String({ description: 'The wallet, or the phone of a customer with a wallet here. Null for payouts.' }),
    ),
    description: Nullable(Type.String({ description: 'The description of each transfer.' })),
    rail: Nullable(Type.String({ description: 'The rail that pays all phones; null: each phone has its own.' })),
    fee_bearer: payoutBearer,
    interval: Interval,
    rule: Type.String({ description: 'The days as a rule of RFC 5545, also for the other values of `interval`.' }),
    first_date: FirstDate('The first day on which a run may be made.'),
    time: Type.String(),
    time_zone: Type.String(),
    until: Nullable(Until),
    skipped_dates: Type.Array(Type.String(Day), { description: 'Days without a run, although the rule has one.' }),
    notice_hours: Type.Integer(),
    totals: Closed(
      {
        count: Type.Integer({ description: 'The number of recipients.' }),
        amount: Type.Unsafe<bigint>({ ...Money, description: 'The total of each run, in minor units, without fees.' }),
      },
      { title: 'Schedule totals' },
    ),
    next_at: Nullable(Type.String({ ...Timestamp, description: 'The time of the next run. Null: there is none.' })),
    next_runs: Type.Array(Timestamp, { description: 'The times of the next runs, five at most.' }),
    last_run: Nullable(
      Closed(
        {
          at: Type.String({ ...Timestamp, description: 'The time for which the run was planned.' }),
          payout: Nullable(Id('pout', 'The payout that it made.')),
          transfer: Nullable(Id('trf', 'The transfer that it made.')),
          problem: Nullable(
            OneOf(scheduleProblems, {
              description:
                'Why it moved no money. After `insufficient_funds` and `wallet_frozen` the service tries again each hour for a day. After `approver_not_allowed` the schedule is `pending` again, after `too_late` it is `paused`.',
            }),
          ),
        },
        { title: 'Schedule run' },
      ),
    ),
    requested_by: Type.String({ description: 'The person or the key that made or last changed it.' }),
    approved_by: Nullable(
      Type.String({
        description: 'The person who approved it, or the key for transfers. Runs are made with their rights.',
      }),
    ),
    approved_at: Nullable(Timestamp),
    items: Nullable(
      Type.Array(ScheduledItem, { description: 'The recipients of a payout. Null in lists and events.' }),
    ),
  },
  { title: 'Schedule' },
);
export type Schedule = Static<typeof Schedule>;

const callers = { auth: integrationCallers, integration: 'required', tag: 'Schedules' } as const;
const write = { ...callers, scope: 'schedules:write' } as const;
const read = { ...callers, scope: 'schedules:read' } as const;

const refusals = [
  'not_found',
  'currency_mismatch',
  'wallet_closed',
  'same_wallet',
  'amount_out_of_bounds',
  'schedule_has_no_run',
] as const;

/** The fields of the work of a run. */
const what = {
  items: Type.Optional(Items),
  to: Type.Optional(
    Type.String({
      text: 'recipient',
      minLength: 1,
      maxLength: MAX_RECIPIENT,
      description: 'For a transfer: a wallet id, or the phone of a customer who has a wallet here.',
    }),
  ),
  amount: Type.Optional(Amount),
  description: Type.Optional(Nullable(Description)),
};

export const createSchedule = route({
  id: 'createSchedule',
  method: 'POST',
  path: '/schedules',
  summary: 'Schedule a payout or a transfer',
  description: `Makes the payout or the transfer at a given time: once, or again and again. A person must approve the schedule before its first run, and must approve each change. A total above the deployment's limit for one person needs another person than the maker, for the schedule and again for each of its payouts. A key with \`wallets:write\` may approve transfers too. No money is reserved before a run.`,
  ...write,
  members: moneyChanges,
  body: Closed({
    kind: Type.Optional(OneOf(scheduleKinds, { description: 'Default: `payout`.' })),
    name: Name,
    currency: Currency,
    wallet: Type.Optional(Id('wal', 'The wallet that pays. Default: your default wallet in this currency.')),
    rail: Type.Optional(RailSlug('The rail that pays every phone of a payout.')),
    fee_bearer: newPayoutBearer('Only for payouts. '),
    interval: Type.Optional(Interval),
    rule: Type.Optional(Rule),
    first_date: FirstDate('The first day on which a run may be made, in the time zone.'),
    time: Time,
    time_zone: Type.Optional(TimeZone("the merchant's zone")),
    until: Type.Optional(Nullable(Until)),
    notice_hours: Type.Optional(Notice),
    ...what,
  }),
  ok: { status: 201, description: 'The schedule, which waits for an approval.', schema: Schedule },
  errors: [...refusals, 'too_many_schedules', 'reference_already_used'],
});

export const listSchedules = route({
  id: 'listSchedules',
  method: 'GET',
  path: '/schedules',
  summary: 'List schedules',
  ...read,
  members: moneyReads,
  query: ListQuery('sch', {
    status: Type.Optional(OneOf(scheduleStatuses)),
    kind: Type.Optional(OneOf(scheduleKinds)),
  }),
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
    fee_bearer: changedPayoutBearer,
    interval: Type.Optional(Interval),
    rule: Type.Optional(Rule),
    first_date: Type.Optional(FirstDate('The first day on which one of the next runs may be made.')),
    time: Type.Optional(Time),
    time_zone: Type.Optional(TimeZone('the zone that it has')),
    until: Type.Optional(Nullable(Until)),
    skipped_dates: Type.Optional(
      Type.Array(Type.String(Day), {
        maxItems: MOST_SKIPPED,
        description: 'Days without a run. They replace the earlier ones.',
      }),
    ),
    notice_hours: Type.Optional(Notice),
    ...what,
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
    "One of the merchant's people or an owner of the integration approves exactly the version that they have read; in live mode with a second factor. If the total exceeds the deployment's limit for one person, it must be another person than the one who made or last changed it, and neither may have invited the other in the last seven days. An API key approves no payout. It may approve a transfer if it has `wallets:write`.",
  ...write,
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
  errors: ['schedule_is_over', 'schedule_is_pending'],
});
export const resumeSchedule = route({
  ...act('resumeSchedule', 'resume', [
    'Resume a schedule',
    'Runs whose time has passed meanwhile are not made.',
    'The schedule is active.',
  ]),
  path: '/schedules/{id}/resume',
  errors: ['schedule_is_over', 'schedule_is_pending', 'schedule_has_no_run'],
});
export const endSchedule = route({
  ...act('endSchedule', 'end', [
    'End a schedule',
    `No run is made any more. This is final. Payouts that it has made go on. An ended schedule is deleted after ${ENDED_DAYS} days.`,
    'The schedule has ended.',
  ]),
  path: '/schedules/{id}/end',
  errors: ['schedule_is_over'],
});

export const skipSchedule = route({
  id: 'skipSchedule',
  method: 'POST',
  path: '/schedules/{id}/skip',
  summary: 'Skip one run of a schedule',
  description:
    'No run is made on this day. It needs no approval. To make the run after all, change `skipped_dates` and have the schedule approved again.',
  ...write,
  members: moneyChanges,
  params: IdParams('sch'),
  body: Closed({ date: Type.String({ ...Day, description: 'The day of a coming run, in the time zone.' }) }),
  ok: { status: 200, description: 'The schedule without this run.', schema: Schedule },
  errors: ['schedule_is_over', 'schedule_has_no_run'],
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
  skipSchedule,
  endSchedule,
};
