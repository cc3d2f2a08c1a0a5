import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkoutVerdict, failedPayout, payoutVerdict, readWaveError, sessionFailure } from './codes.ts';

const error = (code: string, extra: object = {}) => readWaveError({ code, message: 'text', ...extra });
const codeOf = (verdict: ReturnType<typeof payoutVerdict>) => ('failure' in verdict ? verdict.failure.code : null);

test('the code is read in each of the spellings of the documents', () => {
  assert.equal(readWaveError({ code: 'not-found', message: 'x' })?.code, 'not-found');
  assert.equal(readWaveError({ error: 'not-found', message: 'x' })?.code, 'not-found');
  assert.equal(readWaveError({ error_code: 'recipient-minor', error_message: 'x' })?.message, 'x');
  assert.equal(readWaveError({ error: { code: 'checkout-refund-failed' } })?.code, 'checkout-refund-failed');
  for (const body of [null, undefined, 'text', 5, [], {}, { code: 5 }, { message: 'x' }])
    assert.equal(readWaveError(body), null);
});

test('each code of a payout has the outcome of the table', () => {
  const table = {
    'recipient-minor': ['refused', 'recipient_cannot_receive'],
    'recipient-account-blocked': ['refused', 'recipient_cannot_receive'],
    'recipient-account-inactive': ['refused', 'recipient_cannot_receive'],
    'recipient-limit-exceeded': ['refused', 'recipient_cannot_receive'],
    'country-mismatch': ['refused', 'recipient_cannot_receive'],
    'insufficient-funds': ['float', 'rail_unavailable'],
    'disabled-wallet': ['float', 'rail_unavailable'],
    'currency-mismatch': ['refused', 'rail_error'],
    'aggregated-merchant-required': ['refused', 'rail_error'],
    'invalid-aggregated-merchant-id': ['refused', 'rail_error'],
    'request-not-json': ['refused', 'rail_error'],
    'request-parsing-error': ['refused', 'rail_error'],
    'request-validation-error': ['refused', 'rail_error'],
    'idempotency-mismatch': ['mismatch', 'rail_error'],
    'not-found': ['missing', null],
    'service-unavailable': ['unknown', null],
    'internal-server-error': ['unknown', null],
    'too-many-requests': ['unknown', null],
    'a-code-of-tomorrow': ['unknown', null],
    'no-matching-api-key': ['credentials', 'rail_unavailable'],
    'api-key-revoked': ['credentials', 'rail_unavailable'],
    'unauthorized-wallet': ['credentials', 'rail_unavailable'],
  } as const;
  for (const [code, [kind, failure]] of Object.entries(table)) {
    const verdict = payoutVerdict(error(code));
    assert.deepEqual([verdict.kind, codeOf(verdict)], [kind, failure], code);
    if ('failure' in verdict) assert.equal(verdict.failure.rail_code, code);
  }
  assert.equal(payoutVerdict(null).kind, 'unknown');
});

test('a validation error that names the phone means that the recipient is not found', () => {
  const named = [
    { details: [{ loc: ['mobile'], msg: 'value is not a valid phone number' }] },
    { details: [{ loc: ['payouts', 0, 'mobile'], msg: 'bad' }] },
    { message: 'mobile: not a valid phone number' },
  ];
  for (const extra of named)
    assert.equal(codeOf(payoutVerdict(error('request-validation-error', extra))), 'recipient_not_found');
  const other = { details: [{ loc: ['receive_amount'], msg: 'bad' }] };
  assert.equal(codeOf(payoutVerdict(error('request-validation-error', other))), 'rail_error');
  const payer = { details: [{ loc: ['restrict_payer_mobile'], msg: 'bad' }] };
  assert.equal(codeOf(checkoutVerdict(error('request-validation-error', payer))), 'customer_not_found');
});

test('each code of a session has the outcome of the table', () => {
  const table = {
    'insufficient-funds': 'insufficient_funds',
    'blocked-account': 'customer_declined',
    'payer-mobile-mismatch': 'customer_declined',
    'cross-border-payment-not-allowed': 'rail_error',
    'customer-age-restricted': 'rail_error',
    'kyb-limits-exceeded': 'rail_error',
    'payment-failure': 'rail_error',
    'a-code-of-tomorrow': 'approval_expired',
  };
  for (const [code, failure] of Object.entries(table)) {
    assert.equal(sessionFailure(error(code)).code, failure, code);
    assert.equal(sessionFailure(error(code)).rail_code, code);
  }
  assert.deepEqual([sessionFailure(null).code, sessionFailure(null).rail_code], ['approval_expired', null]);
});

test("each error of a checkout's calls has the outcome of the table", () => {
  for (const code of ['missing-auth-header', 'invalid-auth', 'api-key-not-provided', 'disabled-wallet'])
    assert.equal(checkoutVerdict(error(code)).kind, 'credentials', code);
  assert.equal(codeOf(checkoutVerdict(error('request-validation-error'))), 'rail_error');
  assert.equal(codeOf(checkoutVerdict(error('checkout-refund-failed'))), 'rail_error');
  assert.equal(checkoutVerdict(error('checkout-session-not-found')).kind, 'missing');
  for (const code of ['internal-server-error', 'service-unavailable', 'a-code-of-tomorrow'])
    assert.equal(checkoutVerdict(error(code)).kind, 'unknown', code);
});

test('a payout that Wave calls failed is final, also with an unknown code', () => {
  assert.equal(failedPayout(error('recipient-minor')).code, 'recipient_cannot_receive');
  assert.deepEqual(
    [failedPayout(error('a-code-of-tomorrow')).code, failedPayout(error('a-code-of-tomorrow')).rail_code],
    ['rail_error', 'a-code-of-tomorrow'],
  );
  assert.equal(failedPayout(null).code, 'rail_error');
});
