import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Statement } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { closeWallet } from '../../src/operators/close-wallet.ts';
import {
  balance,
  eventsOf,
  paidPayment,
  payment,
  phone,
  refundWith,
  refusal,
  takenPayment,
  waitingPayment,
} from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { joinAs, type TestPerson } from '../support/person.ts';
import { askToPay, payerWith } from '../support/wallet-payments.ts';

let service: TestService;
let maker: TestPerson;
let checker: TestPerson;
before(async () => {
  service = await startTestService({ FEE_QUOTE_SECONDS: '0' });
  [maker, checker] = [await makeOperator(service, 'admin'), await makeOperator(service, 'admin')];
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

/** 2.5 % and 18 % of it: a payment of 1 000 has a fee of 25 and a tax of 5. */
const rate = { basis_points: 250, fixed: 0, tax_basis_points: 1_800 };
const returned = { ...rate, fee_on_refund: 'returned' };

const ask = (shop: TestMerchant, fields: object) =>
  maker.call('POST', '/operator/fees', {
    ...{ merchant: shop.merchantId, livemode: false, currency: 'XOF', reason: 'as agreed', ...fields },
  });
async function setFee(shop: TestMerchant, fields: object): Promise<void> {
  const asked = await ask(shop, fields);
  assert.equal(asked.status, 202, asked.text);
  const done = await checker.call('POST', `/operator/approvals/${asked.body.id}/approve`);
  assert.equal(done.status, 200, done.text);
}
async function shopWith(fields: object): Promise<TestMerchant> {
  const shop = await service.merchant();
  await setFee(shop, fields);
  return shop;
}
const pay = (shop: TestMerchant, fields: object = {}) => paidPayment(shop, { amount: 1_000, ...fields });
const refund = (shop: TestMerchant, of: string, fields: object = {}) =>
  shop.call('POST', '/refunds', { payment: of, ...fields });
async function refunded(shop: TestMerchant, of: string, fields: object = {}): Promise<any> {
  const made = await refund(shop, of, fields);
  assert.equal(made.status, 201, made.text);
  return refundWith(shop, made.body.id, 'succeeded');
}
const back = ({ fee_on_refund, fee_returned, tax_returned }: any) => [fee_on_refund, fee_returned, tax_returned];
const read = async (shop: TestMerchant, id: string) => (await shop.call('GET', `/payments/${id}`)).body;
const kindsOf = async (shop: TestMerchant, wallet: string, source: string) =>
  (await shop.call('GET', `/wallets/${wallet}/entries?limit=100`)).body.data
    .filter((entry: any) => entry.source === source)
    .map(({ kind, direction, amount }: any) => [kind, direction, amount])
    .reverse();

/** As before its provider's answer. */
const pendingAgain: Statement = {
  name: 'test_refund_pending_again',
  text: `
    UPDATE refunds SET status = 'pending', succeeded_at = NULL, fee_returned = 0, due_at = now() + interval '1 hour'
    WHERE id = $1`,
};

describe('the rule of a fee', () => {
  it('is set by two operators, and shown by fees, quotes and payments', async () => {
    const shop = await shopWith(returned);
    const [fee] = (await shop.call('GET', '/fees')).body.data;
    assert.deepEqual([fee.fee_on_refund, fee.next], ['returned', null]);
    const quote = async (more = '') =>
      (await shop.call('GET', `/fees/quote?kind=payment&amount=1000&currency=XOF${more}`)).body.fee_on_refund;
    assert.deepEqual([await quote(), await quote('&bearer=payer')], ['returned', 'kept']);
    assert.deepEqual(back(await waitingPayment(shop)), ['returned', 0, 0]);
    const acts = (await maker.call('GET', `/operator/audit?target=${shop.merchantId}`)).body.data;
    assert.equal(acts[0].after.fee_on_refund, 'returned');
    await setFee(shop, rate);
    assert.equal(await quote(), 'kept', 'a setting without the rule keeps fees');
  });

  it('is refused for payouts, and beside the end of a fee', async () => {
    const shop = await service.merchant();
    const faultOf = async (fields: object) => {
      const { status, body } = await ask(shop, fields);
      return [status, body.error?.param, body.error?.details?.[0]?.reason];
    };
    assert.deepEqual(await faultOf({ ...returned, charged_on: 'payout' }), [400, 'fee_on_refund', 'not_together']);
    const end = { rail: 'sandbox', remove: true, fee_on_refund: 'kept' };
    assert.deepEqual(await faultOf(end), [400, 'fee_on_refund', 'ends_alone']);
    assert.deepEqual(await faultOf({ ...rate, fee_on_refund: 'lost' }), [400, 'fee_on_refund', 'not_allowed']);
  });

  it('is that of the rail with a fee of its own', async () => {
    const shop = await shopWith(returned);
    await setFee(shop, { ...rate, rail: 'sandbox' });
    assert.deepEqual(back(await waitingPayment(shop)), ['kept', 0, 0]);
    await setFee(shop, rate);
    await setFee(shop, { ...returned, rail: 'sandbox' });
    assert.deepEqual(back(await waitingPayment(shop)), ['returned', 0, 0]);
  });

  it('stays that of the creation of the payment', async () => {
    const shop = await shopWith(returned);
    const before = await pay(shop);
    await shop.wallet('XOF', 30n);
    await setFee(shop, rate);
    const between = await pay(shop);
    await setFee(shop, returned);
    await refunded(shop, before.id);
    await refunded(shop, between.id);
    assert.deepEqual(back(await read(shop, before.id)), ['returned', 25, 5]);
    assert.deepEqual(back(await read(shop, between.id)), ['kept', 0, 0]);
  });
});

describe('a refund that returns the fee', () => {
  it('needs only the net for the whole payment, and posts fee and tax before it leaves', async () => {
    const shop = await shopWith(returned);
    const paid = await pay(shop);
    assert.deepEqual(await balance(shop, paid.wallet), [970, 0]);
    const made = await refund(shop, paid.id);
    assert.deepEqual([made.status, back(made.body)], [201, [undefined, 0, 0]]);
    const done = await refundWith(shop, made.body.id, 'succeeded');
    assert.deepEqual([done.fee_returned, done.tax_returned], [25, 5]);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
    assert.deepEqual(await kindsOf(shop, paid.wallet, done.id), [
      ['fee_return', 'credit', 25],
      ['tax_return', 'credit', 5],
      ['refund', 'debit', 1_000],
    ]);
    const after = await read(shop, paid.id);
    assert.deepEqual([...back(after), after.fee, after.tax, after.net], ['returned', 25, 5, 25, 5, 970]);
    const [event] = (await eventsOf(shop, done.id)).slice(-1);
    assert.deepEqual([event.type, event.data.object.fee_returned], ['refund.succeeded', 25]);
  });

  it('returns in parts the proportion of everything refunded, rounded down, and at last the whole', async () => {
    const shop = await shopWith(returned);
    const paid = await pay(shop);
    await shop.wallet('XOF', 10n);
    const parts = [];
    for (const amount of [333, 333, undefined]) {
      const { fee_returned, tax_returned } = await refunded(shop, paid.id, { amount });
      parts.push([fee_returned, tax_returned]);
    }
    assert.deepEqual(parts, [
      [8, 1],
      [8, 2],
      [9, 2],
    ]);
    assert.deepEqual(back(await read(shop, paid.id)), ['returned', 25, 5]);
    assert.deepEqual(await balance(shop, paid.wallet), [10, 0]);
  });

  it('returns nothing if it fails', async () => {
    const shop = await shopWith(returned);
    const paid = await takenPayment(shop, { amount: 1_000, customer: phone('0010') });
    const made = await refund(shop, paid.id);
    assert.equal(made.status, 201, made.text);
    const failed = await refundWith(shop, made.body.id, 'failed');
    assert.deepEqual([failed.fee_returned, failed.tax_returned], [0, 0]);
    assert.deepEqual(back(await read(shop, paid.id)), ['returned', 0, 0]);
    assert.deepEqual(await balance(shop, paid.wallet), [970, 0]);
  });

  it('is refused without the net', async () => {
    const shop = await shopWith(returned);
    const paid = await pay(shop);
    const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    await shop.call('POST', '/wallets/transfer', { from: paid.wallet, to, amount: 1, currency: 'XOF' });
    assert.deepEqual(refusal(await refund(shop, paid.id)), [402, 'insufficient_funds']);
  });

  it('keeps the wallet open until it has ended, also where it reserves nothing', async () => {
    const shop = await shopWith({ basis_points: 0, fixed: 1_000, fee_on_refund: 'returned' });
    const { id, wallet } = await pay(shop);
    const { id: made } = await refunded(shop, id);
    assert.deepEqual(await balance(shop, wallet), [0, 0]);
    const by = { actor: { type: 'admin', id: 'test' } } as const;
    const undone = new Error('undone');
    await assert.rejects(
      transaction(service.db, async (tx) => {
        await tx.query(pendingAgain, [made]);
        assert.match(
          String(await closeWallet(tx, { wallet, by })),
          /Refunds of payments into this wallet are still open/,
        );
        throw undone;
      }),
      undone,
    );
    assert.ok(!((await transaction(service.db, (tx) => closeWallet(tx, { wallet, by }))) instanceof Refusal));
  });

  it('goes back to a wallet here as to a provider', async () => {
    const shop = await shopWith(returned);
    const payer = await payerWith(service, 1_000n);
    const { id, wallet } = await askToPay(shop, payer);
    await payer.call('POST', `/payments/${id}/approve`);
    const done = await refunded(shop, id, { amount: 500 });
    assert.deepEqual([done.fee_returned, done.tax_returned], [12, 2]);
    assert.deepEqual(await balance(payer, payer.wallet), [500, 0]);
    assert.deepEqual(await balance(shop, wallet), [970 - 500 + 14, 0]);
  });

  it('does not exist where the payer bears the fee', async () => {
    const shop = await shopWith(returned);
    const paid = await pay(shop, { fee_bearer: 'payer' });
    assert.deepEqual(back(paid), ['kept', 0, 0]);
    await refunded(shop, paid.id);
    assert.deepEqual(back(await read(shop, paid.id)), ['kept', 0, 0]);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
  });

  it('returns the fees of all captures of a payment with manual capture', async () => {
    const shop = await shopWith(returned);
    const { id, wallet } = await waitingPayment(shop, { amount: 1_000, capture: 'manual' });
    await shop.call('POST', `/test/payments/${id}/approve`);
    await payment(shop, id, 'requires_capture');
    await shop.call('POST', `/payments/${id}/capture`, { amount: 300 });
    await shop.call('POST', `/payments/${id}/capture`, { amount: 300, final: true });
    const paid = await payment(shop, id, 'succeeded');
    assert.deepEqual([paid.fee, paid.tax, paid.net], [15, 3, 582]);
    await refunded(shop, id, { amount: 200 });
    await refunded(shop, id);
    assert.deepEqual(back(await read(shop, id)), ['returned', 15, 3]);
    assert.deepEqual(await balance(shop, wallet), [0, 0]);
  });

  it('leaves the wallet of a divided payment at zero after a whole refund', async () => {
    const shop = await shopWith(returned);
    await shop.wallet('XOF');
    const seller = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const paid = await pay(shop, { split: [{ wallet: seller, basis_points: 6_000 }] });
    assert.deepEqual(await balance(shop, seller), [582, 0]);
    const made = await refund(shop, paid.id);
    assert.equal(made.status, 201, made.text);
    await refundWith(shop, made.body.id, 'succeeded');
    assert.deepEqual(await balance(shop, seller), [0, 0]);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
  });
});

describe('reports of returned fees', () => {
  it('count them against the fees and the taxes, and tie', async () => {
    const shop = await shopWith(returned);
    const paid = await pay(shop);
    await pay(shop);
    await refunded(shop, paid.id, { amount: 500 });
    const day = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const report = await shop.call('GET', `/reports/settlement?from=${yesterday}&to=${day}`);
    const { paid_in, refunded: out, fees, taxes, other, closing } = report.body.totals[0];
    assert.deepEqual([paid_in, out, fees, taxes, other, closing], [2_000, 500, 38, 8, 0, 1_454]);
    const accounts = await shop.call('GET', `/reports/ledger?from=${yesterday}&to=${day}`);
    assert.equal(accounts.status, 200, accounts.text);
    assert.doesNotMatch(accounts.text, /Other movements/);
  });

  it('agree with the summary', async () => {
    const shop = await shopWith(returned);
    const viewer = await service.person('developer');
    await joinAs(service.db, 'viewer', shop.integrationId, viewer.id);
    const where = { 'service-integration': shop.integrationId };
    const summary = async () => (await viewer.call('GET', '/summary?currency=XOF', undefined, where)).body;
    const old = await pay(shop);
    await pay(shop);
    await refunded(shop, old.id, { amount: 500 });
    // Today's sums are at most two seconds old.
    const sums = await until(async () => {
      const body = await summary();
      return body.refunds_count === 1 && body;
    });
    assert.deepEqual([sums.volume, sums.refunded, sums.fees, sums.taxes], [2_000, 500, 38, 8]);
  });
});
