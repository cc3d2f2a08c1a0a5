import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inspect } from 'node:util';
import { ApiError, type ConnectionError, type ErrorCode, type Rialto, type WebhookEvent } from '../src/rialto.ts';
import type { RialtoUser } from '../src/user.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only when the two types are the same. `npm run check` runs this test. */
const is = <_ extends true>() => {};

/** Never called: only the compiler reads it. */
export function narrowing(error: unknown, event: WebhookEvent, rialto: Rialto, user: RialtoUser) {
  if (error instanceof ApiError) {
    is<Same<typeof error.code, ErrorCode>>();
    switch (error.code) {
      case 'refund_exceeds_remaining':
        is<Same<typeof error.remaining, number>>();
        is<Same<typeof error.status, 422>>();
        break;
      case 'limit_exceeded':
        is<Same<typeof error.limit, 'single' | 'day' | 'month' | 'balance' | undefined>>();
        is<Same<typeof error.maximum, number | undefined>>();
        break;
      case 'rate_limited':
        is<Same<typeof error.retryAfter, number>>();
        break;
      case 'wallet_frozen':
        is<Same<typeof error.type, 'conflict'>>();
        is<Same<typeof error.remaining, number | undefined>>();
        break;
      // @ts-expect-error: no such code
      case 'no_such_code':
        break;
    }
    if (error.status === 402) is<Same<typeof error.code, 'insufficient_funds'>>();
  }
  is<Same<ConnectionError['code'], 'connection_failed' | 'timeout' | 'unexpected_answer'>>();

  switch (event.type) {
    case 'payment.succeeded':
      is<Same<typeof event.data.object.object, 'payment'>>();
      break;
    case 'payout.completed':
      is<Same<typeof event.data.object.object, 'payout'>>();
      break;
    // @ts-expect-error: no such kind
    case 'payment.exploded':
      break;
  }

  rialto.payouts.createFromCsv('recipient,amount', { currency: 'XOF' });
  // @ts-expect-error: a CSV file needs the currency in the query
  rialto.payouts.createFromCsv('recipient,amount');
  // @ts-expect-error: a reference does not replace the currency
  rialto.payouts.createFromCsv('recipient,amount', { reference: 'january' });
  // @ts-expect-error: an API key has no `me`
  rialto.me;
  // @ts-expect-error: amounts are numbers
  user.wallets.create({ currency: 1 });
}

it('an error is an ApiError and an Error, and prints its name and message', () => {
  const error = new ApiError({
    status: 422,
    error: {
      type: 'unprocessable',
      code: 'refund_exceeds_remaining',
      message: 'Only 5 remain.',
      remaining: 5,
      doc_url: 'https://pay.example/docs/errors/refund_exceeds_remaining',
      request_id: 'req_1',
    },
    retryAfter: null,
  });
  assert.ok(error instanceof ApiError && error instanceof Error);
  assert.equal(String(error), 'ApiError: Only 5 remain.');
  assert.match(inspect(error), /^ApiError: Only 5 remain\./);
  assert.ok(error.code === 'refund_exceeds_remaining' && error.remaining === 5);
});
