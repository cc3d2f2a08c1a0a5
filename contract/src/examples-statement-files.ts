import type { routes } from './routes.ts';

/** Samples of statement files. `examples.ts` combines them with the others. */

const waiting = {
  id: 'stf_01kf0r9a1xe2sbt4k6m8pq0v3n',
  object: 'statement_file',
  livemode: true,
  created_at: '2026-01-16T04:10:00.000Z',
  rail: 'mpesa-ke',
  source: 'upload',
  name: 'organization-2026-01-15.csv',
  layout: 'm-pesa-portal',
  size: 48_210,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  status: 'waiting',
  read_bytes: 0,
  lines: 0,
  new_lines: 0,
  problems: [],
  warnings: [],
  statements: [],
  part_of: null,
  created_by: 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x',
  finished_at: null,
};
const imported = {
  ...waiting,
  status: 'imported',
  read_bytes: 48_210,
  lines: 212,
  new_lines: 198,
  statements: [
    {
      rail: 'mpesa-ke',
      account: '600999',
      number: null,
      page: null,
      from: '2026-01-15',
      to: '2026-01-15',
      opening: 41_250_000,
      closing: 43_010_500,
      lines: 209,
      total: 1_760_500,
    },
  ],
  finished_at: '2026-01-16T04:10:02.310Z',
};
const list = (path: string, ...data: object[]) => ({ object: 'list', data, has_more: false, url: `/api/v1${path}` });

const ownLayout = {
  format: 'csv',
  time_zone: 'Africa/Kampala',
  delimiter: ';',
  decimal: ',',
  group: '.',
  columns: { date: 'Datum', operation: 'Ref', amount: 'Betrag' },
  currency: 'UGX',
  date_format: 'dd.MM.yyyy',
};
const layout = {
  object: 'statement_layout',
  name: 'our-bank',
  provided: false,
  layout: ownLayout,
  created_by: 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x',
  created_at: '2026-01-16T04:10:00.000Z',
};
const preview = {
  object: 'statement_preview',
  lines: [
    {
      line: 2,
      operation: 'FT26015',
      record: null,
      reference: null,
      kind: 'other',
      amount: 150_000,
      fee: 0,
      currency: 'UGX',
      booked_on: '2026-01-15',
      at: null,
      phone: null,
      state: 'booked',
    },
  ],
  problems: [],
};

export const statementFileExamples = {
  createStatementFile: { answer: waiting },
  listStatementFiles: { answer: list('/operator/statement_files', imported) },
  getStatementFile: { answer: imported },
  downloadStatementFile: {},
  listStatementLayouts: { answer: list('/operator/statement_layouts', layout) },
  addStatementLayout: { request: { name: 'our-bank', layout: ownLayout }, answer: layout },
  previewStatementLayout: { answer: preview },
} satisfies Partial<Record<keyof typeof routes, object>>;
