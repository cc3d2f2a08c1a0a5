import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSent } from './sent.ts';
import { readTransaction } from './transaction.ts';

const read = (json: unknown, status = 200, exponent = 2) =>
  readTransaction({ kind: 'answered', status, json }, exponent);

test('an amount is read from text, number and with more decimals', () => {
  for (const amount of ['10.50', 10.5, '10.5', '10.5000']) {
    const payer = { partyIdType: 'MSISDN', partyId: '256772123456' };
    const success = { status: 'SUCCESSFUL', amount, currency: 'ZMW', financialTransactionId: 36, payer };
    assert.deepEqual(read(success), {
      state: 'succeeded',
      railReference: '36',
      amount: 1050n,
      currency: 'ZMW',
      payer: '+256772123456',
    });
  }
  const { amount } = read({ status: 'SUCCESSFUL', amount: 'ten', currency: 'ZMW' }) as { amount: bigint | null };
  assert.equal(amount, null);
});

test('a reason is a bare text or an object, and may be missing', () => {
  assert.deepEqual(read({ status: 'FAILED', reason: 'EXPIRED' }), { state: 'failed', code: 'EXPIRED' });
  assert.deepEqual(read({ status: 'FAILED', reason: { code: 'EXPIRED' } }), { state: 'failed', code: 'EXPIRED' });
  assert.deepEqual(read({ status: 'FAILED' }), { state: 'failed', code: null });
});

test("only an answer in the provider's form says something", () => {
  const states = [
    read({ status: 'PENDING' }),
    read({ status: 'CREATED' }),
    read({ status: 'ONGOING' }),
    read({ status: 'PAUSED' }),
    read('SUCCESSFUL'),
    read(undefined),
    read({ status: 'SUCCESSFUL' }, 202),
    read({ code: 'RESOURCE_NOT_FOUND' }, 404),
    read({ statusCode: 404, message: 'Resource not found' }, 404),
    read({ code: 'INTERNAL_PROCESSING_ERROR' }, 500),
    readTransaction({ kind: 'unknown', why: 'HTML' }, 0),
    readTransaction({ kind: 'not_taken', why: '401', fault: 'credentials' }, 0),
  ].map(({ state }) => state);
  assert.deepEqual(states, [
    'waits',
    'waits',
    'ongoing',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
    'not_found',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
});

test('the answer to an order is accepted, a duplicate, refused, not taken or unknown', () => {
  const sent = (status: number, json?: unknown) => readSent({ kind: 'answered', status, json }).state;
  assert.deepEqual(
    [
      sent(202),
      sent(409, { code: 'RESOURCE_ALREADY_EXIST' }),
      sent(400),
      sent(500, { code: 'INVALID_CURRENCY' }),
      sent(500, { code: 'INTERNAL_PROCESSING_ERROR' }),
      sent(503, { code: 'SERVICE_UNAVAILABLE' }),
      sent(200),
      sent(404, { statusCode: 404 }),
      sent(404, { code: 'RESOURCE_NOT_FOUND' }),
      readSent({ kind: 'not_taken', why: 'ECONNREFUSED' }).state,
      readSent({ kind: 'unknown', why: 'HTML' }).state,
    ],
    [
      'accepted',
      'duplicate',
      'refused',
      'refused',
      'unknown',
      'unknown',
      'unknown',
      'not_taken',
      'refused',
      'not_taken',
      'unknown',
    ],
  );
});
