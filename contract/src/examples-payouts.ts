import { beneficiaryExamples, beneficiaryIds } from './examples-beneficiaries.ts';
import { dryRunOf } from './examples-bulk.ts';
import { holdExamples, holdIds } from './examples-holds.ts';
import { scheduleExamples, scheduleIds } from './examples-schedules.ts';
import type { routes } from './routes.ts';

/** Samples of the payout routes. `examples.ts` combines them with the others. */

export const payoutIds = {
  pout: 'pout_01kf0v2c8pfm5s7t9z3b6dhq4k',
  pit: 'pit_01kf0v2c8pfm5s7t9z3b6dhq4m',
  ...scheduleIds,
  ...holdIds,
  ...beneficiaryIds,
} as const;

const wallet = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m';
const createdAt = '2026-01-15T09:30:00.000Z';
const laterAt = '2026-01-15T09:30:02.140Z';
const record = (id: string, object: string) => ({ id, object, livemode: false, created_at: createdAt, metadata: {} });
const list = (path: string, ...data: object[]) => ({ object: 'list', data, has_more: false, url: `/api/v1${path}` });

export const payout = {
  ...record(payoutIds.pout, 'payout'),
  updated_at: laterAt,
  version: 3,
  status: 'completed',
  result: 'partial',
  wallet: wallet,
  currency: 'XOF',
  fee_bearer: 'merchant',
  totals: {
    count: 3,
    amount: 90_000,
    succeeded_count: 2,
    succeeded_amount: 60_000,
    failed_count: 1,
    failed_amount: 30_000,
    returned_count: 0,
    returned_amount: 0,
    ...{ fee: 0, tax: 0 },
  },
  repeated_recipients: 0,
  rail: null,
  reference: 'salaries-2026-01',
  completed_at: laterAt,
  approval: null,
};

const whose = { integration: 'int_01kf0q1x9rfw5t8c3m7hz6yb2d', merchant: 'mer_01kf0q1x5hf2br8m0tq6wz3cye' };

const openPayout = {
  ...payout,
  updated_at: createdAt,
  version: 1,
  status: 'pending',
  result: null,
  totals: { ...payout.totals, succeeded_count: 0, succeeded_amount: 0, failed_count: 0, failed_amount: 0 },
  completed_at: null,
};
export const canceledPayout = { ...openPayout, updated_at: laterAt, version: 2, status: 'canceled' };
const payoutItem = {
  ...record(payoutIds.pit, 'payout_item'),
  updated_at: laterAt,
  version: 2,
  payout: payoutIds.pout,
  recipient: '+221770000011',
  amount: 30_000,
  currency: 'XOF',
  ...{ fee: 0, tax: 0 },
  sent_amount: 30_000,
  status: 'failed',
  failure: { code: 'recipient_not_found', message: 'The provider has no account with this phone.', rail_code: null },
  wallet: null,
  rail: 'sandbox',
  rail_reference: null,
  reference: 'emp-2',
  description: 'January',
  name: null,
  name_match: null,
  succeeded_at: null,
  failed_at: laterAt,
};

export const returnedItem = {
  ...payoutItem,
  version: 4,
  status: 'returned',
  failure: { code: 'rail_error', message: 'The provider took the payment back.', rail_code: 'reversed' },
  failed_at: null,
};

const agreement = {
  required: true,
  status: 'approved',
  requested_by: 'dev_01kf0q5t7hf9max4w8c6vb3n1s',
  reserved: openPayout.totals.amount,
  decided_by: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa',
  decided_at: laterAt,
  rejection_reason: null,
};
const decidedPayout = { ...openPayout, updated_at: laterAt, version: 2, approval: agreement };

type Example = { request?: object; answer?: object; dryRun?: object };

export const payoutExamples = {
  ...scheduleExamples,
  ...holdExamples,
  ...beneficiaryExamples,
  createPayout: {
    request: {
      currency: 'XOF',
      items: [
        { recipient: '+221771234567', amount: 30_000, reference: 'emp-1', name: 'Awa Ndiaye' },
        { recipient: '+221770000011', amount: 30_000, reference: 'emp-2', description: 'January' },
        { recipient: 'wal_01kf0q2n1xfbvbr3d8ks5m9cz6', amount: 30_000, reference: 'emp-3' },
      ],
    },
    answer: { ...openPayout, reference: null },
    dryRun: dryRunOf('accepted', 90_000, { count: 3, fee: 0, tax: 0 }),
  },
  checkNames: {
    request: { currency: 'XOF', items: [{ recipient: '+221771234567', amount: 30_000, name: 'Awa Ndiaye' }] },
    answer: list('/payouts/names', {
      object: 'name_check',
      recipient: '+221771234567',
      name: 'Awa Ndiaye',
      rail: 'wave-sn',
      name_match: 'full',
    }),
  },
  listPayouts: { answer: list('/payouts', payout) },
  getPayout: { answer: payout },
  listPayoutItems: { answer: list(`/payouts/${payoutIds.pout}/items`, payoutItem) },
  listAnyPayouts: { answer: list('/operator/payouts', { ...payout, ...whose }) },
  getAnyPayout: { answer: { ...payout, ...whose } },
  listAnyPayoutItems: { answer: list(`/operator/payouts/${payoutIds.pout}/items`, payoutItem) },
  cancelAnyPayout: {
    request: { reason: 'The merchant did not make this payout' },
    answer: { ...canceledPayout, ...whose },
  },
  approvePayout: { answer: decidedPayout },
  rejectPayout: {
    request: { reason: 'It pays February twice' },
    answer: {
      ...decidedPayout,
      status: 'canceled',
      approval: { ...agreement, status: 'rejected', rejection_reason: 'It pays February twice' },
    },
  },
  retryPayout: {
    answer: {
      ...openPayout,
      reference: `again-${payoutIds.pout}`,
      metadata: { retry_of: payoutIds.pout },
      totals: { ...openPayout.totals, count: 1, amount: 30_000 },
    },
  },
  cancelPayout: { answer: { ...openPayout, updated_at: laterAt, version: 2, status: 'canceled' } },
} satisfies { [K in keyof typeof routes]?: Example };
