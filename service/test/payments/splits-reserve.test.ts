import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { settleLate } from '../../src/payments/settle-late.ts';
import { balance, openPayment, paidPayment, payment, refundWith, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  try {
    assert.deepEqual(await checkLedger(service.db), []);
  } finally {
    await service.stop();
  }
});

const currency = 'XOF';
const reserve = { basis_points: 1_000, days: 30 };
const DAY = 24 * 3_600;

/** A shop and a seller who accepted its reserve. */
async function makeMarket(rule: object | null = reserve) {
  const [shop, seller] = [await service.merchant(), await service.merchant()];
  await shop.wallet(currency, 5_000n);
  const wallet = await seller.wallet(currency);
  const { id } = (await shop.call('POST', '/split_partners', { wallet, reserve: rule })).body;
  const partner = `/split_partners/${id}`;
  const accepted = await seller.call('POST', `${partner}/accept`, { reserve: rule });
  assert.deepEqual([accepted.status, accepted.body.reserve, accepted.body.proposed_reserve], [200, rule, null]);
  return { shop, seller, wallet, partner };
}
const pay = (shop: TestMerchant, wallet: string, amount = 600) =>
  paidPayment(shop, { amount: 1_000, split: [{ wallet, amount }] });
const reservedOf = async (shop: TestMerchant, partner: string) => (await shop.call('GET', partner)).body.reserved;
const spend = async (seller: TestMerchant, from: string, amount: number) => {
  const to = (await seller.call('POST', '/wallets', { currency })).body.id;
  assert.equal((await seller.call('POST', '/wallets/transfer', { from, to, amount, currency })).status, 201);
};

test('a reserve holds its part of each share, and is released when its days are over', async () => {
  const { shop, seller, wallet, partner } = await makeMarket();
  const paid = await pay(shop, wallet);
  assert.deepEqual([paid.split[0].amount, paid.split[0].reserved], [600, 60]);
  assert.deepEqual(await balance(seller, wallet), [540, 60]);
  assert.equal(await reservedOf(seller, partner), 60);
  const over = await seller.call('POST', '/wallets/transfer', { from: wallet, to: paid.wallet, amount: 541, currency });
  assert.deepEqual(refusal(over), [402, 'insufficient_funds']);

  await shop.call('POST', '/test/clock/advance', { seconds: 29 * DAY });
  await pay(shop, wallet, 100);
  assert.equal(await reservedOf(shop, partner), 70, 'the days are not over');
  await shop.call('POST', '/test/clock/advance', { seconds: 2 * DAY });
  await until(async () => (await reservedOf(shop, partner)) === 10);
  assert.deepEqual(await balance(seller, wallet), [690, 10]);
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * DAY * 1_000).toISOString().slice(0, 10));
  const [total] = (await seller.call('GET', `${partner}/report?from=${from}&to=${to}`)).body.totals;
  const { opening_reserve, reserved, released, drawn, closing_reserve } = total;
  assert.deepEqual([opening_reserve, reserved, released, drawn, closing_reserve], [0, 70, 60, 0, 10]);
});

test('a refund takes the reserve when the wallet has nothing else, and before a debt', async () => {
  const { shop, seller, wallet, partner } = await makeMarket();
  const [first, second] = [await pay(shop, wallet), await pay(shop, wallet)];
  await spend(seller, wallet, 1_000);
  assert.deepEqual(await balance(seller, wallet), [80, 120]);
  const made = (await shop.call('POST', '/refunds', { payment: first.id, amount: 250 })).body;
  assert.deepEqual(made.split, [{ wallet, amount: 150, taken: 150, drawn: 70, debt: 0, borne: 0 }]);
  assert.equal(await reservedOf(shop, partner), 50);
  await refundWith(shop, made.id, 'succeeded');
  assert.deepEqual(await balance(seller, wallet), [0, 50]);

  const rest = (await shop.call('POST', '/refunds', { payment: second.id, amount: 200 })).body;
  assert.deepEqual(rest.split, [{ wallet, amount: 120, taken: 50, drawn: 50, debt: 0, borne: 0 }]);
  const ended = await refundWith(shop, rest.id, 'succeeded');
  assert.deepEqual(ended.split, [{ wallet, amount: 120, taken: 50, drawn: 50, debt: 70, borne: 0 }]);
  const { debt, reserved } = (await shop.call('GET', partner)).body;
  assert.deepEqual([debt, reserved], [70, 0]);
  // The next share pays the debt first. The reserve keeps a tenth of the rest, and its days release all of it.
  const next = await pay(shop, wallet, 570);
  assert.deepEqual([next.split[0].debt_paid, next.split[0].reserved], [70, 50]);
  await shop.call('POST', '/test/clock/advance', { seconds: 31 * DAY });
  await until(async () => (await reservedOf(shop, partner)) === 0);
  assert.deepEqual(await balance(seller, wallet), [500, 0]);
});

test('a refund that fails gives back what it drew; the part whose days are over is available', async () => {
  const { shop, seller, wallet, partner } = await makeMarket();
  const { id } = await openPayment(shop, { amount: 1_000, customer: '+50937000010', split: [{ wallet, amount: 600 }] });
  await payment(shop, id, 'succeeded');
  await spend(seller, wallet, 540);
  const made = (await shop.call('POST', '/refunds', { payment: id, amount: 100 })).body;
  assert.deepEqual([made.split[0].taken, made.split[0].drawn], [60, 60]);
  const failed = await refundWith(shop, made.id, 'failed');
  assert.deepEqual(failed.split, [{ wallet, amount: 60, taken: 0, drawn: 0, debt: 0, borne: 0 }]);
  assert.deepEqual([await balance(seller, wallet), await reservedOf(shop, partner)], [[0, 60], 60]);
});

test('the reserve of a frozen wallet is drawn and released; the rest of its money is not touched', async () => {
  const { shop, seller, wallet, partner } = await makeMarket();
  const [paid, other] = [await pay(shop, wallet), await pay(shop, wallet)];
  await seller.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' });
  const made = (await shop.call('POST', '/refunds', { payment: paid.id, amount: 100 })).body;
  assert.deepEqual([made.split[0].taken, made.split[0].drawn], [60, 60]);
  await refundWith(shop, made.id, 'succeeded');
  assert.deepEqual([await balance(seller, wallet), await reservedOf(shop, partner)], [[1_080, 60], 60]);
  const failure = { code: 'rail_error', message: 'taken back', rail_code: null } as const;
  const key = { world: shop.world, id: other.id };
  assert.equal(await settleLate(service.db, key, { state: 'reversed', failure }), 'reversed');
  const { debt, reserved } = (await shop.call('GET', partner)).body;
  assert.deepEqual([debt, reserved], [540, 0], 'a reversal draws it too');
});

test('a stricter reserve waits for the owner, who names it; a milder one applies at once', async () => {
  const { shop, seller, wallet, partner } = await makeMarket(null);
  const propose = async (rule: object | null) =>
    (await shop.call('POST', '/split_partners', { wallet, reserve: rule })).body;
  const asked = await propose(reserve);
  assert.deepEqual([asked.status, asked.reserve, asked.proposed_reserve], ['accepted', null, reserve]);
  assert.equal((await propose(reserve)).version, asked.version, 'the same again changes nothing');
  assert.equal((await shop.call('POST', '/split_partners', { wallet })).body.version, asked.version);
  assert.equal((await pay(shop, wallet)).split[0].reserved, 0, 'a proposal keeps nothing');
  for (const body of [{}, { reserve: null }, { reserve: { ...reserve, days: 29 } }]) {
    const answer = await seller.call('POST', `${partner}/accept`, body);
    const [detail] = answer.body.error.details;
    assert.deepEqual([answer.status, detail.param, detail.reason], [400, 'reserve', 'not_the_proposal']);
    assert.match(detail.message, /\{"basis_points":1000,"days":30\}/);
  }
  const accepted = (await seller.call('POST', `${partner}/accept`, { reserve })).body;
  assert.deepEqual([accepted.reserve, accepted.proposed_reserve, accepted.version], [reserve, null, asked.version + 1]);
  assert.equal((await seller.call('POST', `${partner}/accept`)).body.version, accepted.version);
  const milder = { basis_points: 500, days: 30 };
  assert.deepEqual((await propose(milder)).reserve, milder);
  const { split } = await pay(shop, wallet, 500);
  assert.equal(split[0].reserved, 25);
  assert.deepEqual((await propose(null)).reserve, null);
  const wrong = [
    [{ basis_points: 0, days: 1 }, 'reserve.basis_points'],
    [{ basis_points: 10_001, days: 1 }, 'reserve.basis_points'],
    [{ basis_points: 1, days: 366 }, 'reserve.days'],
    [{ basis_points: 1 }, 'reserve.days'],
  ] as const;
  for (const [rule, param] of wrong) assert.equal((await propose(rule)).error.param, param);
});
