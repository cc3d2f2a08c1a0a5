import { peopleIds } from './examples-people.ts';
import type { routes } from './routes.ts';

/** Samples of the routes for paying customers. `examples.ts` combines them with the others. */

import { automatic } from './examples-payment-captures.ts';

const createdAt = '2026-01-15T09:30:00.000Z';
const laterAt = '2026-01-15T09:30:02.140Z';
const expiresAt = '2026-01-15T09:35:00.000Z';
const payment = 'pay_01kf0r7d3vejta5x9h1nbq4c8g';
const seen = { livemode: false, created_at: createdAt, merchant: { name: 'Café Lakay' }, currency: 'XOF' };

const waiting = {
  id: payment,
  object: 'payment_request',
  ...seen,
  updated_at: createdAt,
  version: 2,
  ...automatic,
  ...{ amount: 5_000, charged_amount: 5_000 },
  description: 'Two bags of rice',
  status: 'requires_action',
  next_action: {
    type: 'in_app',
    expires_at: expiresAt,
    instructions: 'Approve the payment in your wallet app.',
    redirect_url: null,
  },
  failure: null,
  amount_refunded: 0,
  wallet: 'wal_01kf0q2n1xfbvbr3d8ks5m9cz6',
  code_required: false,
  expires_at: expiresAt,
  succeeded_at: null,
  failed_at: null,
};
const changed = { ...waiting, updated_at: laterAt, version: 3, next_action: null };
const refund = {
  id: 'rfd_01kf0s4qz9fgn8w2mdk6y5t3rb',
  object: 'received_refund',
  ...seen,
  updated_at: laterAt,
  version: 2,
  payment,
  amount: 1_500,
  status: 'succeeded',
  succeeded_at: laterAt,
  failed_at: null,
};
const list = (path: string, record: object) => ({
  object: 'list',
  data: [record],
  has_more: false,
  url: `/api/v1${path}`,
});

export const paymentRequestExamples = {
  listMyPayments: { answer: list('/payments/mine', waiting) },
  getMyPayment: { answer: waiting },
  challengePayment: { answer: { challenge: peopleIds.ch, method: 'sms', expires_in: 300 } },
  approvePayment: {
    request: { challenge: peopleIds.ch, code: '482913' },
    answer: { ...changed, status: 'succeeded', succeeded_at: laterAt },
  },
  declinePayment: {
    answer: {
      ...changed,
      status: 'failed',
      failure: { code: 'customer_declined', message: 'The customer declined.' },
      failed_at: laterAt,
    },
  },
  listMyRefunds: { answer: list('/refunds/mine', refund) },
} satisfies { [K in keyof typeof routes]?: { request?: object; answer?: object } };
