import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { scopes as allScopes } from '../../../contract/src/route.ts';
import { createKey } from '../../src/access/create-key.ts';
import { createIntegration } from '../../src/integrations/create-integration.ts';
import { selectWorld, type WorldRow } from '../../src/integrations/store.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { balance, bothWorlds, paidPayment, phone, refusal, waitingPayment, walk } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { openPayout, paidOut } from '../support/payout-flows.ts';

let service: TestService;
before(async () => {
  service = await startTestService(bothWorlds);
});
after(() => service.stop());

const open = async (shop: TestMerchant, fields: object) => (await shop.call('POST', '/wallets', fields)).body;

describe('a wallet', () => {
  it('is opened empty; the first in a currency is the default one', async () => {
    const shop = await service.merchant();
    const first = await open(shop, { currency: 'XOF' });
    const second = await open(shop, { currency: 'XOF', label: 'Port', metadata: { a: 'b' } });
    const dollars = await open(shop, { currency: 'USD' });
    assert.deepEqual(
      [first, second, dollars].map((wallet) => [wallet.currency, wallet.default, wallet.label, wallet.status]),
      [
        ['XOF', true, null, 'active'],
        ['XOF', false, 'Port', 'active'],
        ['USD', true, null, 'active'],
      ],
    );
    assert.deepEqual(first.balance, { available: 0, reserved: 0, total: 0 });
    assert.deepEqual(first.owner, { type: 'merchant', id: shop.merchantId });
    assert.deepEqual([first.livemode, first.frozen, second.metadata], [false, null, { a: 'b' }]);
    assert.deepEqual((await shop.call('GET', `/wallets/${second.id}`)).body, second);
  });

  it('one wallet is the default, also when many are opened at the same time', async () => {
    const shop = await service.merchant();
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(shop, { currency: 'HTG' })));
    assert.equal(opened.filter((wallet) => wallet.default).length, 1);
  });

  it('of the caller is /me: the default one, in the requested currency', async () => {
    const shop = await service.merchant();
    assert.deepEqual(refusal(await shop.call('GET', '/wallets/me')), [404, 'not_found']);
    const [francs] = [await open(shop, { currency: 'XOF' }), await open(shop, { currency: 'XOF' })];
    const dollars = await open(shop, { currency: 'USD' });
    const { key } = await shop.newKey({ scopes: [] });
    const me = (query = '') => service.request('GET', `/api/v1/wallets/me${query}`, { key });
    assert.equal((await me()).body.id, francs.id);
    assert.equal((await me('?currency=USD')).body.id, dollars.id);
    const none = await me('?currency=KES');
    assert.deepEqual(refusal(none), [404, 'not_found']);
    assert.equal(none.body.error.message, 'You have no wallet in KES yet. POST /wallets opens one.');
    assert.equal((await me('?currency=KES')).status, 404, 'a read opens no wallet');
    assert.deepEqual(refusal(await me('?currency=usd')), [400, 'validation_failed']);
  });

  it('is listed by currency and status', async () => {
    const shop = await service.merchant();
    const [a, b] = [await open(shop, { currency: 'XOF' }), await open(shop, { currency: 'USD' })];
    const c = (
      await shop.call('POST', `/test/wallets/${(await open(shop, { currency: 'XOF' })).id}/freeze`, { reason: 'kyc' })
    ).body;
    const list = async (query: string) => (await shop.call('GET', `/wallets${query}`)).body.data;
    assert.deepEqual(await list(''), [c, b, a]);
    assert.deepEqual(await list('?currency=XOF'), [c, a]);
    assert.deepEqual(await list('?status=frozen'), [c]);
    assert.deepEqual(await list('?status=active&order=asc'), [a, b]);
    assert.deepEqual(await list('?status=closed'), []);
  });

  it('of a customer or of another merchant is 404', async () => {
    const [shop, other] = [await service.merchant(), await service.merchant()];
    const customer = await service.customer(phone('5555'), ['XOF']);
    const [theirs] = await service.db.query<{ id: string }>(
      { name: 'test_wallet_of', text: 'SELECT id FROM wallets WHERE owner_id = $1' },
      [customer.id],
    );
    for (const wallet of [theirs!.id, await other.wallet('XOF')]) {
      for (const path of [
        `/wallets/${wallet}`,
        `/wallets/${wallet}?at=2026-01-01T00:00:00Z`,
        `/wallets/${wallet}/entries`,
      ]) {
        assert.deepEqual(refusal(await shop.call('GET', path)), [404, 'not_found'], path);
      }
    }
  });

  it('of test mode is independent of one in live mode', async () => {
    const shop = await service.merchant();
    const { key } = await shop.newKey({ livemode: true });
    const live = async (method: string, path: string, body?: object) =>
      service.request(method, `/api/v1${path}`, { key, ...(body ? { body } : {}) });
    const test = await shop.wallet('XOF', 500n);
    assert.deepEqual(refusal(await live('GET', '/wallets/me')), [404, 'not_found']);
    const real = (await live('POST', '/wallets', { currency: 'XOF' })).body;
    assert.deepEqual([real.livemode, real.default, real.balance.total], [true, true, 0]);
    assert.equal((await live('GET', '/wallets/me')).body.id, real.id);
    assert.equal((await shop.call('GET', '/wallets/me')).body.id, test);
    assert.deepEqual((await live('GET', '/wallets')).body.data, [real]);
    const across = await shop.call('POST', '/wallets/transfer', { to: real.id, amount: 1, currency: 'XOF' });
    assert.deepEqual(refusal(across), [422, 'recipient_not_found']);
    assert.deepEqual(refusal(await live('POST', `/test/wallets/${real.id}/fund`, { amount: 1 })), [
      403,
      'forbidden_account_type',
    ]);
  });

  it('that is frozen refuses new debits and credits until it is active again', async () => {
    const shop = await service.merchant();
    const [wallet, other] = [await shop.wallet('XOF', 500n), (await open(shop, { currency: 'XOF' })).id];
    await shop.wallet('XOF');
    const inFlight = await waitingPayment(shop, { amount: 50 });
    const frozen = (await shop.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' })).body;
    assert.deepEqual([frozen.status, frozen.frozen.reason, frozen.balance.available], ['frozen', 'fraud', 500]);
    const move = (from: string, to: string) =>
      shop.call('POST', '/wallets/transfer', { from, to, amount: 1, currency: 'XOF' });
    assert.deepEqual(refusal(await move(wallet, other)), [409, 'wallet_frozen']);
    assert.deepEqual(refusal(await move(other, wallet)), [409, 'wallet_frozen']);
    assert.deepEqual(refusal(await shop.call('POST', `/test/wallets/${wallet}/fund`, { amount: 1 })), [
      409,
      'wallet_frozen',
    ]);
    const payment = await shop.call('POST', '/payments', { amount: 1, currency: 'XOF', customer: phone('1234') });
    assert.deepEqual(refusal(payment), [409, 'wallet_frozen']);
    assert.equal((await shop.call('GET', `/payments/${inFlight.id}`)).body.status, 'requires_action');
    const active = (await shop.call('POST', `/test/wallets/${wallet}/unfreeze`)).body;
    assert.deepEqual([active.status, active.frozen, active.version], ['active', null, frozen.version + 1]);
    assert.equal((await move(wallet, other)).status, 201);
  });
});

describe('a statement', () => {
  it('shows the balance at every past time', async () => {
    const shop = await service.merchant();
    const wallet = await shop.wallet('XOF');
    const other = (await open(shop, { currency: 'XOF' })).id;
    const steps: [from: string, to: string, amount: number][] = [
      [wallet, other, 30],
      [other, wallet, 10],
      [wallet, other, 25],
    ];
    await shop.call('POST', `/test/wallets/${wallet}/fund`, { amount: 100 });
    for (const [from, to, amount] of steps) {
      // Two entries in the same millisecond would be at one instant.
      await wait(2);
      await shop.call('POST', '/wallets/transfer', { from, to, amount, currency: 'XOF' });
    }
    const at = async (time: string | number) => {
      const { body } = await shop.call(
        'GET',
        `/wallets/${wallet}?at=${encodeURIComponent(new Date(time).toISOString())}`,
      );
      return body.balance.total;
    };
    const entries = await walk(shop, `/wallets/${wallet}/entries?order=asc`);
    assert.deepEqual(
      entries.map((entry) => entry.balance_after),
      [100, 70, 80, 55],
    );
    let before = 0;
    for (const { created_at, balance_after } of entries) {
      assert.deepEqual([await at(Date.parse(created_at) - 1), await at(created_at)], [before, balance_after]);
      before = balance_after;
    }
    assert.equal(await at('2020-01-01T00:00:00Z'), 0);
    assert.equal(await at('2999-01-01T00:00:00Z'), 55);
    // A future time shows the present balance, with the reserved money.
    await openPayout(shop, [{ recipient: phone('0008'), amount: 5 }]);
    const { balance } = (await shop.call('GET', `/wallets/${wallet}?at=2999-01-01T00:00:00Z`)).body;
    assert.deepEqual(balance, { available: 50, reserved: 5, total: 55 });
    const elsewhere = new Date(Date.parse(entries[1].created_at) + 3_600_000).toISOString().replace('Z', '+01:00');
    const offset = await shop.call('GET', `/wallets/${wallet}?at=${encodeURIComponent(elsewhere)}`);
    assert.equal(offset.body.balance.total, 70);
    for (const time of ['yesterday', '', '2026-13-01T00:00:00Z', '2026-01-01']) {
      assert.deepEqual(
        refusal(await shop.call('GET', `/wallets/${wallet}?at=${time}`)),
        [400, 'validation_failed'],
        time,
      );
    }
  });

  it('has a line for each movement, the balance after it, and the record that caused it', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop, { amount: 1_000 });
    const refund = (await shop.call('POST', '/refunds', { payment: paid.id, amount: 200 })).body;
    const to = (await open(shop, { currency: 'XOF' })).id;
    const transfer = (await shop.call('POST', '/wallets/transfer', { to, amount: 300, currency: 'XOF' })).body;
    await shop.call('POST', '/test/clock/advance', { seconds: 5 });
    await until(async () => (await balance(shop, paid.wallet))[1] === 0);
    const lines = await walk(shop, `/wallets/${paid.wallet}/entries`);
    let total = 0;
    for (const { direction, amount, balance_after } of lines.toReversed()) {
      total += direction === 'credit' ? amount : -amount;
      assert.equal(balance_after, total);
    }
    assert.deepEqual(lines.map(({ kind, source, amount }) => `${kind} ${source} ${amount}`).sort(), [
      `payment ${paid.id} 1000`,
      `refund ${refund.id} 200`,
      `transfer ${transfer.id} 300`,
    ]);
    assert.deepEqual(await balance(shop, paid.wallet), [500, 0]);
  });

  it('says whom and what each line is for, to those who may read its record', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop, { amount: 1_000, reference: 'order-7', description: '=1+1, two loaves' });
    const savings = (await open(shop, { currency: 'XOF', label: 'Savings' })).id;
    await shop.call('POST', '/refunds', { payment: paid.id, amount: 100 });
    const move = { to: savings, amount: 200, currency: 'XOF', reference: 'month-10' };
    assert.equal((await shop.call('POST', '/wallets/transfer', move)).status, 201);
    const item = { recipient: phone('0152'), amount: 300, reference: 'emp-1', name: 'Awa Ndiaye' };
    await paidOut(shop, [item]);
    await shop.call('POST', '/test/clock/advance', { seconds: 5 });
    await until(async () => (await balance(shop, paid.wallet))[1] === 0);
    const none = { customer: null, name: null, reference: null, description: null };
    const order = { ...none, customer: paid.customer, reference: 'order-7', description: '=1+1, two loaves' };
    const said = async (key: string) => {
      const { data } = (await service.request('GET', `/api/v1/wallets/${paid.wallet}/entries`, { key })).body;
      return Object.fromEntries(data.map(({ kind, about }: { kind: string; about: unknown }) => [kind, about]));
    };
    const payout = { ...none, customer: item.recipient, name: item.name, reference: item.reference };
    const transfer = { ...none, name: 'Savings', reference: 'month-10' };
    assert.deepEqual(await said(shop.key), { payment: order, refund: order, transfer, payout });
    // A key learns no more than its scopes allow, and another integration of the merchant nothing.
    const { key } = await shop.newKey({ scopes: ['wallets:read'] });
    assert.deepEqual(await said(key), { payment: null, refund: null, transfer, payout: null });
    const name = newId('int');
    await createIntegration(service.db, { merchantId: shop.merchantId, name });
    const [{ world }] = (await service.db.query<WorldRow>(selectWorld, [name, false])) as [WorldRow];
    const asked = { world, livemode: false, scopes: allScopes };
    const other = await createKey(service.db, asked, testSecrets.pepper);
    assert.deepEqual(await said(other.key), { payment: null, refund: null, transfer: null, payout: null });

    const headers = { accept: 'text/csv' };
    const file = await service.request('GET', `/api/v1/wallets/${paid.wallet}/entries`, { key: shop.key, headers });
    const [head, first] = file.text.split('\r\n');
    assert.match(head!, /,customer,name,reference,description$/);
    assert.ok(first!.endsWith(`,${paid.customer},,order-7,"'=1+1, two loaves"`), first!);
  });

  it('is complete, in order and without gaps under concurrent movements', async () => {
    const shop = await service.merchant();
    const wallet = await shop.wallet('XOF', 10_000n);
    const other = (await open(shop, { currency: 'XOF' })).id;
    const moves = Array.from({ length: 120 }, (_, i) =>
      shop.call('POST', '/wallets/transfer', { to: other, amount: i + 1, currency: 'XOF' }),
    );
    await Promise.all(moves);
    const forward = await walk(shop, `/wallets/${wallet}/entries?limit=50`);
    assert.equal(forward.length, 121);
    assert.deepEqual((await walk(shop, `/wallets/${wallet}/entries?limit=7&order=asc`)).reverse(), forward);
    for (const [i, line] of forward.entries()) {
      const before = forward[i + 1]?.balance_after ?? 0;
      assert.equal(line.balance_after - before, line.direction === 'credit' ? line.amount : -line.amount);
    }
    const middle = forward[60].created_at;
    const of = (word: string) => walk(shop, `/wallets/${wallet}/entries?limit=50&created_at[${word}]=${middle}`);
    assert.deepEqual([...(await of('gt')), ...(await of('lte'))], forward);
    assert.deepEqual([...(await of('gte')), ...(await of('lt'))], forward);
  });
});
