/** Errors of rails. `errors.ts` combines them with the others. */
export const railErrors = {
  refund_must_be_whole: {
    status: 422,
    type: 'unprocessable',
    title: 'The rail refunds only whole payments',
    advice:
      'The provider of this payment returns the whole amount or nothing. Leave `amount` out, or pay the part with `POST /api/v1/payouts`. `refunds` in `GET /api/v1/rails` says what a rail can do.',
  },
  rail_unavailable: {
    status: 503,
    type: 'service',
    title: 'No rail can take the payment now',
    advice:
      'The provider is closed or its rail is paused. No payment was created, and the customer was not asked. Send the same request with the same Idempotency-Key after `Retry-After` seconds. `GET /api/v1/rails` shows the status of each rail.',
  },
} as const;
