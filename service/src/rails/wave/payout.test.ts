import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Disbursement } from '../rail.ts';
import { choosePayout, payoutAnswer, payoutBody, readWavePayout, readWavePayouts } from './payout.ts';
import { batchHandle, fencedHandle, keyHandle, readWaveHandle } from './payout-handle.ts';

const id = 'pit_01h0000000000000000000000a';
const item: Disbursement = {
  id,
  amount: 500n,
  currency: 'XOF',
  sentAt: new Date('2022-06-20T17:17:11Z'),
  handle: null,
  received: [],
  callbackUrl: null,
  recipient: '+221555110219',
  name: 'Fatou Ndiaye',
  reference: null,
  description: 'Salaire de février, équipe « nord » et l’équipe sud',
  merchant: 'Annas Apiaries',
};
/** The payout of docs.wave.com, Payout. */
const paid = {
  id: 'pt-185b5e4b8100c',
  currency: 'XOF',
  receive_amount: '500',
  fee: '5',
  mobile: '+221555110219',
  name: 'Fatou Ndiaye',
  client_reference: id,
  status: 'succeeded',
  timestamp: '2022-06-20T17:17:11Z',
};
const answer = (changes: object) => payoutAnswer(readWavePayout({ ...paid, ...changes })!, item, 0);
const failed = (error_code: string) => ({ status: 'failed', payout_error: { error_code, error_message: 'text' } });

test('the request names our id, and its reason fits on the receipt', () => {
  assert.deepEqual(payoutBody(item, { exponent: 0, aggregatedMerchant: undefined }), {
    currency: 'XOF',
    receive_amount: '500',
    mobile: '+221555110219',
    name: 'Fatou Ndiaye',
    payment_reason: 'Salaire de fevrier equipe nord et l',
    client_reference: id,
  });
});

test('the body depends only on the item: a repeat with another body would be refused', () => {
  const options = { exponent: 0, aggregatedMerchant: undefined };
  const later = { ...item, merchant: 'A new name', sentAt: new Date(), handle: 'key:x/y' };
  assert.deepEqual(payoutBody(later, options), payoutBody(item, options));
});

test('a part of a unit cannot be paid', () => {
  const options = { exponent: 2, aggregatedMerchant: undefined };
  assert.equal(payoutBody({ ...item, amount: 1050n, currency: 'GMD' }, options), null);
  const whole = payoutBody({ ...item, amount: 1000n, currency: 'GMD' }, options) as { receive_amount: string };
  assert.equal(whole.receive_amount, '10');
});

test('a succeeded payout reports its fee', () => {
  assert.deepEqual(answer({}), {
    state: 'succeeded',
    railReference: 'pt-185b5e4b8100c',
    handle: 'pt-185b5e4b8100c',
    fee: 5n,
  });
});

test('a payout in processing, or with an unknown status, stays open', () => {
  for (const status of ['processing', 'a-status-of-tomorrow']) assert.equal(answer({ status }).state, 'pending');
});

test('another amount, currency or reference is no success', () => {
  assert.throws(() => answer({ receive_amount: '501' }), /another amount/);
  assert.throws(() => answer({ currency: 'GMD' }), /another amount/);
  assert.throws(() => answer({ client_reference: 'pit_other' }), /belongs to pit_other/);
});

test('an empty float fails no item, a refused recipient does, and a reversed payout is returned', () => {
  const float = answer(failed('insufficient-funds'));
  assert.deepEqual([float.state, float.state === 'not_taken' && float.fault], ['not_taken', 'float']);
  const blocked = answer(failed('recipient-account-blocked'));
  assert.equal(blocked.state === 'failed' && blocked.failure.code, 'recipient_cannot_receive');
  assert.equal(blocked.state === 'failed' && blocked.failure.rail_code, 'recipient-account-blocked');
  assert.equal(answer({ status: 'reversed' }).state, 'returned');
});

test('a complete batch may have an item in processing', () => {
  const payouts = [
    { ...paid, id: 'pt-185skxq9g100w' },
    { ...paid, id: 'pt-2', status: 'processing' },
  ];
  const batch = { id: 'pb-185skxq8g1006', status: 'complete', payouts };
  assert.deepEqual(
    readWavePayouts(batch)?.map(({ status }) => status),
    ['succeeded', 'processing'],
  );
});

test('a search prefers a payout that moved money or may do so', () => {
  const chosen = (...result: object[]) => choosePayout(readWavePayouts({ result })!)?.id;
  const lost = { ...paid, id: 'pt-f', ...failed('insufficient-funds') };
  assert.equal(chosen(lost, { ...paid, id: 'pt-p', status: 'processing' }, paid), paid.id);
  assert.equal(chosen(lost, { ...paid, id: 'pt-p', status: 'processing' }), 'pt-p');
  assert.equal(chosen(lost), 'pt-f');
  assert.equal(readWavePayouts({}), null);
});

test('a handle is read as it was written', () => {
  const key = '65f735b4-b44b-429d-b0a8-550701e2393a';
  assert.deepEqual(readWaveHandle(batchHandle('pb-185skxq8g1006', item)), { kind: 'batch', id: 'pb-185skxq8g1006' });
  assert.deepEqual(readWaveHandle(keyHandle(key, item)), { kind: 'key', key });
  assert.deepEqual(readWaveHandle(fencedHandle(key, 17, item)), { kind: 'fenced', key, at: 17 });
  assert.deepEqual(readWaveHandle(paid.id), { kind: 'payout', id: paid.id });
  assert.equal(readWaveHandle(null), null);
});
