import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Collection } from '../rail.ts';
import { chooseSession, readSession, readSessions, sessionAnswer, sessionBody } from './session.ts';

const id = 'pay_01h0000000000000000000000a';
const collection: Collection = {
  id,
  amount: 1000n,
  currency: 'XOF',
  sentAt: new Date('2021-12-08T10:13:03Z'),
  handle: null,
  received: [],
  callbackUrl: null,
  customer: '+221761110000',
  payerWallet: null,
  createdAt: new Date('2021-12-08T10:13:03Z'),
  expiresAt: new Date('2021-12-08T10:43:03Z'),
  merchant: 'Annas Apiaries',
  reference: null,
  description: null,
  successUrl: 'https://example.com/success',
  cancelUrl: 'https://example.com/error',
  code: null,
};

/** The session of docs.wave.com, Checkout. */
const open = {
  id: 'cos-18qq25rgr100a',
  amount: '1000',
  checkout_status: 'open',
  client_reference: id,
  currency: 'XOF',
  error_url: 'https://example.com/error',
  last_payment_error: null,
  business_name: 'Annas Apiaries',
  payment_status: 'processing',
  success_url: 'https://example.com/success',
  wave_launch_url: 'https://pay.wave.com/c/cos-18qq25rgr100a',
  when_completed: null,
  when_created: '2021-12-08T10:13:04Z',
  when_expires: '2021-12-09T10:13:04Z',
  transaction_id: null,
};
const noFunds = { code: 'insufficient-funds', message: 'The customer has insufficient funds.' };
const answer = (changes: object) => sessionAnswer(readSession({ ...open, ...changes })!, collection, 0);

test('the request names our id, the payer and the return addresses', () => {
  const options = { exponent: 0, restrictPayer: true, aggregatedMerchant: undefined };
  assert.deepEqual(sessionBody(collection, options), {
    amount: '1000',
    currency: 'XOF',
    success_url: 'https://example.com/success',
    error_url: 'https://example.com/error',
    client_reference: id,
    restrict_payer_mobile: '+221761110000',
  });
  assert.deepEqual(
    Object.keys(sessionBody(collection, { exponent: 0, restrictPayer: false, aggregatedMerchant: 'am-1' })!).at(-1),
    'aggregated_merchant_id',
  );
  assert.equal(sessionBody({ ...collection, cancelUrl: null }, options), null);
});

test("an open session is a redirect until the session's own time", () => {
  assert.deepEqual(answer({}), {
    state: 'requires_action',
    handle: 'cos-18qq25rgr100a',
    nextAction: {
      type: 'redirect',
      expires_at: '2021-12-09T10:13:04.000Z',
      instructions: 'Open the link in a browser and pay with Wave.',
      redirect_url: 'https://pay.wave.com/c/cos-18qq25rgr100a',
    },
  });
});

test('a failed attempt is not the end of the session', () => {
  const state = answer({ payment_status: 'cancelled', last_payment_error: noFunds }).state;
  assert.equal(state, 'requires_action');
});

test('only the payment status makes a success', () => {
  const paid = answer({ checkout_status: 'complete', payment_status: 'succeeded', transaction_id: 'TCN4Y4ZC3FM' });
  assert.deepEqual(paid, {
    state: 'succeeded',
    railReference: 'TCN4Y4ZC3FM',
    handle: 'cos-18qq25rgr100a',
    received: { amount: 1000n, currency: 'XOF', payer: null },
  });
  assert.equal(answer({ checkout_status: 'complete' }).state, 'processing');
});

test('the received amount is reported as it is, and an unreadable one is no success', () => {
  const paid = { checkout_status: 'complete', payment_status: 'succeeded' };
  const other = answer({ ...paid, amount: 900 });
  assert.equal(other.state === 'succeeded' && other.received?.amount, 900n);
  assert.throws(() => answer({ ...paid, amount: '1e3' }), /no readable amount/);
});

test('an expired session fails with the last error, or because nobody paid', () => {
  const failureOf = (changes: object) => {
    const one = answer(changes);
    return one.state === 'failed' ? [one.failure.code, one.failure.rail_code] : one.state;
  };
  const expired = { checkout_status: 'expired' };
  assert.deepEqual(failureOf(expired), ['approval_expired', null]);
  assert.deepEqual(failureOf({ ...expired, payment_status: 'cancelled' }), ['approval_expired', null]);
  const withError = { ...expired, last_payment_error: noFunds };
  assert.deepEqual(failureOf(withError), ['insufficient_funds', 'insufficient-funds']);
  const canceled = { checkout_status: 'complete', payment_status: 'cancelled' };
  assert.deepEqual(failureOf(canceled), ['customer_declined', 'cancelled']);
  assert.equal(failureOf({ ...canceled, transaction_id: 'TCN4Y4ZC3FM' }), 'reversed');
});

test('the session of another payment is never taken', () => {
  assert.throws(() => answer({ client_reference: 'pay_other' }), /belongs to pay_other/);
});

test('a search prefers a paid session, then an open one', () => {
  const paid = { ...open, id: 'cos-2', checkout_status: 'complete', payment_status: 'succeeded' };
  const expired = { ...open, id: 'cos-3', checkout_status: 'expired' };
  const chosen = (...result: object[]) => chooseSession(readSessions({ result })!)?.id;
  assert.equal(chosen(expired, open, paid), 'cos-2');
  assert.equal(chosen(expired, open), open.id);
  assert.equal(chosen(expired), 'cos-3');
  assert.equal(chosen(), undefined);
  assert.equal(readSessions({}), null);
  for (const body of [null, 'x', [], {}, { id: 5 }, { id: 'cos-1' }]) assert.equal(readSession(body), null);
});
