/** The attempts of the sample delivery: a refused connection, then a success. */
export const deliveryAttempts = [
  {
    number: 1,
    at: '2026-01-15T09:30:02.180Z',
    request_headers: { 'content-type': 'application/json', 'Service-Delivery-Attempt': '1' },
    response_status: null,
    response_headers: null,
    response_body: null,
    error: {
      class: 'connect',
      message:
        'Could not connect to shop.example (ECONNREFUSED). Check that the server listens there and that its firewall allows this service.',
    },
    duration_ms: 12,
  },
  {
    number: 2,
    at: '2026-01-15T09:30:32.410Z',
    request_headers: { 'content-type': 'application/json', 'Service-Delivery-Attempt': '2' },
    response_status: 200,
    response_headers: { 'content-type': 'text/plain' },
    response_body: 'ok',
    error: null,
    duration_ms: 107,
  },
];

const inboxAttempt = {
  request_headers: {
    'content-type': 'application/json',
    'Service-Signature': 't=1768469402,v1=4b3f0d8a2c5e7f91a6b8c0d2e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718',
    'Service-Delivery-Attempt': '1',
  },
  signature: 'valid',
  attempts: 1,
  received_at: '2026-01-15T09:30:02.180Z',
};

type Delivered = { id: string; event: string; event_type: string; payload: string; created_at: string };

/** The same event in the inbox. */
export const inboxEventOf = ({ id, event, event_type, payload, created_at }: Delivered) => ({
  ...{ id, object: 'inbox_event', livemode: false, created_at, metadata: {} },
  ...{ event, event_type, payload },
  ...inboxAttempt,
});

/** 28 periods of 6 hours, the last of which has attempts. */
const periods = Array.from({ length: 28 }, (_, i) => ({
  at: new Date(Date.parse('2026-01-08T12:00:00.000Z') + i * 6 * 3_600_000).toISOString(),
  succeeded_count: i === 27 ? 99 : 0,
  failed_count: i === 27 ? 1 : 0,
}));

export const webhookHealthExamples = {
  openInbox: { answer: { object: 'inbox', livemode: false } },
  listWebhookHealth: {
    answer: {
      object: 'list',
      data: [
        {
          object: 'webhook_health',
          endpoint: 'wbk_01kf0q8r4ff6s9m2z9c7xk3v1h',
          livemode: false,
          succeeded_count: 99,
          failed_count: 1,
          success_rate: 0.99,
          last_attempt_at: '2026-01-15T09:30:02.180Z',
          last_succeeded: true,
          periods,
        },
      ],
      has_more: false,
      url: '/api/v1/webhook_health',
    },
  },
};
