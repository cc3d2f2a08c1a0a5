import type { routes } from './routes.ts';

/** Samples of the operators' routes. `examples.ts` combines them with the others. */

export const operatorIds = {
  apr: 'apr_01kf0r8c2ve1wbq5n4x9m3ht6d',
  prk: 'prk_01kf0r7f6gf3n8z8q5m2xw9d4t',
  clb: 'clb_01kf0r7f6gf3n8z8q5m2xw9d4t',
} as const;

const createdAt = '2026-01-15T09:30:00.000Z';
const laterAt = '2026-01-15T09:42:10.512Z';
const usr = 'usr_01kf0q2mwee9xvjrc4kdh2n8sa';
const mer = 'mer_01kf0q1x5hf2br8m0tq6wz3cye';
const wal = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m';
const opr = 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x';
const second = 'opr_01kf0q3z9rf0s9w8k2c7bx4m6t';
const email = 'finance@pay.example';

const account = {
  id: usr,
  object: 'account',
  type: 'customer',
  livemode: false,
  phone: '+221771234567',
  email: null,
  name: 'Awa Diop',
  kyc: 'verified',
  merchant: null,
  role: null,
  two_factor: 'sms',
  code_failures: 0,
  login: true,
  suspended: null,
  created_at: createdAt,
};
const wallet = {
  id: wal,
  object: 'wallet',
  livemode: false,
  created_at: createdAt,
  metadata: {},
  updated_at: laterAt,
  version: 8,
  owner: { type: 'merchant', id: mer },
  currency: 'XOF',
  label: null,
  balance: { available: 1_248_500, reserved: 1_500, total: 1_250_000 },
  status: 'active',
  frozen: null,
  default: true,
};
const fee = {
  object: 'fee',
  merchant: mer,
  livemode: true,
  currency: 'XOF',
  charged_on: 'payment',
  rail: null,
  basis_points: 150,
  fixed: 0,
  tiers: [{ from: 1, basis_points: 150, fixed: 0, minimum: null, maximum: null }],
  tax_basis_points: 1_800,
  fee_on_refund: 'kept',
  next: null,
};
const { object: _, rail: _rail, tiers: _tiers, next: _next, ...newFee } = fee;
const newLimit = {
  livemode: true,
  currency: 'XOF',
  tier: 0,
  single: 20_000,
  day: 50_000,
  month: 200_000,
  balance: 200_000,
};
const limit = { object: 'limit', ...newLimit };
const approval = {
  id: operatorIds.apr,
  object: 'approval',
  livemode: true,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
  kind: 'cash_in',
  payload: { wallet: wal, amount: 250_000 },
  reference: 'BOA-2026-01-15-0042',
  reason: 'Bank transfer of 15 January',
  requested_by: opr,
  status: 'pending',
  decided_by: null,
  decided_at: null,
  rejection_reason: null,
  expires_at: '2026-01-18T09:30:00.000Z',
};
const decided = { ...approval, updated_at: laterAt, version: 2, decided_by: second, decided_at: laterAt };
const adjustment = { wallet: wal, amount: 500, direction: 'debit' };
const operator = { email, name: 'Kwame Mensah', role: 'finance' };
const entry = {
  id: 'aud_1042',
  object: 'audit_entry',
  created_at: laterAt,
  actor: { type: 'operator', id: opr },
  action: 'wallet.frozen',
  target: wal,
  before: { frozen: null },
  after: { frozen: 'fraud' },
  reason: null,
  address: '203.0.113.7',
  request_id: 'req_01kf0r7d3tfz2r9x8b4h6q5ncw',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
const list = (path: string, record: object) => ({
  object: 'list',
  data: [record],
  has_more: false,
  url: `/api/v1/operator${path}`,
});

type Example = { request?: object; answer?: object; accepted?: object };

export const operatorExamples = {
  listAccounts: { answer: list('/accounts', account) },
  getAccount: { answer: account },
  suspendAccount: {
    request: { reason: 'Reported stolen' },
    answer: { ...account, suspended: { reason: 'Reported stolen', at: laterAt } },
  },
  unsuspendAccount: { answer: account },
  unblockAccount: { answer: account },
  getAnyWallet: { answer: wallet },
  freezeWallet: {
    request: { reason: 'fraud' },
    answer: { ...wallet, status: 'frozen', frozen: { reason: 'fraud', at: laterAt } },
  },
  unfreezeWallet: {
    request: { reason: 'The report was a mistake' },
    answer: wallet,
    accepted: {
      ...approval,
      livemode: false,
      kind: 'unfreeze',
      payload: { wallet: wal },
      reference: null,
      reason: 'The report was a mistake',
    },
  },
  listFees: { answer: list('/fees', fee) },
  listLimits: { answer: list('/limits', limit) },
  setLimit: {
    request: { ...newLimit, reason: 'Agreed with the bank' },
    answer: { ...approval, kind: 'limit', payload: newLimit, reference: null, reason: 'Agreed with the bank' },
  },
  setFee: {
    request: { ...newFee, reason: 'Contract of January' },
    answer: { ...approval, kind: 'fee', payload: newFee, reference: null, reason: 'Contract of January' },
  },
  listAudit: { answer: list('/audit', entry) },
  requestCashIn: {
    request: { ...approval.payload, reference: approval.reference, reason: approval.reason },
    answer: approval,
  },
  requestAdjustment: {
    request: { ...adjustment, reason: 'Booked twice' },
    answer: { ...approval, kind: 'adjustment', payload: adjustment, reference: null, reason: 'Booked twice' },
  },
  requestOperator: {
    request: { ...operator, reason: 'Joins the finance team' },
    answer: {
      ...approval,
      livemode: null,
      kind: 'operator',
      payload: operator,
      reference: null,
      reason: 'Joins the finance team',
    },
  },
  listApprovals: { answer: list('/approvals', approval) },
  getApproval: { answer: approval },
  approve: { answer: { ...decided, status: 'approved' } },
  reject: {
    request: { reason: 'The slip is for another customer' },
    answer: { ...decided, status: 'rejected', rejection_reason: 'The slip is for another customer' },
  },
} satisfies { [K in keyof typeof routes]?: Example };
