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
