import type { routes } from './routes.ts';

/** Samples of cases and floats. `examples.ts` combines them with the others. */

const createdAt = '2026-01-15T09:30:00.000Z';
const laterAt = '2026-01-15T09:42:10.512Z';
const opr = 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x';
const wal = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m';

export const caseId = 'case_01kf0r7f6gf3n8z8q5m2xw9d4t';

const summary = {
  id: caseId,
  object: 'case',
  livemode: true,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
  kind: 'unmatched_money',
  status: 'open',
  rail: 'mpesa-ke',
  record: 'NLJ7RT61SV',
  integration: null,
  merchant: null,
  amount: 150_000,
  currency: 'KES',
  assigned_to: null,
  resolution: null,
  closed_by: null,
  closed_at: null,
};
const opened = { at: createdAt, what: 'case.opened', by: 'service', text: null };
const detail = {
  ...summary,
  facts: { receipt: 'NLJ7RT61SV', payer: '2547 ***** 126', account_text: 'rent january', at: createdAt },
  suspended: 150_000,
  actions: ['comment', 'assign', 'assign_money', 'return_money'],
  history: [opened],
};
const empty = { ...detail, kind: 'unknown_callback', suspended: 0, amount: null, currency: null };
const approval = {
  id: 'apr_01kf0r8c2ve1wbq5n4x9m3ht6d',
  object: 'approval',
  livemode: true,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
  requested_by: opr,
  status: 'pending',
  decided_by: null,
  decided_at: null,
  rejection_reason: null,
  expires_at: '2026-01-18T09:30:00.000Z',
};
const decision = { case: caseId, rail: 'mpesa-ke', amount: 150_000, currency: 'KES' };
const topUp = { rail: 'mpesa-ke', currency: 'KES', amount: 50_000_000, direction: 'top_up' };
const opening = {
  sha256: 'b1c8f5a0d3e94f6c7a2b8d1e0f35496c7b8a9d0e1f2c3b4a5d6e7f8091a2b3c4',
  rows_sha256: '3f9a1c7e5b2d8046f1e3c5a7b9d0e2f4a6c8b0d2e4f6a8c0b2d4e6f8a0c2e4f6',
  count: 2,
  totals: [{ currency: 'KES', count: 2, amount: 150_000 }],
};
const list = (path: string, record: object) => ({
  object: 'list',
  data: [record],
  has_more: false,
  url: `/api/v1${path}`,
});

export const caseExamples = {
  listCases: { answer: list('/operator/cases', summary) },
  getCase: { answer: detail },
  assignCase: {
    request: { operator: opr },
    answer: {
      ...detail,
      assigned_to: opr,
      version: 2,
      history: [opened, { at: laterAt, what: 'case.assigned', by: opr, text: null }],
    },
  },
  commentCase: {
    request: { text: 'Asked the payer for the invoice.' },
    answer: {
      ...detail,
      history: [opened, { at: laterAt, what: 'comment', by: opr, text: 'Asked the payer for the invoice.' }],
    },
  },
  closeCase: {
    request: { resolution: 'The provider repeated an old callback.' },
    answer: {
      ...empty,
      status: 'closed',
      resolution: 'The provider repeated an old callback.',
      closed_by: opr,
      closed_at: laterAt,
      updated_at: laterAt,
      version: 2,
      actions: ['comment'],
    },
  },
  askAgain: {
    answer: {
      ...empty,
      kind: 'unknown_too_long',
      record: 'pay_01kf0r7d3vejta5x9h1nbq4c8g',
      actions: ['comment', 'assign', 'ask_again', 'settle', 'close'],
      history: [opened, { at: laterAt, what: 'case.asked_again', by: opr, text: null }],
    },
  },
  assignCaseMoney: {
    request: { wallet: wal, reason: 'The payer sent the invoice of this merchant' },
    answer: {
      ...approval,
      kind: 'suspense',
      payload: { ...decision, decision: 'assign', wallet: wal, provider_reference: null },
      reference: caseId,
      reason: 'The payer sent the invoice of this merchant',
    },
  },
  returnCaseMoney: {
    request: { provider_reference: 'NLK2AB93XY', reason: 'Nobody knows the payer' },
    answer: {
      ...approval,
      kind: 'suspense',
      payload: { ...decision, decision: 'return', wallet: null, provider_reference: 'NLK2AB93XY' },
      reference: caseId,
      reason: 'Nobody knows the payer',
    },
  },
  settleCaseRecord: {
    request: {
      outcome: 'succeeded',
      amount: 'reported',
      provider_reference: 'NLJ7RT61SV',
      reason: 'The merchant accepts the smaller amount',
    },
    answer: {
      ...approval,
      kind: 'settlement',
      payload: {
        ...decision,
        record: 'pay_01kf0r7d3vejta5x9h1nbq4c8g',
        outcome: 'succeeded',
        provider_reference: 'NLJ7RT61SV',
      },
      reference: caseId,
      reason: 'The merchant accepts the smaller amount',
    },
  },
  listFloats: {
    answer: list('/operator/floats', {
      object: 'float',
      rail: 'mpesa-ke',
      livemode: true,
      currency: 'KES',
      available: 70_000_000,
      booked: 70_000_000,
      difference: 0,
      minimum: 20_000_000,
      low: false,
      measured_at: laterAt,
      error: null,
    }),
  },
  requestFloatChange: {
    request: { ...topUp, reason: 'Weekly top-up' },
    answer: { ...approval, kind: 'float', payload: topUp, reference: null, reason: 'Weekly top-up' },
  },
  requestOpeningBalances: {
    answer: {
      ...approval,
      kind: 'opening',
      payload: opening,
      reference: opening.sha256,
      reason: 'Migration from the old ledger',
    },
  },
  getOpeningRows: {
    answer: {
      object: 'opening_rows',
      approval: approval.id,
      count: 2,
      has_more: true,
      rows: [
        { line: 2, wallet: 'wal_01kf0q1xc7fy4th6v9p0rs2d8m', amount: 100_000, currency: 'KES', reference: 'old-1' },
      ],
    },
  },
} satisfies Partial<Record<keyof typeof routes, object>>;
