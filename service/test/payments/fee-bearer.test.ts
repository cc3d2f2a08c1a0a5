import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, eventsOf, openPayment, paidPayment, phone, refundWith, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { askToPay, availableTo, payerWith, setFee } from '../support/wallet-payments.ts';

/** The fee of these tests is 2 % and 5. */
const byPayer = { fee_bearer: 'payer' };
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

async function shopWithFee(): Promise<TestMerchant> {
  const shop = await service.merchant();
  await setFee(service, shop);
  return shop;
}
const money = ({ amount, charged_amount, fee, net, fee_bearer }: any) => [amount, charged_amount, fee, net, fee_bearer];

describe('a payment whose payer bears the fee', () => {
  it('costs the payer what the quote said, and leaves the amount to the merchant', async () => {
    const shop = await shopWithFee();
    const asked = '/fees/quote?kind=payment&currency=XOF&amount=10000';
    const quote = (await shop.call('GET', `${asked}&bearer=payer`)).body;
    assert.deepEqual([quote.fee, quote.total, quote.net, quote.bearer], [205, 10_205, 10_000, 'payer']);
    const usual = (await shop.call('GET', asked)).body;
    assert.deepEqual([usual.total, usual.net, usual.bearer], [10_000, 9_795, 'merchant']);
    const paid = await paidPayment(shop, byPayer);
    assert.deepEqual(money(paid), [10_000, 10_205, 205, 10_000, 'payer']);
    assert.deepEqual(await balance(shop, paid.wallet), [10_000, 0]);
    const [event] = (await eventsOf(shop, paid.id)).slice(-1);
    assert.deepEqual(money(event.data.object), money(paid));
    assert.deepEqual(money(await paidPayment(shop)), [10_000, 10_000, 205, 9_795, 'merchant']);
  });

  it('shows both amounts to the customer before the approval, and takes the charged amount', async () => {
    const shop = await shopWithFee();
    const payer = await payerWith(service, 1_025n);
    const { id, wallet } = await askToPay(shop, payer, byPayer);
    const seen = (await payer.call('GET', `/payments/${id}/request`)).body;
    assert.deepEqual([seen.amount, seen.charged_amount], [1_000, 1_025]);
    const approved = await payer.call('POST', `/payments/${id}/approve`);
    assert.deepEqual([approved.status, approved.body.charged_amount], [200, 1_025]);
    assert.equal(await availableTo(payer), 0);
    assert.deepEqual(await balance(shop, wallet), [1_000, 0]);
  });

  it('is not approved by a wallet that has the amount but not the fee', async () => {
    const shop = await shopWithFee();
    const payer = await payerWith(service, 1_024n);
    const { id } = await askToPay(shop, payer, byPayer);
    assert.deepEqual(refusal(await payer.call('POST', `/payments/${id}/approve`)), [402, 'insufficient_funds']);
  });

  it('is refunded up to the amount: the fee stays', async () => {
    const shop = await shopWithFee();
    const payer = await payerWith(service, 1_025n);
    const { id, wallet } = await askToPay(shop, payer, byPayer);
    await payer.call('POST', `/payments/${id}/approve`);
    const more = await shop.call('POST', '/refunds', { payment: id, amount: 1_001 });
    assert.deepEqual([...refusal(more), more.body.error.remaining], [422, 'refund_exceeds_remaining', 1_000]);
    const part = await shop.call('POST', '/refunds', { payment: id, amount: 1 });
    await refundWith(shop, part.body.id, 'succeeded');
    const rest = await shop.call('POST', '/refunds', { payment: id });
    assert.equal(rest.body.amount, 999);
    await refundWith(shop, rest.body.id, 'succeeded');
    const one = await shop.call('POST', '/refunds', { payment: id, amount: 1 });
    assert.deepEqual(refusal(one), [422, 'refund_exceeds_remaining']);
    assert.equal(await availableTo(payer), 1_000);
    assert.deepEqual(await balance(shop, wallet), [0, 0]);
    const { body } = await shop.call('GET', `/payments/${id}`);
    assert.deepEqual([...money(body), body.amount_refunded], [1_000, 1_025, 25, 1_000, 'payer', 1_000]);
  });

  it('is found and counted by the charged amount', async () => {
    const shop = await shopWithFee();
    const { id } = await paidPayment(shop, byPayer);
    const found = async (amount: number) =>
      (await shop.call('GET', `/payments?amount=${amount}`)).body.data.map((one: any) => one.id);
    assert.deepEqual([await found(10_205), await found(10_000)], [[id], []]);
    const { succeeded } = (await shop.call('GET', '/payments/totals')).body;
    assert.deepEqual(succeeded, [{ currency: 'XOF', count: 1, amount: 10_205 }]);
  });

  it('is refused with manual capture, with shares, and above the largest amount', async () => {
    const shop = await shopWithFee();
    const order = { amount: 1_000, currency: 'XOF', customer: phone('0007'), ...byPayer };
    const ask = async (fields: object) => {
      const { status, body } = await shop.call('POST', '/payments', { ...order, ...fields });
      return [status, body.error?.param, body.error?.details?.[0]?.reason];
    };
    assert.deepEqual(await ask({ capture: 'manual' }), [400, 'fee_bearer', 'not_together']);
    const split = [{ wallet: await shop.wallet('XOF'), amount: 1 }];
    assert.deepEqual(await ask({ split }), [400, 'fee_bearer', 'not_together']);
    assert.deepEqual(await ask({ amount: 999_999_999_999 }), [400, 'amount', 'too_large']);
    const quote = '/fees/quote?currency=XOF&bearer=payer';
    const most = await shop.call('GET', `${quote}&kind=payment&amount=999999999999`);
    assert.deepEqual(refusal(most), [400, 'amount_out_of_bounds']);
    const payout = await shop.call('GET', `${quote}&kind=payout&amount=100`);
    assert.deepEqual([...refusal(payout), payout.body.error.param], [400, 'validation_failed', 'bearer']);
    assert.deepEqual(await ask({ amount: 980_392_156_858 }), [400, 'amount', 'too_large']);
    const largest = await openPayment(shop, { amount: 980_392_156_857, ...byPayer });
    assert.equal(largest.charged_amount, 999_999_999_999);
  });
});
