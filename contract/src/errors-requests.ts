/** Errors of a request with an invalid field or header. `errors.ts` combines them with the others. */
export const requestErrors = {
  malformed_json: {
    status: 400,
    type: 'invalid_request',
    title: 'The body is not valid JSON',
    advice:
      'The body must be one UTF-8 JSON object, at most 20 levels deep, without duplicate keys. Nothing was changed: fix the body and send it again.',
  },
  validation_failed: {
    status: 400,
    type: 'invalid_request',
    title: 'A field or parameter is invalid',
    advice:
      '`details` names every invalid field and says what it must be. Unknown fields and parameters are refused too, so a typo never passes silently. Nothing was changed: fix the request and send it again.',
  },
  unsupported_currency: {
    status: 400,
    type: 'invalid_request',
    title: 'The currency is not enabled',
    advice: '`GET /api/v1/currencies` lists the enabled currencies. The operator enables them with `CURRENCIES`.',
  },
  amount_out_of_bounds: {
    status: 400,
    type: 'invalid_request',
    title: 'The amount is out of bounds',
    advice:
      "An amount is a whole number in the currency's minor unit, from 1 to 999999999999. `GET /api/v1/currencies` gives each currency's exponent: 10.50 USD is 1050, 1000 XOF is 1000. A rail may have narrower bounds, which the message names: see `GET /api/v1/rails`.",
  },
  invalid_idempotency_key: {
    status: 400,
    type: 'invalid_request',
    title: 'The Idempotency-Key header is invalid',
    advice: 'Send 1 to 255 printable ASCII characters, for example a UUID that you store with the operation.',
  },
} as const;
