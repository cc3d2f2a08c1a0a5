import Type, { type Static } from 'typebox';
import {
  Closed,
  Currency,
  CustomerFilter,
  changing,
  common,
  createdAtFilters,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Nullable,
  OneOf,
  PhonePart,
  Reference,
  Timestamp,
  TimeZone,
  WIDE,
} from './fields.ts';
import { moneyReads } from './member-rights.ts';
import { paymentStatuses } from './payments.ts';
import { payoutStatuses } from './payouts.ts';
import { refundStatuses } from './refunds.ts';
import { integrationCallers, route, type Scope } from './route.ts';

export const exportResources = ['payments', 'refunds', 'transfers', 'payouts', 'entries', 'fees'] as const;
export type ExportResource = (typeof exportResources)[number];
export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export type ExportStatus = (typeof exportStatuses)[number];
export const exportIntervals = ['daily', 'weekly', 'monthly'] as const;
export type ExportInterval = (typeof exportIntervals)[number];

/** The scope that a key needs for an export of this resource: the one that reads its list. */
export const exportScopes: Readonly<Record<ExportResource, Scope>> = {
  payments: 'payments:read',
  refunds: 'payments:read',
  transfers: 'wallets:read',
  payouts: 'payouts:read',
  entries: 'wallets:read',
  fees: 'wallets:read',
};

/** The most exports of a world that wait or run at a time, and the most schedules. */
export const MOST_OPEN_EXPORTS = 5;
export const MOST_EXPORT_SCHEDULES = 16;
/** A file is deleted after this many days. */
export const EXPORT_DAYS = 7;

const statusWords = [...new Set([...paymentStatuses, ...refundStatuses, ...payoutStatuses])];
const fields = {
  status: Type.Optional(OneOf(statusWords)),
  currency: Type.Optional(Currency),
  amount: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'In minor units, as a text.' })),
  customer: Type.Optional(CustomerFilter),
  phone: Type.Optional(PhonePart),
  branch: Type.Optional(Id('br')),
  payment: Type.Optional(Id('pay')),
  reference: Type.Optional(Reference),
  approval: Type.Optional(OneOf(['pending'])),
  item: Type.Optional(Id('pit')),
  wallet: Type.Optional(Id('wal')),
};

/** The filters of each resource's list, and for a status its words. `entries` and `fees` name a wallet by a filter. */
export const exportFilters: Readonly<Record<ExportResource, Readonly<Record<string, readonly string[] | true>>>> = {
  payments: {
    ...{ status: paymentStatuses, currency: true, amount: true },
    ...{ customer: true, phone: true, reference: true, branch: true },
  },
  refunds: { status: refundStatuses, currency: true, customer: true, payment: true, reference: true },
  transfers: { currency: true, reference: true },
  payouts: { status: payoutStatuses, currency: true, reference: true, approval: true, item: true },
  entries: { wallet: true, currency: true },
  fees: { wallet: true, currency: true },
};

const filterWords =
  'The filters of the list: payments take `status`, `currency`, `amount`, `customer`, `phone`, `reference`, `branch`; refunds `status`, `currency`, `customer`, `payment`, `reference`; transfers `currency`, `reference`; payouts `status`, `currency`, `reference`, `approval`, `item`; entries and fees `wallet`, `currency`.';

export const ExportFilters = Closed({ ...fields, ...createdAtFilters }, { title: 'Export filters' });
export type ExportFilters = Static<typeof ExportFilters>;
const ScheduleFilters = Closed(fields);

const KeptFilters = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'The filters as they were given. For an export of a schedule they contain its period.',
});

export const Export = Closed(
  {
    ...common('exp', 'export'),
    ...changing,
    resource: OneOf(exportResources),
    format: OneOf(exportFormats),
    filters: KeptFilters,
    status: OneOf(exportStatuses, { description: '`completed` and `failed` are final.' }),
    failure: Nullable(
      Closed(
        {
          code: OneOf(['file_too_large', 'export_error']),
          message: Type.String({ description: 'The reason, for people. The words may change.' }),
        },
        { title: 'Export failure' },
      ),
    ),
    until: Type.String({
      ...Timestamp,
      description:
        'The file contains the records that were created until then. A record has the state of the moment it was read.',
    }),
    rows: Type.Integer({ ...WIDE, description: 'The records written so far, without the header.' }),
    bytes: Type.Integer({ ...WIDE, description: 'The bytes written so far.' }),
    file: Nullable(
      Type.String({ description: 'The path of the file, below the service. Null until it is completed.' }),
    ),
    schedule: Nullable(Id('exs', 'The schedule that created it.')),
    completed_at: Nullable(Timestamp),
    failed_at: Nullable(Timestamp),
    expires_at: Nullable({
      ...Timestamp,
      description: `The export and its file are deleted then, ${EXPORT_DAYS} days after the end.`,
    } as typeof Timestamp),
  },
  { title: 'Export' },
);
export type Export = Static<typeof Export>;

export const ExportSchedule = Closed(
  {
    ...common('exs', 'export_schedule'),
    resource: OneOf(exportResources),
    format: OneOf(exportFormats),
    filters: KeptFilters,
    interval: OneOf(exportIntervals),
    time_zone: Type.String(),
    next_at: Type.String({ ...Timestamp, description: 'When the next export is created.' }),
  },
  { title: 'Export schedule' },
);
export type ExportSchedule = Static<typeof ExportSchedule>;

const scopeWords =
  'A key needs the scope that reads the resource: `payments:read` for payments and refunds, `wallets:read` for transfers, entries and fees, `payouts:read` for payouts.';
const oneOfScopes = ['payments:read', 'wallets:read', 'payouts:read'] as const;
const callers = { auth: integrationCallers, integration: 'required', oneOfScopes, tag: 'Exports' } as const;

export const createExport = route({
  id: 'createExport',
  method: 'POST',
  path: '/exports',
  summary: 'Create an export',
  description: `Writes every record that matches the filters into a file, in the background, for any period and size. The event \`export.completed\` reports the end; a person who is logged in with an e-mail address also gets a message. ${scopeWords} At most ${MOST_OPEN_EXPORTS} exports of a mode wait or run at a time.

CSV has amounts in minor units. XLSX has amounts as numbers in major units and times as dates in UTC. JSONL has one record on each line, as the API returns it. A text that a spreadsheet would read as a formula starts with an apostrophe in CSV. \`fees\` are the lines of your wallets' statements with the kinds \`fee\`, \`tax\`, \`fee_return\` and \`tax_return\`.`,
  ...callers,
  members: moneyReads,
  body: Closed({
    resource: OneOf(exportResources),
    format: OneOf(exportFormats),
    filters: Type.Optional(Type.Unsafe<ExportFilters>({ ...ExportFilters, description: filterWords })),
  }),
  ok: { status: 202, description: 'The export is accepted.', schema: Export },
  errors: ['too_many_exports', 'not_found'],
});

export const listExports = route({
  id: 'listExports',
  method: 'GET',
  path: '/exports',
  summary: 'List exports',
  description: `Exports are kept for ${EXPORT_DAYS} days. A key sees the exports of the resources that it may read.`,
  ...callers,
  members: moneyReads,
  query: ListQuery('exp', {
    status: Type.Optional(OneOf(exportStatuses)),
    resource: Type.Optional(OneOf(exportResources)),
  }),
  ok: { status: 200, description: 'A page of exports.', schema: ListOf(Export) },
});

export const getExport = route({
  id: 'getExport',
  method: 'GET',
  path: '/exports/{id}',
  summary: 'Read one export',
  description: scopeWords,
  ...callers,
  members: moneyReads,
  params: IdParams('exp'),
  ok: { status: 200, description: 'The export.', schema: Export },
});

export const downloadExport = route({
  id: 'downloadExport',
  method: 'GET',
  path: '/exports/{id}/file',
  summary: "Download an export's file",
  description: scopeWords,
  ...callers,
  members: moneyReads,
  params: IdParams('exp'),
  ok: {
    status: 200,
    description: 'The file.',
    download: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/x-ndjson'],
  },
  errors: ['export_not_completed'],
});

export const createExportSchedule = route({
  id: 'createExportSchedule',
  method: 'POST',
  path: '/export_schedules',
  summary: 'Schedule an export',
  description: `Creates an export of the previous day, week (from Monday) or month, soon after it ends in the time zone. The filters have no time. ${scopeWords} At most ${MOST_EXPORT_SCHEDULES} schedules in a mode.`,
  ...callers,
  members: moneyReads,
  body: Closed({
    resource: OneOf(exportResources),
    format: OneOf(exportFormats),
    interval: OneOf(exportIntervals),
    time_zone: Type.Optional(TimeZone('UTC')),
    filters: Type.Optional(ScheduleFilters),
  }),
  ok: { status: 201, description: 'The schedule.', schema: ExportSchedule },
  errors: ['too_many_export_schedules', 'not_found'],
});

export const listExportSchedules = route({
  id: 'listExportSchedules',
  method: 'GET',
  path: '/export_schedules',
  summary: 'List the schedules of exports',
  ...callers,
  members: moneyReads,
  query: ListQuery('exs', { resource: Type.Optional(OneOf(exportResources)) }),
  ok: { status: 200, description: 'A page of schedules.', schema: ListOf(ExportSchedule) },
});

export const deleteExportSchedule = route({
  id: 'deleteExportSchedule',
  method: 'DELETE',
  path: '/export_schedules/{id}',
  summary: 'Delete a schedule of exports',
  description: `Exports that it created stay until they expire. ${scopeWords}`,
  ...callers,
  members: moneyReads,
  params: IdParams('exs'),
  ok: {
    status: 200,
    description: 'The schedule is deleted.',
    schema: Closed(
      { id: Id('exs'), object: Type.Literal('export_schedule'), deleted: Type.Literal(true) },
      { title: 'Deleted export schedule' },
    ),
  },
});

/** The routes of this file, for `routes.ts`. */
export const exportRoutes = {
  createExport,
  listExports,
  createExportSchedule,
  listExportSchedules,
  deleteExportSchedule,
  getExport,
  downloadExport,
};
