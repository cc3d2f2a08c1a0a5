import type { routes } from './routes.ts';

/** Samples of the routes that dashboards are made from. `examples.ts` puts them with the others. */

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

export const dashboardExamples = {
  streamEvents: {},
  listRequestLogs: { answer: { object: 'list', data: [entry], has_more: false, url: '/api/v1/request_logs' } },
  getRequestLog: {
    answer: {
      ...entry,
      request_body: '{"amount":2500,"currency":"EUR","customer":"+221771234567"}',
      response_body:
        '{"error":{"type":"invalid_request","code":"unsupported_currency","message":"currency: EUR is not on here"}}',
    },
  },
} satisfies Partial<Record<keyof typeof routes, Example>>;
