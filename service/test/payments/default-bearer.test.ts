import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { openPayment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { pathOf, payerAt } from '../support/payer.ts';
import type { TestPerson } from '../support/person.ts';
import { setFee } from '../support/wallet-payments.ts';

/** The fee of these tests is 2 % and 5. */
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

async function shopWithBoss(): Promise<{ shop: TestMerchant; boss: TestPerson }> {
  const shop = await service.merchant();
  await setFee(service, shop);
  return { shop, boss: await service.person('merchant', { merchantId: shop.merchantId }) };
}
async function set(boss: TestPerson, fee_bearer: string): Promise<void> {
  const { status, body, text } = await boss.call('PATCH', '/merchants/me', { fee_bearer });
  assert.deepEqual([status, body.fee_bearer], [200, fee_bearer], text);
}
const order = { amount: 1_000, currency: 'XOF' };
const money = ({ fee_bearer, amount, charged_amount, net }: any) => [fee_bearer, amount, charged_amount, net];
const byMerchant = ['merchant', 1_000, 1_000, 975];
const byPayer = ['payer', 1_000, 1_025, 1_000];

async function made(shop: TestMerchant, path: string, fields: object = {}): Promise<any> {
  const { status, body, text } = await shop.call('POST', path, { ...order, ...fields });
  assert.equal(status, 201, text);
  return body;
}

it('a payment takes the bearer of the settings if it names none', async () => {
  const { shop, boss } = await shopWithBoss();
  assert.equal((await boss.call('GET', '/merchants/me')).body.fee_bearer, 'merchant');
  const old = await openPayment(shop, order);
  await set(boss, 'payer');
  const pay = async (fields: object = {}) => money(await openPayment(shop, { ...order, ...fields }));
  assert.deepEqual(await pay(), byPayer);
  assert.deepEqual(await pay({ fee_bearer: 'merchant' }), byMerchant);
  assert.deepEqual(money((await shop.call('GET', `/payments/${old.id}`)).body), byMerchant, 'earlier ones keep theirs');
  assert.deepEqual(await pay({ capture: 'manual' }), byMerchant, 'where the payer cannot bear it');
  const other = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  assert.deepEqual(await pay({ split: [{ wallet: other, amount: 1 }] }), byMerchant);
  const named = { ...order, customer: phone('0007'), capture: 'manual', fee_bearer: 'payer' };
  assert.deepEqual(refusal(await shop.call('POST', '/payments', named)), [400, 'validation_failed']);
  const { shop: stranger } = await shopWithBoss();
  assert.deepEqual(money(await openPayment(stranger, order)), byMerchant);
  await set(boss, 'merchant');
  assert.deepEqual(await pay(), byMerchant);
});

it('each item of a bulk request takes it, and a quote follows it', async () => {
  const { shop, boss } = await shopWithBoss();
  await set(boss, 'payer');
  const items = [{}, { fee_bearer: 'merchant' }].map((one) => ({ ...order, customer: phone('0007'), ...one }));
  const { body, text } = await shop.call('POST', '/payments/bulk', { mode: 'each', items });
  const payments = [];
  for (const { id } of body.results ?? assert.fail(text))
    payments.push((await shop.call('GET', `/payments/${id}`)).body);
  assert.deepEqual(payments.map(money), [byPayer, byMerchant]);
  const quote = async (kind: string, more = '') => {
    const { body } = await shop.call('GET', `/fees/quote?kind=${kind}&currency=XOF&amount=1000${more}`);
    return [body.bearer, body.total];
  };
  assert.deepEqual(await quote('payment'), ['payer', 1_025]);
  assert.deepEqual(await quote('payment', '&bearer=merchant'), ['merchant', 1_000]);
  assert.deepEqual(await quote('payout'), ['merchant', 1_000]);
});

it('sessions and links take it at their creation, and keep it', async () => {
  const { shop, boss } = await shopWithBoss();
  const before = await made(shop, '/links');
  await set(boss, 'payer');
  assert.deepEqual([before.fee_bearer, (await made(shop, '/links')).fee_bearer], ['merchant', 'payer']);
  assert.equal((await made(shop, '/links', { fee_bearer: 'merchant' })).fee_bearer, 'merchant');
  const session = await made(shop, '/checkout/sessions');
  assert.equal(session.fee_bearer, 'payer');
  assert.equal((await made(shop, '/checkout/sessions', { capture: 'manual' })).fee_bearer, 'merchant');
  const sold = await made(shop, '/links', { amount: undefined });
  await set(boss, 'merchant');
  const page = await payerAt(service.base).open(pathOf(session));
  assert.match(page.html, /total_sandbox/, 'the page still shows the total with the fee');
  assert.equal((await shop.call('GET', `/links/${sold.id}`)).body.fee_bearer, 'payer');
  assert.equal((await made(shop, '/checkout/sessions')).fee_bearer, 'merchant');
});

it('only the people of the merchant change it, and the audit log keeps the change', async () => {
  const { shop, boss } = await shopWithBoss();
  const key = await shop.call('PATCH', '/merchants/me', { fee_bearer: 'payer' });
  assert.equal(key.status, 403, key.text);
  const developer = await service.person('developer');
  assert.equal((await developer.call('PATCH', '/merchants/me', { fee_bearer: 'payer' })).status, 403);
  const wrong = await boss.call('PATCH', '/merchants/me', { fee_bearer: 'receiver' });
  assert.deepEqual([...refusal(wrong), wrong.body.error.param], [400, 'validation_failed', 'fee_bearer']);
  await set(boss, 'payer');
  await set(boss, 'payer');
  const text = `SELECT before ->> 'fee_bearer' AS old, after ->> 'fee_bearer' AS new FROM audit_log WHERE target = $1
    AND action = 'merchant.settings_changed'`;
  const acts = await service.db.query({ name: 'test_bearer_acts', text }, [shop.merchantId]);
  assert.deepEqual(acts, [{ old: 'merchant', new: 'payer' }]);
});
