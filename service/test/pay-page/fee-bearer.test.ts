import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { settleLate } from '../../src/payments/settle-late.ts';
import { answer, attemptOf, checkoutOf, reasonOf, started, tokenOf, unlimited } from '../checkout/support.ts';
import { balance, payment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { hidden, pathOf, payerAt, type Shown } from '../support/payer.ts';
import { availableTo, payerWith } from '../support/wallet-payments.ts';

let service: TestService;
before(async () => {
  service = await startTestService(unlimited);
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

type Tiers = { readonly basis_points: number; readonly fixed: number; readonly tax_basis_points?: number };
const scheduleOf = (tiers: Tiers) => ({ tiers: [{ from: 0, ...tiers }], next: null });

/** Writes the row that an operator's command would write. @param of the fee of all rails, and of some rails */
async function setFees(shop: TestMerchant, of: Readonly<Record<string, Tiers>>): Promise<void> {
  const text = `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed, schedules)
    VALUES ($1, false, 'XOF', 0, 0, $2)
    ON CONFLICT (merchant_id, livemode, currency, charged_on) DO UPDATE SET schedules = excluded.schedules`;
  const schedules = Object.fromEntries(Object.entries(of).map(([rail, tiers]) => [rail, scheduleOf(tiers)]));
  await service.db.query({ name: 'test_page_fees', text }, [shop.merchantId, JSON.stringify(schedules)]);
}

/** 2 % and 5, and 18 % tax on it. */
const usual = { '': { basis_points: 200, fixed: 5, tax_basis_points: 1_800 } };
const dearer = { '': { basis_points: 300, fixed: 5, tax_basis_points: 1_800 } };
const password = 'one two three four five';
const byPayer = { amount: 10_000, currency: 'XOF', fee_bearer: 'payer' };

async function shopWith(fees: Readonly<Record<string, Tiers>>): Promise<TestMerchant> {
  const shop = await service.merchant();
  await setFees(shop, fees);
  return shop;
}
async function open(shop: TestMerchant, fields: object = {}) {
  const made = await shop.call('POST', '/checkout/sessions', { ...byPayer, ...fields });
  assert.equal(made.status, 201, made.text);
  return { id: made.body.id as string, path: pathOf(made.body), body: made.body };
}
const read = async (shop: TestMerchant, path: string) => (await shop.call('GET', path)).body;

/** The fields of the page's form, as a browser sends them. */
const formOf = (shown: Shown, more: Record<string, string> = {}) => ({
  ...{ method: 'sandbox', phone: phone('0009'), attempt: hidden(shown, 'attempt') },
  ...Object.fromEntries(
    ['sandbox', 'wallet'].map((rail) => [`total_${rail}`, hidden(shown, `total_${rail}`)]).filter(([, value]) => value),
  ),
  ...more,
});
const money = ({ amount, charged_amount, fee, tax, net, fee_bearer }: any) => [
  ...[amount, charged_amount, fee, tax, net],
  fee_bearer,
];

it('the page shows amount, fee, tax and total before the approval, and this total is charged', async () => {
  const shop = await shopWith(usual);
  const { id, path, body } = await open(shop);
  assert.equal(body.fee_bearer, 'payer');
  const quote = await read(shop, '/fees/quote?kind=payment&currency=XOF&amount=10000&bearer=payer&rail=sandbox');
  assert.deepEqual([quote.fee, quote.tax, quote.total], [205, 37, 10_242]);
  const payer = payerAt(service.base);
  const first = await payer.open(path);
  for (const amount of ['10,000', '205', '37', '<b>XOF 10,242</b>']) assert.ok(first.html.includes(amount), amount);
  assert.match(first.html, /<button>Pay XOF 10,242<\/button>/);
  await payer.send(path, formOf(first));
  const paid = await until(async () => {
    const session = await read(shop, `/checkout/sessions/${id}`);
    return session.status === 'completed' && read(shop, `/payments/${session.payment}`);
  });
  assert.deepEqual(money(paid), [10_000, 10_242, 205, 37, 10_000, 'payer']);
  assert.deepEqual(await balance(shop, paid.wallet), [10_000, 0]);
  assert.match((await payer.open(path)).html, /<b>XOF 10,242<\/b>/);
});

it('a fee that changes between the page and its form is shown again, and is not charged', async () => {
  const shop = await shopWith(usual);
  const { id, path } = await open(shop);
  const payer = payerAt(service.base);
  const first = await payer.open(path);
  await setFees(shop, dearer);
  const again = await payer.send(path, formOf(first));
  assert.equal(again.status, 422);
  assert.match(again.html, /The total has changed since you opened this page/);
  assert.equal((await read(shop, `/checkout/sessions/${id}`)).attempts, 0);
  assert.equal(hidden(again, 'total_sandbox'), '10360');
  assert.ok(again.html.includes('<b>XOF 10,360</b>'));
  // A form without the total has not shown it.
  const { total_sandbox: _none, ...bare } = formOf(again);
  assert.equal((await payer.send(path, bare)).status, 422);
  await payer.send(path, formOf(again));
  const session = await until(async () => {
    const now = await read(shop, `/checkout/sessions/${id}`);
    return now.status === 'completed' && now;
  });
  const paid = await read(shop, `/payments/${session.payment}`);
  assert.deepEqual([session.attempts, paid.charged_amount], [1, 10_360]);
});

it('if rails differ in their fee, each choice shows its own before it is chosen', async () => {
  const shop = await shopWith({ ...usual, wallet: { basis_points: 0, fixed: 50 } });
  const customer = await payerWith(service, 10_050n, { password });
  const { id, path } = await open(shop);
  const payer = payerAt(service.base);
  const first = await payer.open(path);
  assert.match(first.html, /A fee is added to this amount\. It depends on the way to pay\./);
  assert.match(first.html, /Fee XOF 205 and tax XOF 37\. You pay XOF 10,242 in all\./);
  assert.match(first.html, /Fee XOF 50\. You pay XOF 10,050 in all\./);
  assert.match(first.html, /data-pay="Pay XOF 10,242 in all"/);
  assert.match(first.html, /<button data-total>Pay the selected total<\/button>/);
  const login = await payer.open(`${path}?way=wallet`);
  assert.match(login.html, /<b>XOF 10,050<\/b>/);
  assert.match(login.html, /<button>Log in and pay XOF 10,050<\/button>/);
  const fields = { phone: customer.identifier, password, attempt: '0' };
  const silent = await payer.send(`${path}/wallet`, fields);
  assert.match(silent.html, /The total has changed/);
  await payer.send(`${path}/wallet`, { ...fields, total_wallet: hidden(login, 'total_wallet') });
  assert.equal((await read(shop, `/checkout/sessions/${id}`)).status, 'completed');
  assert.equal(await availableTo(customer), 0);
});

it('links give their bearer to their sessions, and tills to their sales', async () => {
  const shop = await shopWith(usual);
  const link = (await shop.call('POST', '/links', { currency: 'XOF', fee_bearer: 'payer' })).body;
  assert.equal(link.fee_bearer, 'payer');
  const payer = payerAt(service.base);
  assert.match((await payer.open(pathOf(link))).html, /A fee may be added\. The next page shows it before you pay\./);
  const shown = await payer.send(pathOf(link), { amount: '10 000' });
  assert.ok(shown.html.includes('<b>XOF 10,242</b>'));
  await payer.send(shown.path, formOf(shown, { phone: phone('0007') }));
  const [session] = (await read(shop, `/checkout/sessions?link=${link.id}`)).data;
  const { status, ...begun } = await payment(shop, session.payment, 'requires_action');
  assert.deepEqual([status, begun.charged_amount, session.fee_bearer], ['requires_action', 10_242, 'payer']);
  const shift = await shop.call('POST', '/shifts', { link: link.id });
  assert.equal(shift.status, 201, shift.text);
  const sale = (await shop.call('POST', `/shifts/${shift.body.id}/sales`, { amount: 10_000 })).body;
  assert.equal((await read(shop, `/checkout/sessions/${sale.session}`)).fee_bearer, 'payer');
  assert.ok((await payer.open(pathOf(sale))).html.includes('<b>XOF 10,242</b>'));
});

it('without the option the page names no fee; manual capture refuses the option', async () => {
  const shop = await shopWith(usual);
  const { path, body } = await open(shop, { fee_bearer: 'merchant' });
  assert.equal(body.fee_bearer, 'merchant');
  const { html } = await payerAt(service.base).open(path);
  assert.doesNotMatch(html, /total_|10,242|<dl/);
  const held = await shop.call('POST', '/checkout/sessions', { ...byPayer, capture: 'manual' });
  assert.deepEqual([...refusal(held), held.body.error.param], [400, 'validation_failed', 'fee_bearer']);
});

it('the operation refuses another total under the lock of the session, whatever the page read', async () => {
  const shop = await shopWith(usual);
  const { id, body } = await open(shop);
  const checkout = checkoutOf(service, unlimited);
  const begin = async (total: bigint | null) =>
    reasonOf(await checkout.start(attemptOf(tokenOf(body), { total, phone: phone('0007') })));
  for (const total of [null, 10_241n, 10_243n]) assert.equal(await begin(total), 'total_changed');
  assert.equal((await read(shop, '/payments')).data.length, 0);
  assert.equal(await begin(10_242n), 'started');
  assert.equal((await read(shop, `/checkout/sessions/${id}`)).attempts, 1);
});

it('money that does not pay the session is compared with its amount, the fee and the tax', async () => {
  const shop = await shopWith(usual);
  const { id: session, body } = await open(shop);
  const fields = { total: 10_242n, phone: phone('0007') };
  const id = started(await checkoutOf(service, unlimited).start(attemptOf(tokenOf(body), fields)));
  await answer(shop, id, 'decline');
  const late = { state: 'succeeded', railReference: 'late' } as const;
  assert.equal(await settleLate(service.db, { world: shop.world, id }, late), 'late_success');
  const [record] = (await read(shop, `/checkout/unexpected_payments?checkout_session=${session}`)).data;
  assert.deepEqual([record.reason, record.amount, record.expected_amount], ['late', 10_242, 10_242]);
});
