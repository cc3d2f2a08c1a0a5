import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { fixedRails } from '../../src/rails/rail.ts';
import { balance, openPayment, refundWith, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { setByTwo } from '../support/operators.ts';
import { startWave, type WaveTest } from './wave-rail.ts';

/** Wave refunds only whole payments. It has the name of the sandbox here, so that test keys reach it. */
let service: TestService;
let wave: WaveTest;
let refuses = false;
before(async () => {
  wave = await startWave();
  const addresses = { successUrl: 'https://example.com/success', cancelUrl: 'https://example.com/error' };
  const collect: typeof wave.rail.collect = (collection) => wave.rail.collect({ ...collection, ...addresses });
  const failure = { code: 'recipient_cannot_receive', message: 'The account is closed.', rail_code: null } as const;
  const refund: typeof wave.rail.refund = async (repayment) =>
    refuses ? { state: 'failed', failure } : wave.rail.refund(repayment);
  const rails = fixedRails({ sandbox: { ...wave.rail, name: 'sandbox', collect, refund } });
  service = await startTestService({ FEE_QUOTE_SECONDS: '0' }, undefined, undefined, undefined, rails);
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
  await wave.stop();
});

/** 2.5 % and 18 % of it: a payment of 1 000 has a fee of 25 and a tax of 5. */
const rate = { basis_points: 250, fixed: 0, tax_basis_points: 1_800 };
async function shopWith(fields: object): Promise<TestMerchant> {
  const shop = await service.merchant();
  await setByTwo(service, 'fees', { merchant: shop.merchantId, livemode: false, currency: 'XOF', ...rate, ...fields });
  return shop;
}

/** A payment of 1 000 that succeeded, whose payer gave 1 030. */
async function paidBy(shop: TestMerchant): Promise<any> {
  const made = await openPayment(shop, { amount: 1_000, customer: '+221770001234', fee_bearer: 'payer' });
  assert.equal(made.charged_amount, 1_030);
  return until(async () => {
    // At once instead of at Wave's pace.
    await service.db.pool.query('UPDATE payments SET due_at = now() WHERE due_at IS NOT NULL AND id = $1', [made.id]);
    service.db.node.wake('payments');
    const { body } = await shop.call('GET', `/payments/${made.id}`);
    return body.status === 'succeeded' && body;
  });
}
const refund = (shop: TestMerchant, payment: string, fields: object = {}) =>
  shop.call('POST', '/refunds', { payment, ...fields });
const back = ({ amount_refunded, fee_on_refund, fee_returned, tax_returned, fee, net }: any) => [
  amount_refunded,
  fee_on_refund,
  fee_returned,
  tax_returned,
  fee,
  net,
];
const read = async (shop: TestMerchant, { id }: any) => (await shop.call('GET', `/payments/${id}`)).body;

describe('a payment whose payer bears the fee, on a rail that refunds only whole payments', () => {
  it('is refunded with the charged amount, and the merchant pays the fee', async () => {
    const shop = await shopWith({ fee_on_refund: 'kept' });
    const paid = await paidBy(shop);
    assert.deepEqual(await balance(shop, paid.wallet), [1_000, 0]);
    assert.deepEqual(refusal(await refund(shop, paid.id)), [402, 'insufficient_funds']);
    await shop.wallet('XOF', 30n);
    const part = await refund(shop, paid.id, { amount: 1_000 });
    assert.deepEqual(refusal(part), [422, 'refund_must_be_whole']);
    const more = await refund(shop, paid.id, { amount: 1_031 });
    assert.deepEqual([...refusal(more), more.body.error.remaining], [422, 'refund_exceeds_remaining', 1_030]);
    const made = await refund(shop, paid.id);
    assert.deepEqual([made.status, made.body.amount], [201, 1_030], made.text);
    const again = await refund(shop, paid.id);
    assert.deepEqual([...refusal(again), again.body.error.remaining], [422, 'refund_exceeds_remaining', 0]);
    await refundWith(shop, made.body.id, 'succeeded');
    assert.deepEqual(await wave.movements(made.body.id), [['refund', '-1030']]);
    assert.deepEqual(back(await read(shop, paid)), [1_030, 'kept', 0, 0, 25, 1_000]);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
    assert.deepEqual(refusal(await refund(shop, paid.id)), [422, 'refund_exceeds_remaining']);
  });

  it('gets the fee back from the deployment if the rule of its fee says so', async () => {
    const shop = await shopWith({ fee_on_refund: 'returned' });
    const quote = '/fees/quote?kind=payment&amount=1000&currency=XOF&bearer=payer';
    const quoted = async (more: string) => (await shop.call('GET', `${quote}${more}`)).body.fee_on_refund;
    assert.deepEqual([await quoted('&rail=sandbox'), await quoted('')], ['returned', 'kept']);
    const paid = await paidBy(shop);
    assert.deepEqual(back(paid), [0, 'returned', 0, 0, 25, 1_000]);
    const made = await refund(shop, paid.id);
    assert.deepEqual([made.status, made.body.amount], [201, 1_030], 'the amount is enough');
    const done = await refundWith(shop, made.body.id, 'succeeded');
    assert.deepEqual([done.fee_returned, done.tax_returned], [25, 5]);
    assert.deepEqual(back(await read(shop, paid)), [1_030, 'returned', 25, 5, 25, 1_000]);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
    assert.deepEqual(await wave.movements(made.body.id), [['refund', '-1030']]);
  });

  it('has everything again after a refund that failed', async () => {
    const shop = await shopWith({ fee_on_refund: 'returned' });
    const paid = await paidBy(shop);
    refuses = true;
    const made = await refund(shop, paid.id);
    await refundWith(shop, made.body.id, 'failed');
    refuses = false;
    assert.deepEqual(back(await read(shop, paid)), [0, 'returned', 0, 0, 25, 1_000]);
    assert.deepEqual(await balance(shop, paid.wallet), [1_000, 0]);
    const second = await refund(shop, paid.id, { amount: 1_030 });
    assert.equal(second.status, 201, second.text);
    await refundWith(shop, second.body.id, 'succeeded');
  });
});
