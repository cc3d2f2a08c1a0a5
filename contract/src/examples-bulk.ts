import { transfer } from './examples-movements.ts';

/** Samples of transfers, bulk requests and dry runs. `examples.ts` combines them with the others. */

export const bulkIds = { blk: 'blk_01kf0t9k2vf5q8m3x7d1c6hz4b' } as const;

export const bulkNotice = {
  id: bulkIds.blk,
  object: 'bulk',
  livemode: false,
  created_at: '2026-01-15T09:30:00.000Z',
  metadata: {},
  kind: 'transfers',
  mode: 'each',
  status: 'completed',
  totals: {
    count: 2,
    succeeded_count: 1,
    failed_count: 1,
    amounts: [{ currency: 'XOF', succeeded_amount: 2_500 }],
  },
  completed_at: '2026-01-15T09:30:00.020Z',
};

const transferBulk = {
  ...bulkNotice,
  results: [
    { status: 'succeeded', id: 'trf_01kf0t9k2xes6b7v3hd8m1wq5n' },
    {
      status: 'failed',
      error: {
        code: 'recipient_not_found',
        message: 'There is no wallet in XOF for +50937000199',
        param: 'to',
      },
    },
  ],
};

const paymentBulk = {
  ...bulkNotice,
  kind: 'payments',
  totals: { count: 2, succeeded_count: 2, failed_count: 0, amounts: [{ currency: 'XOF', succeeded_amount: 10_000 }] },
  results: [
    { status: 'accepted', id: 'pay_01kf0t9k2xes6b7v3hd8m1wq5n' },
    { status: 'accepted', id: 'pay_01kf0t9k2xes6b7v3hd8m1wq5p' },
  ],
};

/** The answer to `dry_run: true`. */
export const dryRunOf = (
  status: 'succeeded' | 'accepted',
  amount: number,
  { count = 1, ...more }: { count?: number; fee?: number; tax?: number } = {},
) => ({
  object: 'dry_run',
  livemode: false,
  status,
  totals: {
    count,
    succeeded_count: count,
    failed_count: 0,
    amounts: [{ currency: 'XOF', succeeded_amount: amount }],
    ...more,
  },
});
const bulkDryRun = (status: 'succeeded' | 'accepted', amount: number) => ({
  ...dryRunOf(status, amount, { count: 2 }),
  results: [{ status }, { status }],
});

export const bulkExamples = {
  createTransfer: {
    // The customer that the first start creates.
    request: { to: '+50937000100', amount: 2_500, currency: 'XOF' },
    dryRun: dryRunOf('succeeded', 2_500),
    answer: { ...transfer, reference: null },
  },
  createTransferBulk: {
    request: {
      mode: 'each',
      items: [
        { to: '+50937000100', amount: 2_500, currency: 'XOF' },
        { to: '+50937000199', amount: 1_000, currency: 'XOF' },
      ],
    },
    answer: transferBulk,
    dryRun: bulkDryRun('succeeded', 3_500),
  },
  getTransferBulk: { answer: transferBulk },
  createPaymentBulk: {
    request: {
      mode: 'each',
      items: [
        { customer: '+221771234567', amount: 5_000, currency: 'XOF', description: 'January' },
        { customer: '+221770000011', amount: 5_000, currency: 'XOF' },
      ],
    },
    answer: paymentBulk,
    dryRun: bulkDryRun('accepted', 10_000),
  },
  getPaymentBulk: { answer: paymentBulk },
};

/** The samples of a route. */
export type Sample = { request?: object; answer?: object; accepted?: object; dryRun?: object };
