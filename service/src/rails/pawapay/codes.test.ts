import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PawapayVerdict, verdictOn, verdictOnFinal } from './codes.ts';

/** Code: meaning in a deposit, a payout and a refund. One word: the same in all three. */
const expected: Record<string, string> = {
  INSUFFICIENT_BALANCE: 'insufficient_funds float float',
  PAYMENT_IN_PROGRESS: 'rail_unavailable',
  TRANSACTION_ALREADY_IN_PROCESS: 'rail_unavailable',
  PAYER_NOT_FOUND: 'customer_not_found rail_error rail_error',
  PAYER_LIMIT_REACHED: 'customer_limit_reached rail_unavailable rail_unavailable',
  WALLET_LIMIT_REACHED: 'customer_limit_reached recipient_cannot_receive recipient_cannot_receive',
  RECIPIENT_NOT_FOUND: 'recipient_not_found',
  RECIPIENT_LIMIT_REACHED: 'recipient_cannot_receive',
  RECIPIENT_NOT_ALLOWED_TO_RECEIVE: 'recipient_cannot_receive',
  PAWAPAY_WALLET_OUT_OF_FUNDS: 'float',
  BALANCE_INSUFFICIENT: 'float',
  PROVIDER_TEMPORARILY_UNAVAILABLE: 'rail_unavailable',
  CORRESPONDENT_TEMPORARILY_UNAVAILABLE: 'rail_unavailable',
  MANUALLY_CANCELLED: 'rail_error',
  REFUND_IN_PROGRESS: 'busy',
  DEPOSIT_ALREADY_REFUNDED: 'rail_error',
  AMOUNT_TOO_LARGE: 'rail_error',
  INVALID_STATE: 'rail_error',
  NOT_FOUND: 'rail_error',
  AMOUNT_OUT_OF_BOUNDS: 'rail_error',
  INVALID_AMOUNT: 'rail_error',
  INVALID_PHONE_NUMBER: 'customer_not_found recipient_not_found recipient_not_found',
  INVALID_CURRENCY: 'rail_error',
  INVALID_PROVIDER: 'rail_error',
  INVALID_INPUT: 'rail_error',
  MISSING_PARAMETER: 'rail_error',
  UNSUPPORTED_PARAMETER: 'rail_error',
  INVALID_PARAMETER: 'rail_error',
  DUPLICATE_METADATA_FIELD: 'rail_error',
  NO_AUTHENTICATION: 'credentials',
  AUTHENTICATION_ERROR: 'credentials',
  AUTHORISATION_ERROR: 'setup',
  HTTP_SIGNATURE_ERROR: 'setup',
  DEPOSITS_NOT_ALLOWED: 'setup',
  PAYOUTS_NOT_ALLOWED: 'setup',
  REFUNDS_NOT_ALLOWED: 'setup',
  REMITTANCES_NOT_ALLOWED: 'setup',
  UNSPECIFIED_FAILURE: 'rail_error',
  OTHER_ERROR: 'rail_error',
  UNKNOWN_ERROR: 'unknown',
  A_CODE_OF_TOMORROW: 'unknown',
  constructor: 'unknown',
};

const word = (verdict: PawapayVerdict) =>
  verdict.kind === 'failed' ? verdict.code : verdict.kind === 'fault' ? verdict.fault : verdict.kind;

describe("pawaPay's codes", () => {
  for (const [code, meanings] of Object.entries(expected)) {
    it(`${code} means ${meanings}`, () => {
      const [collect, payOut = collect, refund = collect] = meanings.split(' ');
      assert.equal(word(verdictOn({ code, message: '' }, 'collect')), collect);
      assert.equal(word(verdictOn({ code, message: '' }, 'pay_out')), payOut);
      assert.equal(word(verdictOn({ code, message: '' }, 'refund')), refund);
    });
  }

  it('tell a refusal of the customer from silence by the message', () => {
    const of = (message: string) => word(verdictOn({ code: 'PAYMENT_NOT_APPROVED', message }, 'collect'));
    assert.equal(of('The customer cancelled the payment.'), 'customer_declined');
    assert.equal(of('Payment was declined by the payer'), 'customer_declined');
    assert.equal(of('The customer did not authorise the payment in time.'), 'approval_expired');
    assert.equal(of(''), 'approval_expired');
  });
});

describe('the code of a final state', () => {
  it('is always a failure', () => {
    const of = (code: string) => verdictOnFinal({ code, message: '' }, 'pay_out');
    assert.equal(of('PAWAPAY_WALLET_OUT_OF_FUNDS'), 'rail_unavailable');
    assert.equal(of('RECIPIENT_NOT_FOUND'), 'recipient_not_found');
    assert.equal(of('UNKNOWN_ERROR'), 'rail_error');
    assert.equal(of('A_CODE_OF_TOMORROW'), 'rail_error');
    assert.equal(of('HTTP_SIGNATURE_ERROR'), 'rail_error');
    assert.equal(of('REFUND_IN_PROGRESS'), 'rail_error');
  });
});
