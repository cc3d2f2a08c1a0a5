import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, eventsOf, openPayment, paidPayment, phone, refundWith, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { itemsOf, newWallet, paidOut, pay, payCsv } from '../support/payout-flows.ts';
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

describe('a payout whose receivers bear the fees', () => {
  const byReceiver = { fee_bearer: 'receiver' };
  /** The fee of an item is 2 % and 5. */
  async function payerShop(): Promise<TestMerchant> {
    const shop = await service.merchant();
    const text = `INSERT INTO fees (merchant_id, livemode, currency, charged_on, basis_points, fixed)
      VALUES ($1, false, 'XOF', 'payout', 200, 5)`;
    await service.db.query({ name: 'test_payout_fee', text }, [shop.merchantId]);
    await shop.wallet('XOF', 10_000n);
    return shop;
  }
  const sent = ({ amount, fee, sent_amount, status }: any) => [amount, fee, sent_amount, status];

  it('costs the amounts, and sends what the quote said', async () => {
    const shop = await payerShop();
    const wallet = await shop.wallet('XOF');
    const recipient = await newWallet(shop);
    const asked = '/fees/quote?kind=payout&currency=XOF&amount=1000';
    const quote = (await shop.call('GET', `${asked}&bearer=receiver`)).body;
    assert.deepEqual([quote.fee, quote.total, quote.net, quote.bearer], [25, 1_000, 975, 'receiver']);
    const items = [
      { recipient, amount: 1_000 },
      { recipient: phone('1234'), amount: 2_000 },
      { recipient: phone('0011'), amount: 500 },
    ];
    const { id, totals, fee_bearer } = await paidOut(shop, items, byReceiver);
    assert.deepEqual((await itemsOf(shop, id)).map(sent), [
      [1_000, 25, 975, 'succeeded'],
      [2_000, 45, 1_955, 'succeeded'],
      [500, 15, 485, 'failed'],
    ]);
    const { amount, succeeded_amount, failed_amount, fee } = totals;
    assert.deepEqual([fee_bearer, amount, succeeded_amount, failed_amount, fee], ['receiver', 3_415, 2_930, 485, 70]);
    assert.deepEqual(await balance(shop, recipient), [975, 0]);
    assert.deepEqual(await balance(shop, wallet), [7_000, 0]);
    const csv = (await shop.call('GET', `/payouts/${id}/items`, undefined, { accept: 'text/csv' })).text;
    assert.match(csv, /,1000,XOF,succeeded,,,25,975,/);
    const again = await shop.call('POST', `/payouts/${id}/retry`);
    assert.deepEqual([again.status, again.body.fee_bearer], [202, 'receiver'], again.text);
    assert.deepEqual((await itemsOf(shop, again.body.id)).map(sent)[0]!.slice(0, 3), [500, 15, 485]);
  });

  it('is refused if the fee of an item takes all of it, with every such item', async () => {
    const shop = await payerShop();
    const recipient = await newWallet(shop);
    const items = [5, 6, 4].map((amount) => ({ recipient, amount }));
    const { status, body } = await pay(shop, items, byReceiver);
    assert.deepEqual(
      [status, ...body.error.details.map(({ param, reason }: any) => `${param} ${reason}`)],
      [400, 'items[0].amount fee_takes_all', 'items[2].amount fee_takes_all'],
    );
    const csv = await payCsv(shop, `recipient,amount\n${recipient},5\n`, 'currency=XOF&fee_bearer=receiver');
    assert.deepEqual([csv.status, csv.body.error.details[0].values.line], [400, 2]);
    const dry = await pay(shop, items, { ...byReceiver, dry_run: true });
    assert.equal(dry.body.totals.failed_count, 3, dry.text);
    const least = await pay(shop, items.slice(1, 2), byReceiver);
    assert.equal(least.status, 202, least.text);
    const quote = await shop.call('GET', '/fees/quote?kind=payout&currency=XOF&amount=5&bearer=receiver');
    assert.deepEqual([quote.status, quote.body.error.details[0].reason], [400, 'fee_takes_all']);
    const payment = await shop.call('GET', '/fees/quote?kind=payment&currency=XOF&amount=5&bearer=receiver');
    assert.deepEqual([payment.status, payment.body.error.param], [400, 'bearer']);
  });
});
