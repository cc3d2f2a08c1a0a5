import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balance, openPayment, phone, refusal, walk } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a transfer moves money at once, and both statements show it', async () => {
  const shop = await service.merchant();
  const from = await shop.wallet('XOF', 1_000n);
  const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;

  const transfer = await shop.call('POST', '/wallets/transfer', {
    from,
    to,
    amount: 400,
    currency: 'XOF',
    reference: 'one',
  });
  assert.equal(transfer.status, 201);
  assert.equal((await shop.call('GET', `/transfers/${transfer.body.id}`)).text, transfer.text);

  const entries = (await shop.call('GET', `/wallets/${from}/entries`)).body.data;
  assert.deepEqual(
    entries.map((entry: any) => [entry.kind, entry.direction, entry.amount, entry.balance_after]),
    [
      ['transfer', 'debit', 400, 600],
      ['funding', 'credit', 1000, 1000],
    ],
  );
  assert.equal((await shop.call('GET', `/wallets/${to}`)).body.balance.available, 400);
});

/** A merchant with money and a second, empty wallet. */
async function shopWith(amount: bigint): Promise<{ shop: TestMerchant; from: string; to: string }> {
  const shop = await service.merchant();
  const from = await shop.wallet('XOF', amount);
  return { shop, from, to: (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id };
}
const transfer = (shop: TestMerchant, fields: object) =>
  shop.call('POST', '/wallets/transfer', { amount: 100, currency: 'XOF', ...fields });

async function walletOf(owner: string, currency: string): Promise<{ id: string; posted: bigint }> {
  const text = 'SELECT id, posted FROM wallets JOIN balances ON wallet_id = id WHERE owner_id = $1 AND currency = $2';
  return (await service.db.pool.query(text, [owner, currency])).rows[0];
}

test('without `from` it debits the default wallet in that currency, opened at first use', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const moved = await transfer(shop, { to, description: 'rent', metadata: { month: 'May' } });
  assert.deepEqual([moved.body.from, moved.body.to, moved.body.status], [from, to, 'succeeded']);
  assert.deepEqual(
    [moved.body.description, moved.body.metadata, moved.body.reference],
    ['rent', { month: 'May' }, null],
  );
  const dollars = await service.merchant();
  const theirs = await dollars.wallet('USD');
  assert.deepEqual(refusal(await transfer(shop, { to: theirs, currency: 'USD' })), [402, 'insufficient_funds']);
  assert.equal((await shop.call('GET', '/wallets/me?currency=USD')).body.balance.total, 0);
});

test("to a phone it credits the owner's wallet in that currency, however the phone is written", async () => {
  const { shop, from } = await shopWith(1_000n);
  const customer = await service.customer(phone('2222'), ['XOF', 'USD']);
  const wallet = await walletOf(customer.id, 'XOF');
  for (const to of [phone('2222'), '+509 37 00-2222']) {
    const moved = await transfer(shop, { to });
    assert.deepEqual([moved.status, moved.body.to], [201, wallet.id]);
  }
  assert.equal((await transfer(shop, { to: wallet.id })).status, 201);
  assert.equal((await walletOf(customer.id, 'XOF')).posted, 300n);
  assert.equal((await walletOf(customer.id, 'USD')).posted, 0n);
  assert.deepEqual(await balance(shop, from), [700, 0]);
});

test("to another merchant's wallet it is credited there", async () => {
  const { shop } = await shopWith(1_000n);
  const other = await service.merchant();
  const to = await other.wallet('XOF');
  const own = { reference: 'INV-7', metadata: { cost: 'centre 9' } };
  const { body } = await transfer(shop, { to, description: 'January rent', ...own });
  assert.deepEqual(await balance(other, to), [100, 0]);
  // The recipient sees the sender and the description; the sender's reference and metadata are private.
  const came = await other.call('GET', `/transfers/${body.id}`);
  assert.deepEqual(came.body, { ...body, reference: null, metadata: {} });
  assert.deepEqual((await other.call('GET', '/transfers')).body.data, []);
  const stranger = await service.merchant();
  await transfer(shop, { to: await stranger.wallet('XOF') });
  assert.deepEqual(refusal(await stranger.call('GET', `/transfers/${body.id}`)), [404, 'not_found']);
});

test('a merchant can read transfers by their own person or another of their integrations', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const owner = await service.person('merchant', { merchantId: shop.merchantId });
  const { id: integration } = (await owner.call('POST', '/integrations', { name: 'Till 2' })).body;
  const moved = await owner.call('POST', '/wallets/transfer', { from, to, amount: 5, currency: 'XOF', reference: 'r' });
  assert.equal(moved.status, 201, moved.text);
  const inTill = { 'service-integration': integration, 'service-mode': 'test' };
  const path = `/transfers/${moved.body.id}`;
  for (const read of [await shop.call('GET', path), await owner.call('GET', path, undefined, inTill)])
    assert.deepEqual(read.body, { ...moved.body, reference: null });
  const made = await transfer(shop, { from, to, reference: 's' });
  assert.deepEqual((await owner.call('GET', `/transfers/${made.body.id}`)).body, { ...made.body, reference: null });
});

test('to an unknown phone, a phone without a wallet in the currency, or an unknown id it is 422', async () => {
  const { shop, from } = await shopWith(1_000n);
  await service.customer(phone('3333'), ['USD']);
  for (const to of [phone('4444'), phone('3333'), `wal_${'0'.repeat(26)}`]) {
    const answer = await transfer(shop, { to });
    assert.deepEqual([...refusal(answer), answer.body.error.param], [422, 'recipient_not_found', 'to'], to);
  }
  for (const to of ['someone', '37002222', `trf_${'0'.repeat(26)}`, '']) {
    const answer = await transfer(shop, { to });
    assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'to'], to);
  }
  assert.deepEqual(await balance(shop, from), [1_000, 0]);
});

test('a system wallet is not a valid recipient', async () => {
  const { shop } = await shopWith(1_000n);
  const funding = await walletOf('funding', 'XOF');
  assert.deepEqual(refusal(await transfer(shop, { to: funding.id })), [422, 'recipient_not_found']);
  assert.deepEqual(refusal(await transfer(shop, { from: funding.id, to: phone('2222') })), [404, 'not_found']);
});

test('between two currencies, or to itself, is 422', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const dollars = await shop.wallet('USD', 1_000n);
  assert.deepEqual(refusal(await transfer(shop, { from, to: dollars })), [422, 'currency_mismatch']);
  assert.deepEqual(refusal(await transfer(shop, { from: dollars, to })), [422, 'currency_mismatch']);
  assert.deepEqual(refusal(await transfer(shop, { from: dollars, to, currency: 'USD' })), [422, 'currency_mismatch']);
  const { error: toItself } = (await transfer(shop, { to: from })).body;
  assert.deepEqual(
    [toItself.code, toItself.param, toItself.message],
    ['same_wallet', 'to', `Wallet ${from} is the wallet that pays`],
  );
  assert.deepEqual(refusal(await transfer(shop, { from, to, currency: 'JPY' })), [400, 'unsupported_currency']);
  assert.deepEqual(
    [await balance(shop, from), await balance(shop, dollars)],
    [
      [1_000, 0],
      [1_000, 0],
    ],
  );
});

test('above the available balance it is 402, and the whole balance can be transferred', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  assert.deepEqual(refusal(await transfer(shop, { to, amount: 1_001 })), [402, 'insufficient_funds']);
  assert.equal((await transfer(shop, { to, amount: 1_000 })).status, 201);
  assert.deepEqual(refusal(await transfer(shop, { to, amount: 1 })), [402, 'insufficient_funds']);
  assert.deepEqual(
    [await balance(shop, from), await balance(shop, to)],
    [
      [0, 0],
      [1_000, 0],
    ],
  );
});

test('concurrent transfers take exactly the available money, and a refusal does not affect the others', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const answers = await Promise.all(Array.from({ length: 100 }, () => transfer(shop, { to, amount: 30 })));
  assert.equal(answers.filter(({ status }) => status === 201).length, 33);
  assert.equal(answers.filter(({ status }) => status === 402).length, 67);
  assert.deepEqual(
    [await balance(shop, from), await balance(shop, to)],
    [
      [10, 0],
      [990, 0],
    ],
  );
});

test('concurrent transfers in both directions end with the right balances, and no money is lost', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  await shop.call('POST', '/wallets/transfer', { from, to, amount: 500, currency: 'XOF' });
  const there = Array.from({ length: 50 }, () => transfer(shop, { from, to, amount: 3 }));
  const back = Array.from({ length: 50 }, () => transfer(shop, { from: to, to: from, amount: 2 }));
  const answers = await Promise.all([...there, ...back]);
  assert.ok(answers.every(({ status }) => status === 201));
  assert.deepEqual(
    [await balance(shop, from), await balance(shop, to)],
    [
      [450, 0],
      [550, 0],
    ],
  );
});

test('from a wallet of another owner it is 404, whoever the owner is', async () => {
  const { shop, to } = await shopWith(1_000n);
  const other = await service.merchant();
  const customer = await service.customer(phone('6666'), ['XOF']);
  for (const from of [
    await other.wallet('XOF', 1_000n),
    (await walletOf(customer.id, 'XOF')).id,
    `wal_${'0'.repeat(26)}`,
  ]) {
    const answer = await transfer(shop, { from, to });
    assert.deepEqual([...refusal(answer), answer.body.error.param], [404, 'not_found', 'from']);
  }
});

test('a frozen wallet at either end is 409, and `param` says which', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  await shop.call('POST', `/test/wallets/${to}/freeze`, { reason: 'kyc' });
  const into = await transfer(shop, { to });
  assert.deepEqual([...refusal(into), into.body.error.param], [409, 'wallet_frozen', 'to']);
  await shop.call('POST', `/test/wallets/${to}/unfreeze`);
  await shop.call('POST', `/test/wallets/${from}/freeze`, { reason: 'fraud' });
  const out = await transfer(shop, { to });
  assert.deepEqual([...refusal(out), out.body.error.param], [409, 'wallet_frozen', 'from']);
});

test('a reference is unique per kind of record, integration and mode; 409 names its transfer', async () => {
  const { shop, to } = await shopWith(1_000n);
  const first = await transfer(shop, { to, reference: 'rent-5' });
  const again = await Promise.all([1, 2, 3].map((amount) => transfer(shop, { to, amount, reference: 'rent-5' })));
  for (const answer of again) {
    assert.deepEqual([...refusal(answer), answer.body.error.param], [409, 'reference_already_used', 'reference']);
    assert.ok(answer.body.error.message.includes(first.body.id));
  }
  const other = await shopWith(1_000n);
  assert.equal((await transfer(other.shop, { to: other.to, reference: 'rent-5' })).status, 201);
  assert.equal((await openPayment(shop, { reference: 'rent-5' })).reference, 'rent-5');
  const both = await Promise.all([1, 2].map((amount) => transfer(shop, { to, amount, reference: 'rent-6' })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  // A refused transfer leaves its reference free.
  assert.equal((await transfer(shop, { to, amount: 9_999, reference: 'rent-7' })).status, 402);
  assert.equal((await transfer(shop, { to, reference: 'rent-7' })).status, 201);
});

test('a list of transfers is filtered by currency and reference', async () => {
  const { shop, to } = await shopWith(1_000n);
  await shop.wallet('USD', 100n);
  const dollars = (await shop.call('POST', '/wallets', { currency: 'USD' })).body.id;
  const first = (await transfer(shop, { to, reference: 'a' })).body.id;
  const second = (await transfer(shop, { to: dollars, currency: 'USD', reference: 'b' })).body.id;
  const ids = async (query: string) => (await walk(shop, `/transfers${query}`)).map((one) => one.id);
  assert.deepEqual(await ids(''), [second, first]);
  assert.deepEqual(await ids('?currency=XOF'), [first]);
  assert.deepEqual(await ids('?reference=b'), [second]);
  assert.deepEqual(await ids('?reference=b&currency=XOF'), []);
});
