import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RailResponse } from '../http.ts';
import { readInitiation, readState } from './answers.ts';

const answered = (status: number, json: unknown): RailResponse => ({
  kind: 'answered',
  status,
  json,
});
const reason = (failureCode: string, failureMessage = '') => ({ failureReason: { failureCode, failureMessage } });
const rejected = (code: string) => answered(200, { depositId: 'x', status: 'REJECTED', ...reason(code) });

describe('the answer to a first request', () => {
  const read = (response: RailResponse) => readInitiation(response, 'collect');

  it('is accepted, a duplicate, or refused by a code', () => {
    assert.deepEqual(read(answered(200, { status: 'ACCEPTED', nextStep: 'GET_AUTH_URL' })), {
      kind: 'accepted',
      nextStep: 'GET_AUTH_URL',
    });
    assert.deepEqual(read(answered(200, { status: 'DUPLICATE_IGNORED' })), { kind: 'duplicate' });
    assert.deepEqual(read(rejected('AMOUNT_OUT_OF_BOUNDS')), {
      kind: 'failed',
      failure: { code: 'rail_error', message: 'The provider refused this.', rail_code: 'AMOUNT_OUT_OF_BOUNDS' },
    });
    const older = { status: 'REJECTED', rejectionReason: { rejectionCode: 'AMOUNT_TOO_LARGE', rejectionMessage: '' } };
    const refused = readInitiation(answered(200, older), 'refund');
    assert.equal(refused.kind === 'failed' && refused.failure.rail_code, 'AMOUNT_TOO_LARGE');
  });

  it('is final with REJECTED, whatever the code', () => {
    const tomorrow = read(rejected('A_CODE_OF_TOMORROW'));
    assert.equal(tomorrow.kind === 'failed' && tomorrow.failure.rail_code, 'A_CODE_OF_TOMORROW');
    assert.equal(read(answered(200, { status: 'REJECTED' })).kind, 'failed');
    assert.equal(read(rejected('UNKNOWN_ERROR')).kind, 'unknown');
  });

  it('does not fail a payment for a fault of ours', () => {
    const faultOf = (response: RailResponse) => {
      const initiation = readInitiation(response, 'pay_out');
      return initiation.kind === 'not_taken' ? initiation.answer.fault : initiation.kind;
    };
    assert.equal(faultOf(answered(401, reason('NO_AUTHENTICATION'))), 'credentials');
    assert.equal(faultOf(answered(403, reason('AUTHENTICATION_ERROR'))), 'credentials');
    assert.equal(faultOf(answered(403, reason('HTTP_SIGNATURE_ERROR'))), 'setup');
    assert.equal(faultOf(answered(403, reason('PAYOUTS_NOT_ALLOWED'))), 'setup');
    assert.equal(faultOf(answered(403, { message: 'Forbidden' })), 'credentials');
    assert.equal(faultOf(rejected('PAWAPAY_WALLET_OUT_OF_FUNDS')), 'float');
  });

  it('is repeated later while another refund is open', () => {
    const busy = readInitiation(rejected('REFUND_IN_PROGRESS'), 'refund');
    assert.deepEqual(busy, {
      kind: 'not_taken',
      answer: { state: 'not_taken', askAgainInMs: 5_000, why: 'REFUND_IN_PROGRESS' },
    });
  });

  it('is unknown where pawaPay has not decided', () => {
    for (const response of [
      answered(500, reason('UNKNOWN_ERROR')),
      answered(404, { message: 'no such path' }),
      answered(200, undefined),
      answered(200, { status: 'SOMETHING' }),
      answered(200, []),
      answered(400, { error: 'Bad Request' }),
      { kind: 'unknown', why: 'ECONNRESET', status: null } as const,
    ]) {
      assert.equal(read(response).kind, 'unknown', JSON.stringify(response));
    }
  });

  it('keeps the wait that pawaPay asks for', () => {
    const limited: RailResponse = {
      kind: 'not_taken',
      why: 'the provider answered 429',
      status: 429,
      retryAfterMs: 7_000,
    };
    assert.deepEqual(read(limited), {
      kind: 'not_taken',
      answer: { state: 'not_taken', why: 'the provider answered 429', retryAfterMs: 7_000 },
    });
  });
});

describe('the state of a payment', () => {
  const payer = { type: 'MMO', accountDetails: { phoneNumber: '260763456789', provider: 'MTN_MOMO_ZMB' } };
  const found = (data: object) => answered(200, { status: 'FOUND', data });
  const read = (response: RailResponse) => readState(response, 'collect', 2);

  it('is completed with the amount that pawaPay booked', () => {
    const data = { status: 'COMPLETED', amount: '15.00', currency: 'ZMW', payer, providerTransactionId: 'ABC123' };
    const completed = {
      kind: 'completed',
      railReference: 'ABC123',
      amount: 1_500n,
      currency: 'ZMW',
      phone: '+260763456789',
    };
    assert.deepEqual(read(found(data)), completed);
    assert.deepEqual(read(found({ ...data, amount: 15 })), completed);
    const odd = read(found({ status: 'COMPLETED', amount: '1e3', currency: 'ZMW', payer }));
    assert.equal(odd.kind === 'completed' && odd.amount, null);
  });

  it('is open in each state that is not final', () => {
    for (const status of ['ACCEPTED', 'ENQUEUED', 'SUBMITTED', 'PROCESSING']) {
      const open = { kind: 'open', isReconciled: false, provider: 'MTN_MOMO_ZMB', authorizationUrl: null };
      assert.deepEqual(read(found({ status, payer })), open);
    }
    const stuck = read(found({ status: 'IN_RECONCILIATION', payer }));
    assert.equal(stuck.kind === 'open' && stuck.isReconciled, true);
  });

  it('has the page of a redirect once the operator has it', () => {
    assert.equal(read(found({ status: 'ACCEPTED', nextStep: 'GET_AUTH_URL' })).kind, 'page_later');
    const url = 'https://pay.example.com/c/1';
    const ready = read(found({ status: 'PROCESSING', nextStep: 'REDIRECT_TO_AUTH_URL', authorizationUrl: url }));
    assert.equal(ready.kind === 'open' && ready.authorizationUrl, url);
    const script = read(found({ status: 'PROCESSING', authorizationUrl: 'javascript:alert(1)' }));
    assert.equal(script.kind === 'open' && script.authorizationUrl, null);
  });

  it('fails by the code', () => {
    const failed = (code: string) => {
      const state = readState(found({ status: 'FAILED', ...reason(code) }), 'pay_out', 2);
      return state.kind === 'failed' ? `${state.failure.code} ${state.failure.rail_code}` : state.kind;
    };
    assert.equal(failed('RECIPIENT_NOT_FOUND'), 'recipient_not_found RECIPIENT_NOT_FOUND');
    assert.equal(failed('MANUALLY_CANCELLED'), 'rail_error MANUALLY_CANCELLED');
    assert.equal(failed('A_CODE_OF_TOMORROW'), 'rail_error A_CODE_OF_TOMORROW');
    assert.equal(read(found({ status: 'FAILED' })).kind, 'failed');
  });

  it('is not found, or unknown, never failed by a bad answer', () => {
    assert.equal(read(answered(200, { status: 'NOT_FOUND' })).kind, 'not_found');
    for (const response of [
      answered(401, reason('NO_AUTHENTICATION')),
      answered(404, reason('NOT_FOUND')),
      answered(200, { status: 'FOUND' }),
      answered(200, { status: 'FOUND', data: { status: 'NEW_STATE' } }),
      answered(200, undefined),
      { kind: 'unknown', why: 'HTML', status: 200 } as const,
    ]) {
      assert.equal(read(response).kind, 'unknown', JSON.stringify(response));
    }
  });
});
