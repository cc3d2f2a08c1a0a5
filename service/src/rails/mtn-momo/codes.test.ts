import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeIn, isPlainRefusal, type MtnOperation, verdictOf } from './codes.ts';

/** The failure's code, or what the service does instead. */
const meaning = (operation: MtnOperation, code: string | null) => {
  const verdict = verdictOf(operation, code);
  return verdict.does === 'fail' ? verdict.code : verdict.does;
};

for (const [code, collection, moneyOut] of [
  ['NOT_ENOUGH_FUNDS', 'insufficient_funds', 'wait_for_float'],
  ['APPROVAL_REJECTED', 'customer_declined', 'rail_error'],
  ['TRANSACTION_CANCELED', 'customer_declined', 'rail_error'],
  ['PAYMENT_NOT_APPROVED', 'customer_declined', 'rail_error'],
  ['EXPIRED', 'approval_expired', 'rail_error'],
  ['COULD_NOT_PERFORM_TRANSACTION', 'approval_expired', 'rail_error'],
  ['PAYER_NOT_FOUND', 'customer_not_found', 'rail_error'],
  ['PAYEE_NOT_FOUND', 'rail_error', 'recipient_not_found'],
  ['PAYER_LIMIT_REACHED', 'customer_limit_reached', 'rail_unavailable'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'rail_error', 'recipient_cannot_receive'],
  ['INTERNAL_PROCESSING_ERROR', 'rail_error', 'rail_error'],
  ['SERVICE_UNAVAILABLE', 'rail_unavailable', 'rail_unavailable'],
  ['NOT_ALLOWED', 'rail_error', 'rail_error'],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'rail_error', 'rail_error'],
  ['INVALID_CALLBACK_URL_HOST', 'rail_error', 'rail_error'],
  ['INVALID_CURRENCY', 'rail_error', 'rail_error'],
  ['TRANSFER_TYPE_UNKNOWN', 'rail_error', 'rail_error'],
  ['CONSENT_MISMATCH', 'rail_error', 'rail_error'],
  ['RESOURCE_ALREADY_EXIST', 'ask', 'ask'],
  ['TRANSACTION_NOT_COMPLETED', 'ask', 'ask'],
  ['PAYER_DELAYED', 'ask', 'ask'],
  ['PAYEE_DELAYED', 'ask', 'ask'],
  ['ONGOING', 'ask', 'ask'],
  ['PENDING', 'ask', 'ask'],
  ['RESOURCE_NOT_FOUND', 'not_found', 'not_found'],
  ['TRANSACTION_NOT_FOUND', 'not_found', 'not_found'],
  ['SOMETHING_NEW', 'rail_error', 'rail_error'],
  [null, 'rail_error', 'rail_error'],
] as const) {
  test(`${code} is ${collection} for a collection and ${moneyOut} for money out`, () => {
    assert.equal(meaning('collect', code), collection);
    assert.equal(meaning('pay_out', code), moneyOut);
    // A refund that failed because its payment is unknown is itself known.
    assert.equal(meaning('refund', code), moneyOut === 'not_found' ? 'rail_error' : moneyOut);
  });
}

test('a code is a bare text or in an object', () => {
  const values = ['EXPIRED', { code: 'EXPIRED', message: 'x' }, '', {}, null, undefined, 7, { code: 7 }];
  assert.deepEqual(values.map(codeIn), ['EXPIRED', 'EXPIRED', null, null, null, null, null, null]);
});

test('a 500 is a refusal only with the four codes that had no effect', () => {
  assert.deepEqual(
    [
      [500, 'NOT_ALLOWED'],
      [500, 'INVALID_CURRENCY'],
      [500, 'INTERNAL_PROCESSING_ERROR'],
      [500, null],
      [503, 'SERVICE_UNAVAILABLE'],
      [400, null],
      [302, null],
    ].map(([status, code]) => isPlainRefusal(status as number, code as string | null)),
    [true, true, false, false, false, true, false],
  );
});
