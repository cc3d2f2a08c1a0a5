import { reportExamples } from './examples-reports.ts';

/** Samples of exports and reports. `examples.ts` combines them with the others. */

export const exportIds = {
  exp: 'exp_01kf0v2c8wfd9r4n6x3t7m5b1k',
  exs: 'exs_01kf0v1r5tea8r3m5w2s6k4z0j',
} as const;

const createdAt = '2026-01-15T09:30:00.000Z';
const completedAt = '2026-01-15T09:30:41.702Z';
const period = { 'created_at[gte]': '2026-01-01T00:00:00.000Z', 'created_at[lt]': '2026-02-01T00:00:00.000Z' };

const pending = {
  id: exportIds.exp,
  object: 'export',
  livemode: false,
  created_at: createdAt,
  metadata: {},
  updated_at: createdAt,
  version: 1,
  resource: 'payments',
  format: 'csv',
  filters: { status: 'succeeded', ...period },
  status: 'pending',
  failure: null,
  until: createdAt,
  rows: 0,
  bytes: 0,
  file: null,
  schedule: null,
  completed_at: null,
  failed_at: null,
  expires_at: null,
};

export const exportRecord = {
  ...pending,
  updated_at: completedAt,
  version: 12,
  status: 'completed',
  rows: 182_402,
  bytes: 41_207_533,
  file: `/api/v1/exports/${exportIds.exp}/file`,
  completed_at: completedAt,
  expires_at: '2026-01-22T09:30:41.702Z',
};

const schedule = {
  id: exportIds.exs,
  object: 'export_schedule',
  livemode: false,
  created_at: createdAt,
  metadata: {},
  resource: 'payments',
  format: 'xlsx',
  filters: { status: 'succeeded' },
  interval: 'monthly',
  time_zone: 'Africa/Dakar',
  next_at: '2026-02-01T00:05:00.000Z',
};

const list = (path: string, record: object) => ({
  object: 'list',
  data: [record],
  has_more: false,
  url: `/api/v1${path}`,
});

export const exportExamples = {
  ...reportExamples,
  createExport: {
    request: { resource: 'payments', format: 'csv', filters: { status: 'succeeded', ...period } },
    answer: pending,
  },
  listExports: { answer: list('/exports', exportRecord) },
  getExport: { answer: exportRecord },
  downloadExport: {},
  downloadPersonExport: {},
  createExportSchedule: {
    request: {
      resource: 'payments',
      format: 'xlsx',
      interval: 'monthly',
      time_zone: 'Africa/Dakar',
      filters: { status: 'succeeded' },
    },
    answer: schedule,
  },
  listExportSchedules: { answer: list('/export_schedules', schedule) },
  deleteExportSchedule: { answer: { id: exportIds.exs, object: 'export_schedule', deleted: true } },
};
