/** Errors of a request whose fields or headers the service does not accept. `errors.ts` puts them with the others. */
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
    title: 'A field or parameter is not acceptable',
    advice:
      '`details` names every field that was wrong and what it must be. Unknown fields and parameters are refused too, so that a typo never passes silently. Nothing was done.',
  },
  unsupported_currency: {
    status: 400,
    type: 'invalid_request',
    title: 'This currency is not switched on',
    advice:
      '`GET /api/v1/currencies` lists the currencies of this deployment. The operator configures them (`CURRENCIES`).',
  },
  amount_out_of_bounds: {
    status: 400,
    type: 'invalid_request',
    title: 'The amount is out of bounds',
    advice:
      "Amounts are whole numbers in the currency's minor unit, from 1 to 999999999999. `GET /api/v1/currencies` gives each currency's exponent: 10.50 USD is 1050, 1000 XOF is 1000.",
  },
  invalid_idempotency_key: {
    status: 400,
    type: 'invalid_request',
    title: 'The Idempotency-Key header is not acceptable',
    advice: 'Send 1 to 255 printable ASCII characters, for example a UUID that you keep with the operation.',
  },
} as const;
