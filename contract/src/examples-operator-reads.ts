import type { routes } from './routes.ts';

/** Samples of the operators' read routes. `examples.ts` combines them with the others. */

const createdAt = '2026-01-15T09:30:00.000Z';
const laterAt = '2026-01-15T09:30:02.140Z';
const mer = 'mer_01kf0q1x5hf2br8m0tq6wz3cye';
const wal = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m';
const clearing = 'wal_01kf0q1wb2e8y9m7k3c9xs6tdn';
const pay = 'pay_01kf0r7d3vejta5x9h1nbq4c8g';
const int = 'int_01kf0q1x9rfw5t8c3m7hz6yb2d';
const head = '1042:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const list = (path: string, record: object) => ({
  object: 'list',
  data: [record],
  has_more: false,
  url: `/api/v1${path}`,
});
const parked = {
  id: 'prk_01kf0r7f6gf3n8z8q5m2xw9d4t',
  object: 'parked_settlement',
  livemode: false,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
  status: 'open',
  kind: 'payment',
  record: pay,
  integration: int,
  merchant: mer,
  amount: 10_000,
  currency: 'XOF',
  wallet: wal,
  in_suspense: true,
  reason: 'limit_exceeded',
  resolved_at: null,
};
const callback = {
  id: 'clb_01kf0r7f6gf3n8z8q5m2xw9d4t',
  object: 'callback',
  livemode: true,
  created_at: createdAt,
  last_at: createdAt,
  times: 1,
  rail: 'mtn-ug',
  method: 'PUT',
  source: '192.0.2.10',
  record: pay,
  handle: null,
  outcome: 'asked',
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
const entry = {
  id: 'ent_01kf0r7f6gf3n8z8q5m2xw9d4t',
  object: 'entry',
  livemode: false,
  created_at: laterAt,
  metadata: {},
  wallet: wal,
  kind: 'payment',
  source: pay,
  about: { customer: '+221771234567', name: null, reference: 'order-1001', description: 'Order 1001' },
  direction: 'credit',
  amount: 5_000,
  currency: 'XOF',
  balance_after: 1_255_000,
};
const backlog = {
  due: 12,
  oldest_due_at: createdAt,
  waiting: 40,
  held: 3,
  dead: 7,
  disabled_endpoints: 1,
  failing_endpoints: 1,
};

type Example = { request?: object; answer?: object };

const sealHash = '41af'.repeat(16);

export const operatorReadExamples = {
  getTrialBalance: {
    answer: {
      object: 'trial_balance',
      at: laterAt,
      balanced: true,
      ledgers: [
        {
          livemode: true,
          currency: 'XOF',
          debits: 84_250_000,
          credits: 84_250_000,
          balanced: true,
          reserved: 120_000,
          wallets: 5_210,
        },
      ],
    },
  },
  listSystemWallets: {
    answer: list('/operator/ledger/wallets', {
      id: clearing,
      object: 'system_wallet',
      livemode: true,
      role: 'clearing:sandbox',
      currency: 'XOF',
      balance: -84_250_000,
      created_at: createdAt,
      updated_at: laterAt,
    }),
  },
  getPosting: {
    answer: {
      id: entry.id,
      object: 'posting',
      livemode: false,
      created_at: laterAt,
      kind: 'payment',
      amount: 5_000,
      currency: 'XOF',
      debit: { wallet: clearing, owner: { type: 'system', id: 'clearing:sandbox' }, balance_after: -5_000 },
      credit: { wallet: wal, owner: { type: 'merchant', id: mer }, balance_after: 1_255_000 },
      cause: {
        object: 'payment',
        id: pay,
        status: 'succeeded',
        reference: 'order-1042',
        integration: int,
        merchant: mer,
        payment: null,
        payout: null,
        requested_by: null,
        decided_by: null,
      },
      related: ['ent_01kf0r7f6gf3s8z8q5m2xw9d4t'],
      events: [
        {
          id: 'evt_01kf0r7f6ke0v8x3c5tm9hq2zd',
          type: 'payment.succeeded',
          integration: int,
          created_at: laterAt,
        },
      ],
    },
  },
  listWalletsOf: { answer: list('/operator/wallets', wallet) },
  listAnyEntries: { answer: list(`/operator/wallets/${wal}/entries`, entry) },
  listNames: {
    answer: list('/operator/names', {
      id: wal,
      object: 'name',
      name: null,
      wallet: { currency: 'XOF', default: true, owner: { type: 'merchant', id: mer, name: 'Boutique Delmas' } },
    }),
  },
  getWaitingCounts: { answer: { object: 'waiting_counts', kyc: 4, approvals: 1, cases: 12 } },
  listRails: {
    answer: list('/operator/rails', {
      object: 'rail',
      name: 'sandbox',
      last_hour: { attempts: 1_240, failures: 2, declined: 61 },
      last_day: { attempts: 20_412, failures: 9, declined: 1_120 },
      last_success_at: laterAt,
      last_failure_at: createdAt,
      waiting: { payments: 3, refunds: 0, payout_items: 0, oldest_at: createdAt },
    }),
  },
  listParkedSettlements: { answer: list('/operator/parked_settlements', parked) },
  retryParkedSettlement: {
    request: { reason: 'The merchant emptied the wallet' },
    answer: { ...parked, status: 'resolved', resolved_at: laterAt, updated_at: laterAt, version: 2 },
  },
  listCallbacks: { answer: list('/operator/callbacks', callback) },
  getCallback: {
    answer: {
      ...callback,
      query: null,
      headers: { 'content-type': 'application/json' },
      body: '{"externalId":"pay_01kf0r7d3vejta5x9h1nbq4c8g","status":"SUCCESSFUL"}',
      result: null,
    },
  },
  getWebhookBacklog: {
    answer: {
      object: 'webhook_backlog',
      at: laterAt,
      ...backlog,
      integrations: [{ integration: int, name: 'Marché Tilène', merchant: mer, livemode: true, ...backlog }],
    },
  },
  getSealHead: {
    answer: {
      object: 'seal_head',
      number: 1_042,
      hash: sealHash,
      sealed_at: laterAt,
      count: 2_310_455,
      lag_seconds: 12.5,
      witness: { number: 1_020, sent_at: laterAt, error: null },
    },
  },
  listSeals: {
    answer: list('/operator/ledger/seals', {
      id: 'seal_1042',
      object: 'seal',
      number: 1_042,
      count: 812,
      sealed_count: 2_310_455,
      sealed_at: laterAt,
      previous: '8d2c'.repeat(16),
      hash: sealHash,
    }),
  },
  getAuditChain: {
    answer: {
      object: 'audit_chain',
      length: 1_042,
      head,
      whole: true,
      verified: { to: 1_042, head, at: laterAt },
      walking: { to: 0, began_at: laterAt },
      first_break: null,
    },
  },
} satisfies { [K in keyof typeof routes]?: Example };
