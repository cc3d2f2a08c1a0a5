import type { routes } from './routes.ts';

/** Samples of tenants' load. `examples.ts` combines them with the others. */
const load = {
  object: 'tenant_load',
  integration: 'int_01kf0q1x9rfw5t8c3m7hz6yb2d',
  name: 'Boutique Delmas',
  merchant: 'mer_01kf0q1x5hf2br8m0tq6wz3cye',
  livemode: false,
  requests: 5_210,
  refused: 310,
  rows: 20_840,
  batch_ms: 9_120,
  connection_ms: 14_400,
  throttle: null,
};
const throttled = {
  ...load,
  throttle: {
    requests_per_second: 5,
    reason: 'A loop of test payouts',
    by: 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x',
    at: '2026-01-15T09:30:02.140Z',
  },
};

export const tenantExamples = {
  listTenantLoad: {
    answer: { object: 'list', data: [throttled], has_more: false, url: '/api/v1/operator/tenants/load' },
  },
  throttleIntegration: {
    request: { mode: 'test', requests_per_second: 5, reason: 'A loop of test payouts' },
    answer: throttled,
  },
  unthrottleIntegration: { request: { mode: 'test', reason: 'The loop has ended' }, answer: load },
} satisfies Partial<Record<keyof typeof routes, object>>;
