import type { EventKind } from './events.ts';

/** Samples of the routes of scheduled payouts. `examples.ts` combines them with the others. */

export const scheduleIds = { sch: 'sch_01kf0v2c8pfm5s7t9z3b6dhq4n' } as const;

const wallet = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m';
const items = [
  { recipient: '+221770000100', amount: 30_000, reference: 'emp-1', name: 'Awa Ndiaye' },
  { recipient: '+221770000101', amount: 25_000, reference: 'emp-2', name: 'Moussa Ba' },
];
const kept = items.map((item) => ({ ...item, description: null }));
const plan = { interval: 'monthly', first_date: '2036-01-28', time: '09:00', time_zone: 'Africa/Dakar' };

const pending = {
  id: scheduleIds.sch,
  object: 'schedule',
  livemode: false,
  created_at: '2026-01-15T09:30:00.000Z',
  metadata: {},
  updated_at: '2026-01-15T09:30:00.000Z',
  version: 1,
  status: 'pending',
  kind: 'payout',
  name: 'Salaries',
  wallet,
  currency: 'XOF',
  to: null,
  description: null,
  rail: null,
  fee_bearer: 'merchant',
  ...plan,
  rule: 'FREQ=MONTHLY;BYMONTHDAY=28',
  until: null,
  skipped_dates: [],
  notice_hours: 24,
  totals: { count: 2, amount: 55_000 },
  next_at: '2036-01-28T09:00:00.000Z',
  next_runs: ['01', '02', '03', '04', '05'].map((month) => `2036-${month}-28T09:00:00.000Z`),
  last_run: null,
  requested_by: 'dev_01kf0q2c4yfa2tm8x5h7w3kd6r',
  approved_by: null,
  approved_at: null,
  items: kept,
};
const active = {
  ...pending,
  status: 'active',
  version: 2,
  approved_by: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa',
  approved_at: '2026-01-15T09:41:00.000Z',
};
const scheduleRecord = { ...active, items: null };
const failedSchedule = {
  ...scheduleRecord,
  version: 4,
  last_run: { at: '2036-01-28T09:00:00.000Z', payout: null, transfer: null, problem: 'insufficient_funds' },
};

/** The event of each kind, made by `eventOf`. */
export const scheduleEvents = <Event>(eventOf: (type: `schedule.${string}` & EventKind, object: object) => Event) => ({
  'schedule.upcoming': eventOf('schedule.upcoming', scheduleRecord),
  'schedule.failed': eventOf('schedule.failed', failedSchedule),
});

export const scheduleExamples = {
  createSchedule: { request: { name: 'Salaries', currency: 'XOF', ...plan, items }, answer: pending },
  listSchedules: { answer: { object: 'list', data: [scheduleRecord], has_more: false, url: '/api/v1/schedules' } },
  getSchedule: { answer: active },
  updateSchedule: { request: { notice_hours: 48 }, answer: { ...pending, notice_hours: 48, version: 3 } },
  approveSchedule: { request: { version: 1 }, answer: active },
  pauseSchedule: { answer: { ...active, status: 'paused', version: 3 } },
  resumeSchedule: { answer: { ...active, version: 4 } },
  skipSchedule: {
    request: { date: '2036-02-28' },
    answer: {
      ...active,
      version: 3,
      skipped_dates: ['2036-02-28'],
      next_runs: ['01', '03', '04', '05', '06'].map((month) => `2036-${month}-28T09:00:00.000Z`),
    },
  },
  endSchedule: { answer: { ...active, status: 'ended', version: 5, next_at: null, next_runs: [] } },
};
