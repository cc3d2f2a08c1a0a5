import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerified } from './look-up.ts';
import { readWaveTransaction } from './statement.ts';

/** The row of docs.wave.com, Balance & Reconciliation. */
const row = {
  timestamp: '2022-11-07T14:41:15Z',
  transaction_id: 'T_V3TFOUE7VU',
  transaction_type: 'merchant_payment',
  amount: '99',
  fee: '1',
  balance: '10344',
  currency: 'XOF',
  is_reversal: false,
  counterparty_name: 'Mame Diop',
  counterparty_mobile: '+221761110000',
  client_reference: null,
  custom_fields: { patient_id: '12345' },
};

test('a direct payment is a movement of what arrived, without its fee', () => {
  assert.deepEqual(readWaveTransaction(row, 0), [
    {
      operation: 'T_V3TFOUE7VU',
      record: null,
      kind: 'incoming',
      amount: 99n,
      currency: 'XOF',
      at: new Date('2022-11-07T14:41:15Z'),
      phone: '+221761110000',
      accountText: '12345',
    },
  ]);
});

test('a payout and its fee are two movements, and a reversal brings both back', () => {
  const payout = { ...row, transaction_type: 'api_payout', amount: '-500', fee: '5', client_reference: 'pit_1' };
  const movements = (changes: object) =>
    readWaveTransaction({ ...payout, ...changes }, 0).map(({ kind, amount, record }) => [kind, amount, record]);
  assert.deepEqual(movements({}), [
    ['payout', -500n, 'pit_1'],
    ['fee', -5n, 'pit_1'],
  ]);
  assert.deepEqual(movements({ transaction_type: 'api_payout_reversal', amount: '500', fee: '-5' }), [
    ['reversal', 500n, 'pit_1'],
    ['fee', 5n, 'pit_1'],
  ]);
});

test('a payment is a movement of what the customer paid, and its fee is another one', () => {
  const paid = { ...row, transaction_type: 'api_checkout', client_reference: 'pay_1' };
  const movements = readWaveTransaction(paid, 0).map(({ kind, amount, record }) => [kind, amount, record]);
  assert.deepEqual(movements, [
    ['collection', 100n, 'pay_1'],
    ['fee', -1n, 'pay_1'],
  ]);
});

test("a refund does not carry its own id, and an unknown kind is 'other'", () => {
  const [refund] = readWaveTransaction(
    { ...row, transaction_type: 'api_checkout_refund', client_reference: 'pay_1' },
    0,
  );
  assert.deepEqual([refund?.kind, refund?.record], ['refund', null]);
  assert.equal(readWaveTransaction({ ...row, transaction_type: 'constructor' }, 0)[0]?.kind, 'other');
  for (const item of [null, {}, { ...row, amount: 'x' }, { ...row, timestamp: 'x' }])
    assert.deepEqual(readWaveTransaction(item, 0), []);
});

test('a verified recipient says what Wave knows, and no more', () => {
  const verified = (name_match: string, within_limits: unknown = true) =>
    readVerified({ within_limits, name_match, national_id_match: null });
  assert.deepEqual(verified('MATCH'), { exists: true, canReceive: true, name: null, nameMatch: 'full' });
  assert.deepEqual(verified('NO_MATCH'), { exists: true, canReceive: true, name: null, nameMatch: 'none' });
  const unknown = { exists: null, canReceive: false, name: null, nameMatch: 'unknown' };
  assert.deepEqual(verified('NAME_NOT_KNOWN', false), unknown);
  assert.throws(() => readVerified({}), /within_limits/);
});
