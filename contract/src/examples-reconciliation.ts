import { caseId } from './examples-cases.ts';
import { statementFileExamples } from './examples-statement-files.ts';
import type { routes } from './routes.ts';

/** Samples of reconciliation. `examples.ts` combines them with the others. */

export const reconciliationIds = {
  stf: 'stf_01kf0r9a1xe2sbt4k6m8pq0v3n',
  stl: 'stl_01kf0r9a3mfh7vq2d8x6wz0b5c',
  rule: 'rule_01kf0r9c4zf6b8v8t1k3m5xq7d',
} as const;

const createdAt = '2026-01-16T04:10:00.000Z';
const laterAt = '2026-01-16T08:42:10.512Z';
const opr = 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x';
const line = reconciliationIds.stl;
const rail = {
  object: 'reconciled_rail',
  rail: 'mpesa-ke',
  livemode: true,
  currency: 'KES',
  layout: 'm-pesa-portal',
  account: '600999',
  time_zone: 'Africa/Nairobi',
  delay_days: 1,
  posts_fees: true,
  covered_to: '2026-01-15',
  closed_to: '2026-01-14',
  open: [
    { result: 'missing_here', count: 1, there: 150_000, here: 0 },
    { result: 'waiting', count: 3, there: 0, here: 42_000 },
  ],
  oldest: '2026-01-13',
};
const statementLine = {
  id: line,
  object: 'statement_line',
  livemode: true,
  created_at: createdAt,
  rail: 'mpesa-ke',
  file: reconciliationIds.stf,
  line: 12,
  operation: 'NLJ7RT61SV',
  record: null,
  reference: 'rent january',
  kind: 'collection',
  amount: 150_000,
  fee: 0,
  booked_on: '2026-01-15',
  accounted_on: '2026-01-15',
  phone: '2547 ***** 126',
  state: 'booked',
  result: 'matched',
  match: line,
  entries: [
    {
      position: '1768467600000000',
      source: 'pay_01kf0r7d3vejta5x9h1nbq4c8g',
      kind: 'payment',
      amount: 150_000,
      booked_on: '2026-01-15',
    },
  ],
};
const exception = {
  id: caseId,
  object: 'case',
  livemode: true,
  created_at: createdAt,
  updated_at: laterAt,
  version: 2,
  kind: 'missing_here',
  status: 'closed',
  rail: 'mpesa-ke',
  record: line,
  integration: null,
  merchant: null,
  amount: 150_000,
  currency: 'KES',
  assigned_to: null,
  resolution: 'Matched by hand: The payer has split the rent.',
  closed_by: opr,
  closed_at: laterAt,
  facts: { side: 'there', item: line, amount: '150000', day: '2026-01-15', operation: 'NLJ7RT61SV' },
  suspended: 0,
  actions: ['comment'],
  history: [
    { at: createdAt, what: 'case.opened', by: 'service', text: null },
    { at: laterAt, what: 'case.matched', by: opr, text: 'The payer has split the rent.' },
  ],
};
const rule = {
  name: 'Amount, phone and time',
  rail: null,
  place: 10,
  shape: 'one_to_one',
  kinds: [],
  compare: ['phone'],
  window_hours: 24,
  enabled: true,
};
const savedRule = {
  id: reconciliationIds.rule,
  object: 'matching_rule',
  created_at: createdAt,
  ...rule,
  created_by: opr,
};
const list = (path: string, record: object) => ({
  object: 'list',
  data: [record],
  has_more: false,
  url: `/api/v1${path}`,
});
const settings = { layout: 'm-pesa-portal', account: '600999', time_zone: 'Africa/Nairobi' };

export const reconciliationExamples = {
  ...statementFileExamples,
  listReconciledRails: { answer: list('/operator/reconciliation', rail) },
  setReconciledRail: { request: settings, answer: rail },
  runReconciliation: { answer: rail },
  listStatementLines: { answer: list('/operator/statement_lines', statementLine) },
  undoMatch: {
    request: { reason: 'The wrong payment' },
    answer: { ...statementLine, result: null, match: null, entries: [] },
  },
  listCaseCandidates: {
    answer: {
      object: 'candidates',
      data: [
        {
          lines: [],
          entries: ['1768467600000000', '1768467700000000'],
          records: ['pay_01kf0r7d3vejta5x9h1nbq4c8g', 'pay_01kf0r7d9wf2m8m4s6v8x0zb3h'],
          amount: 150_000,
          day: '2026-01-15',
        },
      ],
    },
  },
  matchCase: {
    request: { lines: [], entries: ['1768467600000000', '1768467700000000'], reason: 'The payer has split the rent.' },
    answer: exception,
  },
  markTiming: {
    request: { until: '2026-01-20', reason: 'The provider books it on Monday' },
    answer: { ...exception, resolution: 'Timing until 2026-01-20: The provider books it on Monday' },
  },
  resolveCase: {
    request: { decision: 'suspense', reason: 'Money of an unknown payer' },
    answer: {
      id: 'apr_01kf0r8c2ve1wbq5n4x9m3ht6d',
      object: 'approval',
      livemode: true,
      created_at: createdAt,
      updated_at: createdAt,
      version: 1,
      kind: 'reconciliation',
      payload: { case: caseId, rail: 'mpesa-ke', amount: 150_000, currency: 'KES', decision: 'suspense' },
      reference: caseId,
      reason: 'Money of an unknown payer',
      requested_by: opr,
      status: 'pending',
      decided_by: null,
      decided_at: null,
      rejection_reason: null,
      expires_at: '2026-01-19T04:10:00.000Z',
    },
  },
  listMatchingRules: { answer: list('/operator/matching_rules', savedRule) },
  addMatchingRule: { request: rule, answer: savedRule },
  enableMatchingRule: { request: { enabled: false }, answer: { ...savedRule, enabled: false } },
  tryMatchingRule: {
    answer: {
      object: 'matching_trial',
      lines: 1,
      entries: 1,
      unclear: 0,
      sample: [{ line, position: '1768467600000000' }],
    },
  },
} satisfies Partial<Record<keyof typeof routes, unknown>>;
