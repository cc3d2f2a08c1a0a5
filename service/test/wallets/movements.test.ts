import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { setLimits } from '../../src/limits/set-limits.ts';
import { balance, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { payerWith } from '../support/wallet-payments.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const currency = 'XOF';
const leg = (wallet: string, amount: number) => ({ wallet, amount, currency });
const empty = async (shop: TestMerchant, code = currency): Promise<string> =>
  (await shop.call('POST', '/wallets', { currency: code })).body.id;

const funded = async (shop: TestMerchant, amount: number): Promise<string> => {
  const wallet = await empty(shop);
  assert.equal((await shop.call('POST', `/test/wallets/${wallet}/fund`, { amount })).status, 200);
  return wallet;
};

/** A shop with two wallets with money, and two wallets of another merchant. */
async function makeParties() {
  const [shop, seller] = [await service.merchant(), await service.merchant()];
  const [a, b] = [await shop.wallet(currency, 1_000n), await funded(shop, 500)];
  const [c, d] = [await empty(seller), await empty(seller)];
  return { shop, seller, a, b, c, d };
}
const available = async (shop: TestMerchant, ...wallets: string[]) =>
  Promise.all(wallets.map(async (wallet) => (await balance(shop, wallet))[0]));

test('all legs move at once, in pairs in the order of the legs, and the statements name the movement', async () => {
  const { shop, seller, a, b, c, d } = await makeParties();
  const moved = await shop.call('POST', '/movements', {
    debits: [leg(a, 700), leg(b, 300)],
    credits: [leg(c, 800), leg(d, 200)],
    reference: 'closing',
    description: 'the day',
  });
  assert.equal(moved.status, 201, moved.text);
  assert.deepEqual(moved.body.postings, [
    { from: a, to: c, amount: 700, currency },
    { from: b, to: c, amount: 100, currency },
    { from: b, to: d, amount: 200, currency },
  ]);
  assert.deepEqual(
    [await available(shop, a, b), await available(seller, c, d)],
    [
      [300, 200],
      [800, 200],
    ],
  );
  const { data } = (await shop.call('GET', `/wallets/${b}/entries`)).body;
  assert.deepEqual(
    data.slice(0, 2).map((entry: any) => [entry.kind, entry.source, entry.amount, entry.about?.reference]),
    [
      ['transfer', moved.body.id, 200, 'closing'],
      ['transfer', moved.body.id, 100, 'closing'],
    ],
  );
  assert.equal((await seller.call('GET', `/wallets/${c}/entries`)).body.data[0].about, null);
  assert.equal((await shop.call('GET', `/movements/${moved.body.id}`)).text, moved.text);
  assert.deepEqual((await shop.call('GET', '/movements?reference=closing')).body.data, [moved.body]);
  assert.deepEqual(refusal(await seller.call('GET', `/movements/${moved.body.id}`)), [404, 'not_found']);
  const events = (await shop.call('GET', '/events')).body.data.filter((one: any) => one.type === 'movement.succeeded');
  assert.deepEqual(
    events.map((event: any) => event.data.object),
    [moved.body],
  );
});

test('every currency is balanced by itself', async () => {
  const { shop, a, c } = await makeParties();
  const [usd, other] = [await shop.wallet('USD', 90n), await empty(shop, 'USD')];
  const dollars = (wallet: string) => ({ wallet, amount: 60, currency: 'USD' });
  const moved = await shop.call('POST', '/movements', {
    debits: [leg(a, 10), dollars(usd)],
    credits: [dollars(other), leg(c, 10)],
  });
  assert.deepEqual(
    moved.body.postings.map((one: any) => [one.from, one.to]),
    [
      [a, c],
      [usd, other],
    ],
  );
  const mixed = { debits: [leg(a, 10)], credits: [{ ...dollars(other), amount: 10 }] };
  const refused = await shop.call('POST', '/movements', mixed);
  assert.deepEqual([refusal(refused), refused.body.error.param], [[400, 'validation_failed'], 'credits']);
});

test('a sweep takes what is available, at most its maximum, and one credit takes the remainder', async () => {
  const { shop, seller, a, b, c, d } = await makeParties();
  const swept = await shop.call('POST', '/movements', {
    debits: [
      { wallet: a, sweep: { max: 400 }, currency },
      { wallet: b, sweep: { max: 9_999 }, currency },
    ],
    credits: [leg(c, 250), { wallet: d, remainder: true, currency }],
  });
  assert.deepEqual(
    [...swept.body.debits, ...swept.body.credits].map((one: any) => one.amount),
    [400, 500, 250, 650],
  );
  assert.deepEqual(
    [await available(shop, a, b), await available(seller, c, d)],
    [
      [600, 0],
      [250, 650],
    ],
  );
  const nothing = await shop.call('POST', '/movements', {
    debits: [{ wallet: b, sweep: { max: 5 }, currency }],
    credits: [{ wallet: d, remainder: true, currency }],
  });
  assert.deepEqual(refusal(nothing), [402, 'insufficient_funds']);
  const tooMuch = await shop.call('POST', '/movements', {
    debits: [leg(a, 1), { wallet: b, sweep: { max: 5 }, currency }],
    credits: [leg(c, 2), { wallet: d, remainder: true, currency }],
  });
  assert.deepEqual([refusal(tooMuch), tooMuch.body.error.param], [[402, 'insufficient_funds'], 'debits[1]']);
});

test('if one leg is refused, nothing moves, and the answer names the leg', async () => {
  const { shop, seller, a, b, c, d } = await makeParties();
  const frozen = await empty(seller);
  await seller.call('POST', `/test/wallets/${frozen}/freeze`, { reason: 'fraud' });
  const strange = 'wal_01kf0q2n1xfbvbr3d8ks5m9cz6';
  const cases: [object, number, string, string][] = [
    [{ debits: [leg(a, 100), leg(b, 501)], credits: [leg(c, 601)] }, 402, 'insufficient_funds', 'debits[1]'],
    [{ debits: [leg(a, 100)], credits: [leg(c, 50), leg(frozen, 50)] }, 409, 'wallet_frozen', 'credits[1]'],
    [
      { debits: [leg(a, 100)], credits: [leg(c, 50), leg(strange, 50)] },
      422,
      'recipient_not_found',
      'credits[1].wallet',
    ],
    [{ debits: [leg(a, 100), leg(c, 1)], credits: [leg(d, 101)] }, 404, 'not_found', 'debits[1].wallet'],
    [{ debits: [leg(a, 100)], credits: [leg(c, 99)] }, 400, 'validation_failed', 'credits'],
    [{ debits: [leg(a, 100)], credits: [leg(a, 100)] }, 400, 'validation_failed', 'credits[0].wallet'],
    [{ debits: [{ wallet: a, currency }], credits: [leg(c, 1)] }, 400, 'validation_failed', 'debits[0]'],
  ];
  for (const [body, status, code, param] of cases) {
    const refused = await shop.call('POST', '/movements', body);
    assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.param], [status, code, param]);
  }
  const dollars = await shop.wallet('USD', 5n);
  const wrong = await shop.call('POST', '/movements', { debits: [leg(dollars, 5)], credits: [leg(c, 5)] });
  assert.deepEqual([refusal(wrong), wrong.body.error.param], [[422, 'currency_mismatch'], 'debits[0].currency']);
  const yen = (wallet: string) => ({ wallet, amount: 5, currency: 'JPY' });
  const off = await shop.call('POST', '/movements', {
    debits: [leg(a, 5), yen(b)],
    credits: [yen(c), leg(d, 5)],
  });
  assert.deepEqual([refusal(off), off.body.error.param], [[400, 'unsupported_currency'], 'debits[1].currency']);
  assert.deepEqual(
    [await available(shop, a, b), await available(seller, c, d)],
    [
      [1_000, 500],
      [0, 0],
    ],
  );
  assert.deepEqual((await shop.call('GET', '/movements')).body.data, []);
});

test("a customer's limits hold for the whole leg, whatever its parts are", async () => {
  const { seller, c, d } = await makeParties();
  const payer = await payerWith(service, 5_000n);
  const limits = { livemode: false, currency, single: 1_000n, day: null, month: null, balance: 6_000n };
  await transaction(service.db, (tx) =>
    setLimits(
      tx,
      [0, 1, 2].map((tier) => ({ ...limits, tier })),
    ),
  );
  const split = (amount: number) =>
    payer.call('POST', '/movements', {
      debits: [leg(payer.wallet, amount)],
      credits: [leg(c, 600), leg(d, amount - 600)],
    });
  const refused = await split(1_001);
  assert.deepEqual([refusal(refused), refused.body.error.param], [[422, 'limit_exceeded'], 'debits[0]']);
  assert.deepEqual([refused.body.error.limit, refused.body.error.remaining], ['single', 1_000]);
  assert.equal((await split(1_000)).status, 201);
  const rich = await funded(seller, 5_000);
  const full = await seller.call('POST', '/movements', {
    debits: [leg(rich, 2_001)],
    credits: [leg(payer.wallet, 2_001)],
  });
  assert.deepEqual([refusal(full), full.body.error.param], [[422, 'limit_exceeded'], 'credits[0]']);
  assert.equal(full.body.error.remaining, undefined, "the receiver's balance is not shown");
});

test('a reference is used once, and a repeat with the same key gets the same answer', async () => {
  const { shop, a, c } = await makeParties();
  const body = { debits: [leg(a, 10)], credits: [leg(c, 10)], reference: 'once' };
  const key = { 'Idempotency-Key': 'movement-1' };
  const [first, again] = [
    await shop.call('POST', '/movements', body, key),
    await shop.call('POST', '/movements', body, key),
  ];
  assert.deepEqual([first.status, again.text], [201, first.text]);
  assert.deepEqual(refusal(await shop.call('POST', '/movements', body)), [409, 'reference_already_used']);
  assert.deepEqual(await available(shop, a), [990]);
});

test('the receiver reverses a transfer in parts up to the whole, while it has the money', async () => {
  const { shop, seller, a, c } = await makeParties();
  const { body: transfer } = await shop.call('POST', '/wallets/transfer', { from: a, to: c, amount: 300, currency });
  assert.equal(transfer.reversed_amount, 0);
  const path = `/transfers/${transfer.id}/reverse`;
  const part = await seller.call('POST', path, { amount: 120, reference: 'back' });
  assert.equal(part.status, 201, part.text);
  assert.deepEqual([part.body.reverses, part.body.debits[0].wallet, part.body.credits[0].wallet], [transfer.id, c, a]);
  const over = await seller.call('POST', path, { amount: 181 });
  assert.deepEqual([refusal(over), over.body.error.remaining], [[422, 'reversal_exceeds_remaining'], 180]);
  const rest = await seller.call('POST', path, {});
  assert.equal(rest.body.debits[0].amount, 180);
  assert.deepEqual(refusal(await seller.call('POST', path, {})), [422, 'reversal_exceeds_remaining']);
  assert.equal((await shop.call('GET', `/transfers/${transfer.id}`)).body.reversed_amount, 300);
  assert.deepEqual([await available(shop, a), await available(seller, c)], [[1_000], [0]]);
  const { data } = (await seller.call('GET', `/movements?reverses=${transfer.id}`)).body;
  assert.deepEqual(
    data.map((one: any) => one.id),
    [rest.body.id, part.body.id],
  );
  const told = (await shop.call('GET', '/events')).body.data.filter((one: any) => one.type === 'transfer.reversed');
  assert.deepEqual(
    told.map((event: any) => [event.data.object.reversed_amount, event.data.previous_attributes, event.request.id]),
    [
      [300, { reversed_amount: 120 }, null],
      [120, { reversed_amount: 0 }, null],
    ],
  );
});

test('nobody takes money of a transfer out of the wallet of somebody else', async () => {
  const { shop, seller, a, c } = await makeParties();
  const { body: transfer } = await shop.call('POST', '/wallets/transfer', { from: a, to: c, amount: 300, currency });
  const path = `/transfers/${transfer.id}/reverse`;
  assert.deepEqual(refusal(await shop.call('POST', path, {})), [403, 'transfer_not_reversible']);
  assert.deepEqual(refusal(await (await service.merchant()).call('POST', path, {})), [404, 'not_found']);
  await seller.call('POST', '/wallets/transfer', { from: c, to: a, amount: 250, currency });
  const short = await seller.call('POST', path, { amount: 51 });
  assert.deepEqual([refusal(short), short.body.error.param], [[402, 'insufficient_funds'], undefined]);
  assert.equal((await shop.call('GET', `/transfers/${transfer.id}`)).body.reversed_amount, 0);
});

test('reversals of one transfer at the same time never return more than the transfer', async () => {
  const { shop, seller, a, c } = await makeParties();
  const give = async () =>
    (await shop.call('POST', '/wallets/transfer', { from: a, to: c, amount: 30, currency })).body.id as string;
  for (let round = 0; round < 8; round++) {
    const [one, other] = [await give(), await give()];
    const reverse = (id: string) => seller.call('POST', `/transfers/${id}/reverse`, { amount: 20 });
    const replies = await Promise.all([one, one, other, one, other, other].map(reverse));
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 201, 422, 422, 422, 422]);
  }
  assert.deepEqual(await available(shop, a), [1_000 - 8 * 20]);
});
