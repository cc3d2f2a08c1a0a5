import { alertExamples } from './examples-alerts.ts';
import { customerExamples, customerIds } from './examples-customers.ts';
import type { routes } from './routes.ts';

/** Samples of the dashboard routes. `examples.ts` combines them with the others. */

const requestId = 'req_01kf0r7d2wf6p9x3m5tzc8h4ne';
const entry = {
  id: requestId,
  object: 'request_log',
  livemode: false,
  created_at: '2026-01-15T09:30:00.000Z',
  method: 'POST',
  path: '/api/v1/payments',
  status: 400,
  duration_ms: 4,
  error_code: 'unsupported_currency',
  api_key: { id: 'key_01kf0q1xb4e6xsj9v2dk8m3qnr', last4: '7Qxd' },
  person: null,
  idempotency_key: 'order-1041',
  address: '203.0.113.7',
};

type Example = { request?: object; answer?: object };

const paymentId = 'pay_01kf0r7d3vejta5x9h1nbq4c8g';
const sums = { created_count: 12, succeeded_count: 10, failed_count: 1, volume: 250_000, refunded: 5_000 };
const nothing = { amount: null, currency: null, failure_code: null, posting: null, event: null };
const moment = (kind: string, at: string) => ({ object: 'timeline_entry', at, kind, record: paymentId, ...nothing });

export const dashboardIds = customerIds;

export const dashboardExamples = {
  ...customerExamples,
  ...alertExamples,
  streamEvents: {},
  getPaymentTimeline: {
    answer: {
      object: 'list',
      data: [
        { ...moment('created', '2026-01-15T09:30:00.000Z'), amount: 2_500, currency: 'XOF' },
        { ...moment('succeeded', '2026-01-15T09:30:02.000Z'), amount: 2_500, currency: 'XOF' },
        {
          ...moment('posting', '2026-01-15T09:30:02.000Z'),
          amount: 2_500,
          currency: 'XOF',
          posting: {
            kind: 'payment',
            direction: 'credit',
            wallet: 'wal_01kf0q1xc7fy4th6v9p0rs2d8m',
            balance_after: 40_000,
          },
        },
        {
          ...moment('event', '2026-01-15T09:30:02.000Z'),
          event: {
            id: 'evt_01kf0r7f5nfy8b3w6m2xt9c4hz',
            type: 'payment.succeeded',
            deliveries: [
              {
                id: 'dlv_01kf0r7f6bfnvt6w1m8cz4x9pj',
                host: 'shop.example',
                status: 'succeeded',
                response_status: 200,
              },
            ],
          },
        },
      ],
      has_more: false,
      url: `/api/v1/payments/${paymentId}/timeline`,
    },
  },
  getSummary: {
    answer: {
      object: 'summary',
      livemode: false,
      currency: 'XOF',
      since: '2026-01-14T00:00:00.000Z',
      until: '2026-01-15T00:00:00.000Z',
      interval: 'hour',
      time_zone: 'Africa/Dakar',
      ...sums,
      fees: 2_500,
      taxes: 450,
      refunds_count: 1,
      success_rate: 0.9091,
      failures: [{ code: 'customer_declined', count: 1 }],
      balance: { available: 240_000, reserved: 0, total: 240_000 },
      periods: [{ at: '2026-01-14T09:00:00.000Z', ...sums, balance: 240_000 }],
    },
  },
  getPaymentTotals: {
    answer: {
      object: 'payment_totals',
      livemode: false,
      exact: true,
      count: 12,
      by_status: { pending: 0, requires_action: 1, processing: 0, requires_capture: 0, succeeded: 10, failed: 1 },
      succeeded: [{ currency: 'XOF', count: 10, amount: 250_000 }],
    },
  },
  search: {
    answer: {
      object: 'list',
      data: [
        {
          id: paymentId,
          object: 'payment',
          livemode: false,
          created_at: '2026-01-15T09:30:00.000Z',
          status: 'succeeded',
          amount: 2_500,
          currency: 'XOF',
          customer: '+221771234567',
          reference: 'order-1041',
          name: null,
          payout: null,
        },
      ],
      has_more: false,
      url: '/api/v1/search',
    },
  },
  listRequestLogs: { answer: { object: 'list', data: [entry], has_more: false, url: '/api/v1/request_logs' } },
  getRequestLog: {
    answer: {
      ...entry,
      request_body: '{"amount":2500,"currency":"EUR","customer":"+221771234567"}',
      response_body:
        '{"error":{"type":"invalid_request","code":"unsupported_currency","message":"The currency EUR is not enabled. Enabled currencies: XOF, USD."}}',
    },
  },
} satisfies Partial<Record<keyof typeof routes, Example>>;
