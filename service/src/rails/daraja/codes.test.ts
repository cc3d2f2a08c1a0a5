import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payOutVerdict, reversalVerdict, statusVerdict, stkVerdict, transactionState } from './codes.ts';

/** The tables of the provider's documentation, written a second time. */
const stk = {
  insufficient_funds: ['1'],
  rail_error: ['2', '3', '8', '17', '2028', 'SFC_IC0003'],
  customer_limit_reached: ['4'],
  rail_unavailable: ['26', '1001', '1025', '9999'],
  approval_expired: ['1019', '1036', '1037'],
  customer_declined: ['1032', '2001', '8006'],
};

test('each result code of an STK push has its failure, with the code as sent', () => {
  for (const [code, railCodes] of Object.entries(stk))
    for (const railCode of railCodes) {
      const verdict = stkVerdict(railCode);
      assert(verdict.is === 'failed', railCode);
      assert.equal(verdict.failure.code, code, railCode);
      assert.equal(verdict.failure.rail_code, railCode);
    }
  assert.equal(stkVerdict('0').is, 'paid');
  for (const railCode of ['4999', '500.001.1001']) assert.equal(stkVerdict(railCode).is, 'waiting');
  assert.deepEqual(stkVerdict('7777'), { is: 'unknown', railCode: '7777' });
});

test('each result code of a B2C payment has its meaning', () => {
  const failures = {
    rail_error: ['2', '3'],
    recipient_cannot_receive: ['4', '8'],
    recipient_not_found: ['2040', 'SFC_IC0003'],
  };
  for (const [code, railCodes] of Object.entries(failures))
    for (const railCode of railCodes) {
      const verdict = payOutVerdict(railCode, '');
      assert(verdict.is === 'failed' && verdict.failure.code === code, railCode);
    }
  for (const railCode of ['11', '18', '20', '21', '22', '2001', '2006', '2028', '8006'])
    assert.equal(payOutVerdict(railCode, '').is, 'set_up', railCode);
  const empty = payOutVerdict('1', 'The balance is insufficient for the transaction.');
  assert(empty.is === 'set_up' && empty.reason === 'float');
  for (const railCode of ['17', '26', '100000001', '100000002', '100000004', '100000007', '100000009'])
    assert.equal(payOutVerdict(railCode, '').is, 'busy', railCode);
  assert.equal(payOutVerdict('15', '').is, 'sent_before');
  assert.equal(payOutVerdict('0', '').is, 'paid');
  assert.equal(payOutVerdict('31337', '').is, 'unknown');
});

test('a second reversal was sent before, and an invalid receipt is refused', () => {
  assert.equal(reversalVerdict('0', '').is, 'paid');
  assert.equal(reversalVerdict('R000001', '').is, 'sent_before');
  assert.equal(reversalVerdict('R000002', '').is, 'failed');
  const empty = reversalVerdict('1', '');
  assert(empty.is === 'set_up' && empty.reason === 'float');
  for (const railCode of ['11', '21', '2001', '2006', '2028', '8006'])
    assert.equal(reversalVerdict(railCode, '').is, 'set_up', railCode);
});

test('a status query finds nothing, an answer, or no answer', () => {
  assert.equal(statusVerdict('0', '').is, 'paid');
  assert.equal(statusVerdict('25', 'Invalid parameter').is, 'not_found');
  assert.equal(statusVerdict('2032', 'The transaction receipt number does not exist.').is, 'not_found');
  assert.equal(statusVerdict('26', 'System busy').is, 'busy');
  assert.equal(transactionState('Completed'), 'completed');
  for (const status of ['Cancelled', 'Declined', 'Expired']) assert.equal(transactionState(status), 'failed');
  for (const status of ['Initiated', 'Authorized', 'Pending Authorized', ''])
    assert.equal(transactionState(status), 'open');
});
