import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { setLimits } from '../../src/limits/set-limits.ts';
import { settleLate } from '../../src/payments/settle-late.ts';
import { balance, openPayment, payment, refundWith, refusal, waitingPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { askToPay, payerWith, setFee } from '../support/wallet-payments.ts';

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
const NOBODY = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m';
/** Its payments go to its default wallet. */
async function makeShop(): Promise<TestMerchant> {
  const shop = await service.merchant();
  await shop.wallet(currency);
  return shop;
}
const open = async (shop: TestMerchant, code = currency): Promise<string> =>
  (await shop.call('POST', '/wallets', { currency: code })).body.id;
const available = (shop: TestMerchant, ...wallets: string[]): Promise<number[]> =>
  Promise.all(wallets.map(async (wallet) => (await balance(shop, wallet))[0]));
const sharesOf = ({ split }: any) =>
  split.map(({ wallet, amount, status, reason }: any) => [wallet, amount, status, reason]);

test('a payment divides its net when it settles; the rest stays, and the statements name it', async () => {
  const shop = await makeShop();
  await setFee(service, shop);
  const [a, b] = [await open(shop), await open(shop)];
  const split = [
    { wallet: a, basis_points: 3_333, reference: 'platform' },
    { wallet: b, amount: 700 },
  ];
  const created = await openPayment(shop, { amount: 1_001 * 2, split });
  // The fee is 2 % and 5, so the net is 1 957. A third of that is 652.27.
  const pending = {
    basis_points: 3_333,
    amount: 652,
    reference: 'platform',
    status: 'pending',
    reason: null,
    debt_paid: 0,
    reserved: 0,
  };
  assert.deepEqual(created.split[0], { wallet: a, ...pending, amount_returned: 0 });
  assert.deepEqual([created.net, created.split[1].amount, created.split[1].basis_points], [1_957, 700, null]);
  await payment(shop, created.id, 'requires_action');
  assert.deepEqual(await available(shop, a, b), [0, 0], 'nothing moves before the payment succeeds');
  await shop.call('POST', `/test/payments/${created.id}/approve`);
  const paid = await payment(shop, created.id, 'succeeded');
  assert.deepEqual(sharesOf(paid), [
    [a, 652, 'posted', null],
    [b, 700, 'posted', null],
  ]);
  assert.deepEqual(await available(shop, paid.wallet, a, b), [605, 652, 700]);
  const [entry] = (await shop.call('GET', `/wallets/${a}/entries`)).body.data;
  assert.deepEqual([entry.kind, entry.source, entry.direction, entry.amount], ['split', paid.id, 'credit', 652]);
  const events = (await shop.call('GET', '/events?type=payment.succeeded')).body.data;
  assert.deepEqual(sharesOf(events[0].data.object), sharesOf(paid), 'the event has what became of the shares');
});

test('a payment out of a wallet here, and one of a bulk request, are divided alike', async () => {
  const shop = await makeShop();
  const [a, payer] = [await open(shop), await payerWith(service, 5_000n)];
  const asked = await askToPay(shop, payer, { split: [{ wallet: a, basis_points: 5_000 }] });
  assert.equal((await payer.call('POST', `/payments/${asked.id}/approve`)).status, 200);
  assert.deepEqual(sharesOf(await payment(shop, asked.id, 'succeeded')), [[a, 500, 'posted', null]]);
  assert.deepEqual(await available(shop, asked.wallet, a), [500, 500]);

  const item = { amount: 1_000, currency, customer: '+50937000001', split: [{ wallet: a, amount: 1_000 }] };
  const tooMuch = { ...item, split: [{ wallet: a, amount: 1_001 }] };
  const dry = await shop.call('POST', '/payments/bulk', { mode: 'each', dry_run: true, items: [item, tooMuch] });
  assert.deepEqual([dry.status, dry.body.totals.failed_count], [200, 1], dry.text);
  const bulk = await shop.call('POST', '/payments/bulk', { mode: 'each', items: [item, tooMuch] });
  const [accepted, failed] = bulk.body.results;
  assert.deepEqual([accepted.status, failed.status, failed.error.param], ['accepted', 'failed', 'split'], bulk.text);
  assert.deepEqual(sharesOf((await shop.call('GET', `/payments/${accepted.id}`)).body)[0].slice(0, 2), [a, 1_000]);
});

test('a share that its wallet cannot receive stays with the payment and says why; others are posted', async () => {
  const shop = await makeShop();
  const [a, b] = [await open(shop), await open(shop)];
  const split = [
    { wallet: a, amount: 300 },
    { wallet: b, amount: 200 },
  ];
  const { id } = await waitingPayment(shop, { amount: 1_000, split });
  await shop.call('POST', `/test/wallets/${a}/freeze`, { reason: 'fraud' });
  await shop.call('POST', `/test/payments/${id}/approve`);
  const paid = await payment(shop, id, 'succeeded');
  assert.deepEqual(sharesOf(paid), [
    [a, 300, 'kept', 'wallet_frozen'],
    [b, 200, 'posted', null],
  ]);
  assert.deepEqual(await available(shop, paid.wallet, b), [800, 200]);

  await shop.call('POST', `/test/wallets/${paid.wallet}/freeze`, { reason: 'fraud' });
  const refused = await shop.call('POST', '/payments', { amount: 9, currency, customer: '+50937000001', split });
  assert.deepEqual(refusal(refused), [409, 'wallet_frozen']);
});

test('a split is refused at once, with the share that is wrong', async () => {
  const shop = await makeShop();
  const [wallet, a, frozen] = [await shop.wallet(currency), await open(shop), await open(shop)];
  const [dollars, foreign] = [await open(shop, 'USD'), await open(await service.merchant())];
  await shop.call('POST', `/test/wallets/${frozen}/freeze`, { reason: 'kyc' });
  const share = { wallet: a, amount: 10 };
  const wrong: [object[], string, string][] = [
    [[{ wallet: a }], 'validation_failed', 'split[0]'],
    [[{ ...share, basis_points: 5 }], 'validation_failed', 'split[0]'],
    [[share, share], 'validation_failed', 'split[1].wallet'],
    [[share, { wallet, amount: 1 }], 'validation_failed', 'split[1].wallet'],
    [[share, { wallet: dollars, basis_points: 9_000 }], 'currency_mismatch', 'split[1].wallet'],
    [[share, { wallet: frozen, amount: 5 }], 'wallet_frozen', 'split[1].wallet'],
    [[share, { wallet: foreign, amount: 5 }], 'split_not_accepted', 'split[1].wallet'],
    [[share, { wallet: NOBODY, amount: 5 }], 'recipient_not_found', 'split[1].wallet'],
    [[share, { wallet: frozen, basis_points: 9_999 }], 'validation_failed', 'split'],
    [[], 'validation_failed', 'split'],
    [Array.from({ length: 21 }, () => share), 'validation_failed', 'split'],
  ];
  for (const [split, code, param] of wrong) {
    const { body } = await shop.call('POST', '/payments', { amount: 100, currency, customer: '+50937000001', split });
    assert.deepEqual([body.error?.code, body.error?.param], [code, param], JSON.stringify(split));
  }
  const order = { amount: 100, currency, customer: '+50937000001', split: [share], capture: 'manual' };
  const inParts = (await shop.call('POST', '/payments', order)).body.error.details[0];
  assert.deepEqual([inParts.param, inParts.reason], ['split', 'not_together']);
  const failed = await openPayment(shop, { customer: '+50937000004', split: [share] });
  assert.deepEqual(sharesOf(await payment(shop, failed.id, 'failed')), [[a, 10, 'canceled', null]]);
});

/** A wallet of another merchant that accepted shares of the shop. */
async function makeSeller(shop: TestMerchant): Promise<{ seller: TestMerchant; wallet: string; partner: string }> {
  const seller = await service.merchant();
  const wallet = await seller.wallet(currency);
  const { body } = await shop.call('POST', '/split_partners', { wallet });
  assert.equal((await seller.call('POST', `/split_partners/${body.id}/accept`)).body.status, 'accepted');
  return { seller, wallet, partner: body.id };
}

test('a wallet of somebody else receives shares only while its owner accepts them', async () => {
  const [shop, seller, payer] = [await makeShop(), await service.merchant(), await payerWith(service, 0n)];
  const wallet = await seller.wallet(currency);
  const pay = (of: string) =>
    shop.call('POST', '/payments', {
      ...{ amount: 1_000, currency, customer: '+50937000007', split: [{ wallet: of, basis_points: 9_000 }] },
    });
  assert.deepEqual(refusal(await pay(wallet)), [403, 'split_not_accepted']);
  const asked = await shop.call('POST', '/split_partners', { wallet });
  assert.deepEqual([asked.status, asked.body.status, asked.body.debt], [201, 'requested', 0]);
  assert.equal((await shop.call('POST', '/split_partners', { wallet })).body.id, asked.body.id);
  assert.deepEqual(refusal(await pay(wallet)), [403, 'split_not_accepted']);
  const path = `/split_partners/${asked.body.id}`;
  assert.deepEqual(refusal(await shop.call('POST', `${path}/accept`)), [404, 'not_found'], 'only the owner accepts');
  assert.deepEqual(refusal(await (await service.merchant()).call('GET', path)), [404, 'not_found']);
  const { data } = (await seller.call('GET', '/split_partners?as=owner')).body;
  assert.deepEqual(data, [(await shop.call('GET', path)).body]);
  assert.deepEqual((await seller.call('GET', '/split_partners')).body.data, []);

  assert.equal((await seller.call('POST', `${path}/accept`)).body.status, 'accepted');
  const { id } = (await pay(wallet)).body;
  assert.equal((await seller.call('POST', `${path}/decline`)).body.status, 'revoked');
  assert.deepEqual(refusal(await pay(wallet)), [403, 'split_not_accepted']);
  await payment(shop, id, 'requires_action');
  await shop.call('POST', `/test/payments/${id}/approve`);
  await payment(shop, id, 'succeeded');
  assert.deepEqual(await available(seller, wallet), [900], 'a payment from before keeps its shares');

  const person = await shop.call('POST', '/split_partners', { wallet: payer.wallet });
  assert.equal((await payer.call('GET', '/split_partners')).body.data[0].id, person.body.id);
  assert.equal((await payer.call('POST', `/split_partners/${person.body.id}/accept`)).status, 200);
  assert.equal((await pay(payer.wallet)).status, 201);
  const own = await shop.call('POST', '/split_partners', { wallet: await open(shop) });
  assert.equal(own.body.error.details[0].reason, 'own_wallet');
});

test('the limits of a customer hold for a share, when it is created and when it is posted', async () => {
  const [shop, payer] = [await makeShop(), await payerWith(service, 0n)];
  const { body } = await shop.call('POST', '/split_partners', { wallet: payer.wallet });
  await payer.call('POST', `/split_partners/${body.id}/accept`);
  const fields = { amount: 1_000, split: [{ wallet: payer.wallet, amount: 800 }] };
  const { id } = await waitingPayment(shop, fields);
  const limits = { livemode: false, currency, single: null, day: null, month: null, balance: 700n };
  const tiers = [0, 1, 2].map((tier) => ({ ...limits, tier }));
  await transaction(service.db, (tx) => setLimits(tx, tiers));
  const refused = await shop.call('POST', '/payments', { ...fields, currency, customer: '+50937000007' });
  assert.deepEqual([refused.body.error.code, refused.body.error.param], ['limit_exceeded', 'split[0].wallet']);
  await shop.call('POST', `/test/payments/${id}/approve`);
  assert.deepEqual(sharesOf(await payment(shop, id, 'succeeded')), [[payer.wallet, 800, 'kept', 'limit_exceeded']]);
});

/** A payment of 1 000 that has settled, with one share. */
async function paidWith(shop: TestMerchant, ...split: object[]): Promise<any> {
  const { id } = await waitingPayment(shop, { amount: 1_000, split });
  await shop.call('POST', `/test/payments/${id}/approve`);
  return payment(shop, id, 'succeeded');
}
async function refundOf(shop: TestMerchant, paid: { id: string }, fields: object = {}): Promise<any> {
  const made = await shop.call('POST', '/refunds', { payment: paid.id, ...fields });
  assert.equal(made.status, 201, made.text);
  return refundWith(shop, made.body.id, 'succeeded');
}
const spend = async (seller: TestMerchant, from: string, amount: number) => {
  const to = await open(seller);
  assert.equal((await seller.call('POST', '/wallets/transfer', { from, to, amount, currency })).status, 201);
};

test('refunds take shares back in proportion, and after a full refund nothing of them is left', async () => {
  const shop = await makeShop();
  const { seller, wallet } = await makeSeller(shop);
  const own = await open(shop);
  const paid = await paidWith(shop, { wallet, basis_points: 3_333 }, { wallet: own, amount: 500 });
  const first = await refundOf(shop, paid, { amount: 1 });
  assert.deepEqual(first.split, [], 'a third of a unit is rounded down');
  const second = await refundOf(shop, paid, { amount: 100 });
  assert.deepEqual(second.split, [
    { wallet, amount: 33, taken: 33, drawn: 0, debt: 0, borne: 0 },
    { wallet: own, amount: 50, taken: 50, drawn: 0, debt: 0, borne: 0 },
  ]);
  assert.deepEqual(await available(seller, wallet), [300]);
  const made = (await shop.call('POST', '/refunds', { payment: paid.id })).body;
  assert.deepEqual(made.split[0].taken, 300, 'the money of a pending refund is reserved in the wallet of the share');
  await refundWith(shop, made.id, 'succeeded');
  assert.deepEqual(await available(seller, wallet), [0]);
  assert.deepEqual(await available(shop, paid.wallet, own), [0, 0]);
  const { split } = (await shop.call('GET', `/payments/${paid.id}`)).body;
  assert.deepEqual(
    split.map((share: any) => [share.amount, share.amount_returned]),
    [
      [333, 333],
      [500, 500],
    ],
  );
});

test('a refund takes back what it names, and refuses what no share has', async () => {
  const shop = await makeShop();
  const { seller, wallet } = await makeSeller(shop);
  const paid = await paidWith(shop, { wallet, amount: 400 });
  const named = (split: object[], amount = 300) => shop.call('POST', '/refunds', { payment: paid.id, amount, split });
  const wrong: [object[], string][] = [
    [[{ wallet, amount: 401 }], 'split[0].amount'],
    [[{ wallet, amount: 301 }], 'split'],
    [[{ wallet: NOBODY, amount: 1 }], 'split[0].wallet'],
    [
      [
        { wallet, amount: 1 },
        { wallet, amount: 1 },
      ],
      'split[1].wallet',
    ],
  ];
  for (const [split, param] of wrong) assert.equal((await named(split)).body.error.param, param);
  const borne = await refundOf(shop, paid, { amount: 100, split: [] });
  assert.deepEqual(borne.split, []);
  const taken = await refundOf(shop, paid, { amount: 300, split: [{ wallet, amount: 250 }] });
  assert.deepEqual(taken.split, [{ wallet, amount: 250, taken: 250, drawn: 0, debt: 0, borne: 0 }]);
  assert.deepEqual(await available(seller, wallet), [150]);
});

test('what the wallet of a share lacks is its debt, up to a maximum, and its next share pays that first', async () => {
  const shop = await makeShop();
  await shop.wallet(currency, 5_000n);
  const { seller, wallet, partner } = await makeSeller(shop);
  const debt = async () => (await seller.call('GET', `/split_partners/${partner}`)).body.debt;
  const paid = await paidWith(shop, { wallet, amount: 600 });
  await spend(seller, wallet, 550);
  const short = await refundOf(shop, paid, { amount: 500 });
  assert.deepEqual(short.split, [{ wallet, amount: 300, taken: 50, drawn: 0, debt: 250, borne: 0 }]);
  assert.deepEqual([await debt(), await available(seller, wallet)], [250, [0]]);

  const next = await paidWith(shop, { wallet, amount: 100 });
  assert.deepEqual([next.split[0].amount, next.split[0].debt_paid], [100, 100]);
  const after = await paidWith(shop, { wallet, amount: 400 });
  assert.deepEqual([after.split[0].status, after.split[0].debt_paid], ['posted', 150]);
  assert.deepEqual([await debt(), await available(seller, wallet)], [0, [250]]);

  service.db.node.splitDebtMax = new Map([[currency, 90n]]);
  await spend(seller, wallet, 250);
  const bounded = await refundOf(shop, after);
  assert.deepEqual(bounded.split, [{ wallet, amount: 400, taken: 0, drawn: 0, debt: 90, borne: 310 }]);
  assert.equal(await debt(), 90);
});

test('a refund that fails gives the shares back, and a frozen wallet gives nothing', async () => {
  const shop = await makeShop();
  const { seller, wallet } = await makeSeller(shop);
  const { id } = await openPayment(shop, { amount: 1_000, customer: '+50937000010', split: [{ wallet, amount: 400 }] });
  const paid = await payment(shop, id, 'succeeded');
  const made = (await shop.call('POST', '/refunds', { payment: id, amount: 500 })).body;
  assert.deepEqual(made.split, [{ wallet, amount: 200, taken: 200, drawn: 0, debt: 0, borne: 0 }]);
  const failed = await refundWith(shop, made.id, 'failed');
  assert.deepEqual(failed.split, [{ wallet, amount: 200, taken: 0, drawn: 0, debt: 0, borne: 0 }]);
  assert.deepEqual(
    [await balance(seller, wallet), await balance(shop, paid.wallet)],
    [
      [400, 0],
      [600, 0],
    ],
  );
  await seller.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' });
  const short = await shop.call('POST', '/refunds', { payment: id, amount: 700 });
  assert.deepEqual(refusal(short), [402, 'insufficient_funds'], 'the wallet of the payment has 600');
  const frozen = (await shop.call('POST', '/refunds', { payment: id, amount: 500 })).body;
  assert.equal(frozen.split[0].taken, 0);
});

test('a payment that its provider reverses takes all that is left of its shares back', async () => {
  const shop = await makeShop();
  const { seller, wallet, partner } = await makeSeller(shop);
  const paid = await paidWith(shop, { wallet, amount: 600 });
  await refundOf(shop, paid, { amount: 100 });
  await spend(seller, wallet, 500);
  service.db.node.splitDebtMax = new Map();
  const failure = { code: 'rail_error', message: 'taken back', rail_code: null } as const;
  const key = { world: shop.world, id: paid.id };
  assert.equal(await settleLate(service.db, key, { state: 'reversed', failure }), 'reversed');
  const { split } = await payment(shop, paid.id, 'succeeded');
  assert.deepEqual([split[0].amount, split[0].amount_returned], [600, 600]);
  assert.deepEqual(await available(seller, wallet), [0]);
  assert.equal((await shop.call('GET', `/split_partners/${partner}`)).body.debt, 500);
});

test('the report of a partner has its shares and debts by day, and ties with the statement of its wallet', async () => {
  const shop = await makeShop();
  await shop.wallet(currency, 5_000n);
  const { seller, wallet, partner } = await makeSeller(shop);
  service.db.node.splitDebtMax = new Map([[currency, 250n]]);
  const paid = await paidWith(shop, { wallet, amount: 600 });
  await spend(seller, wallet, 550);
  // 600 go back: 50 out of the wallet, 250 as its debt, and the shop bears 300.
  await refundOf(shop, paid);
  await paidWith(shop, { wallet, amount: 100 });
  const { id } = await waitingPayment(shop, { amount: 1_000, split: [{ wallet, amount: 200 }] });
  await seller.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' });
  await shop.call('POST', `/test/payments/${id}/approve`);
  await payment(shop, id, 'succeeded');

  const day = (time: Date) => time.toISOString().slice(0, 10);
  const [yesterday, tomorrow] = [-1, 1].map((days) => day(new Date(Date.now() + days * 86_400_000)));
  const path = `/split_partners/${partner}/report`;
  const whole = (await shop.call('GET', `${path}?from=${yesterday}&to=${tomorrow}`)).body;
  const sums = { posted: 700, debt_paid: 100, kept: 200, returned: 600, taken: 50, owed: 250, borne: 300, net: 550 };
  const noReserve = { opening_reserve: 0, reserved: 0, released: 0, drawn: 0, closing_reserve: 0 };
  assert.deepEqual(whole.totals, [{ currency, opening_debt: 0, ...sums, closing_debt: 150, ...noReserve }]);
  const entries = (await seller.call('GET', `/wallets/${wallet}/entries?limit=100`)).body.data;
  const moved = entries
    .filter(({ kind }: any) => kind === 'split')
    .reduce((sum: number, { direction, amount }: any) => sum + (direction === 'credit' ? amount : -amount), 0);
  assert.equal(moved, whole.totals[0].net, 'the net is that of the statement');
  assert.deepEqual((await seller.call('GET', `${path}?from=${yesterday}&to=${tomorrow}`)).body, whole);
  assert.deepEqual(refusal(await (await service.merchant()).call('GET', `${path}?from=2026-01-01&to=2026-01-02`)), [
    404,
    'not_found',
  ]);
  const backwards = await shop.call('GET', `${path}?from=2026-01-02&to=2026-01-01`);
  assert.equal(backwards.body.error.param, 'to');

  const debtsOf = async (from: string, to: string) => {
    const { days, totals } = (await shop.call('GET', `${path}?from=${from}&to=${to}`)).body;
    return [days.length, totals[0].opening_debt, totals[0].closing_debt];
  };
  assert.deepEqual(await debtsOf('2026-01-01', '2026-01-02'), [0, 0, 0], 'later changes are not in an older report');
  assert.deepEqual(await debtsOf(tomorrow!, tomorrow!), [0, 150, 150], 'a later report begins with the debt');
  const csv = await fetch(`${service.base}/api/v1${path}?from=${yesterday}&to=${tomorrow}`, {
    headers: { authorization: `Bearer ${shop.key}`, accept: 'text/csv' },
  });
  const [head, ...lines] = (await csv.text()).trimEnd().split('\r\n');
  assert.match(
    head!,
    /^date,currency,opening_debt,posted,debt_paid,kept,returned,taken,owed,borne,net,closing_debt,opening_reserve,/,
  );
  assert.equal(lines.length, whole.days.length);
});
