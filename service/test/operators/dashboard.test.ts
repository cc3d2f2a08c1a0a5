import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSummary } from '../../src/dashboard/summary.ts';
import { paidPayment, payment, phone, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { joinAs, type TestPerson } from '../support/person.ts';

let service: TestService;
let shop: TestMerchant;
let viewer: TestPerson;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  viewer = await service.person('developer');
  await joinAs(service.db, 'viewer', shop.integrationId, viewer.id);
});
after(() => service.stop());

const read = (path: string, where = shop): Promise<Reply> =>
  viewer.call('GET', path, undefined, { 'service-integration': where.integrationId });
const write = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;

describe('the summary', () => {
  it('adds up collected amounts, failures by reason, and refunds', async () => {
    const paid = await paidPayment(shop);
    const other = await paidPayment(shop);
    const failing = (digits: string) =>
      shop.call('POST', '/payments', { amount: 70, currency: 'XOF', customer: phone(digits) });
    for (const digits of ['0001', '0002', '0002']) await payment(shop, (await failing(digits)).body.id, 'failed');
    await failing('0007');
    const refund = (await shop.call('POST', '/refunds', { payment: paid.id, amount: 30 })).body.id;
    await until(async () => (await shop.call('GET', `/refunds/${refund}`)).body.status === 'succeeded');

    // Today's sums are at most two seconds old.
    const body = await until(async () => {
      const { body } = await read('/summary?currency=XOF');
      return body.refunds_count === 1 && body.failed_count === 3 && body;
    });
    assert.deepEqual(
      [body.created_count, body.succeeded_count, body.failed_count, body.volume, body.refunded],
      [6, 2, 3, paid.amount + other.amount, 30],
    );
    assert.equal(body.success_rate, 0.4);
    assert.deepEqual(body.failures, [
      { code: 'customer_declined', count: 2 },
      { code: 'insufficient_funds', count: 1 },
    ]);
    const [books] = await write(
      `SELECT sum(posted)::int AS total FROM balances b JOIN wallets w ON w.id = b.wallet_id WHERE w.owner_id = $1`,
      shop.merchantId,
    );
    assert.equal(body.balance.total, books.total);
    assert.equal(body.interval, 'day');
    // Thirty days, all of them complete but today.
    assert.deepEqual([body.periods.length, body.periods[0].at], [30, body.since]);
    assert.match(body.since, /T00:00:00\.000Z$/);
    const noon = `${new Date(Date.now() - 3 * 24 * 3_600_000).toISOString().slice(0, 10)}T12:34:00Z`;
    const [first, second] = (await read(`/summary?currency=XOF&since=${noon}`)).body.periods;
    assert.deepEqual([first.at.slice(10), second.at.slice(10)], ['T12:00:00.000Z', 'T00:00:00.000Z']);
    // Nothing before today, and the present balance now.
    assert.deepEqual([body.periods[0].balance, body.periods.at(-1).balance], [0, books.total]);
    const sum = (field: string) => body.periods.reduce((all: number, one: any) => all + one[field], 0);
    for (const field of ['created_count', 'succeeded_count', 'failed_count', 'volume', 'refunded'])
      assert.equal(sum(field), body[field], field);
    assert.equal((await read('/summary?currency=USD')).body.created_count, 0);
    const day = new Date(Date.now() - 24 * 3_600_000).toISOString();
    assert.equal((await read(`/summary?currency=XOF&since=${day}`)).body.interval, 'hour');
    // Nothing of another merchant.
    const stranger = await service.merchant();
    await joinAs(service.db, 'viewer', stranger.integrationId, viewer.id);
    assert.equal((await read('/summary?currency=XOF', stranger)).body.created_count, 0);
  });

  it('has days of the merchant’s time zone, or of another one', async () => {
    const { merchantId } = await service.merchant();
    const boss = await service.person('merchant', { merchantId, identifier: '+254700000123' });
    const { id } = (await boss.call('GET', '/integrations')).body.data[0];
    const ask = async (query = '') =>
      (await boss.call('GET', `/summary?currency=XOF${query}`, undefined, { 'service-integration': id })).body;
    const nairobi = await ask();
    assert.equal(nairobi.time_zone, 'Africa/Nairobi');
    assert.equal(nairobi.periods.length, 30);
    assert.ok(nairobi.periods.every(({ at }: any) => at.endsWith('T21:00:00.000Z')));
    // The setting comes before the country of the phone.
    await boss.call('PATCH', '/merchants/me', { time_zone: 'America/Port-au-Prince' });
    assert.equal((await ask()).time_zone, 'America/Port-au-Prince');
    const winter = await ask('&since=2025-10-30T12:00:00Z&until=2025-11-05T12:00:00Z');
    const midnights = ['T12:00', 'T04:00', 'T04:00', 'T04:00', 'T05:00', 'T05:00', 'T05:00'];
    assert.deepEqual(
      winter.periods.map(({ at }: any) => at.slice(10, 16)),
      midnights,
      'clocks change on 2 November',
    );
    const india = await ask('&time_zone=Asia/Kolkata');
    assert.ok(india.periods.every(({ at }: any) => at.endsWith('T18:00:00.000Z')));
    const wrong = await boss.call('GET', '/summary?currency=XOF&time_zone=Mars/Olympus', undefined, {
      'service-integration': id,
    });
    assert.deepEqual([wrong.status, wrong.body.error.details[0].param], [400, 'time_zone']);
  });

  it('counts a payment on its day of the time zone', async () => {
    const { created_at: at } = (await shop.call('GET', '/payments?limit=1')).body.data[0];
    const summary = createSummary();
    const owner = { type: 'merchant', id: shop.merchantId };
    const caller = { kind: 'key', world: shop.world, livemode: false, owner } as never;
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Honolulu', 'Africa/Nairobi']) {
      const { periods } = JSON.parse(await summary(service.db, caller, { currency: 'XOF', time_zone }));
      const dayOf = (time: string) => new Date(time).toLocaleDateString('en-CA', { timeZone: time_zone });
      const counted = periods.filter(({ created_count }: any) => created_count > 0).map((one: any) => dayOf(one.at));
      assert.ok(counted.includes(dayOf(at)), `${time_zone}: ${counted} lacks ${dayOf(at)}`);
    }
  });

  it('has the total of the wallets at the end of each day', async () => {
    const rich = await service.merchant();
    const wallet = await rich.wallet('XOF', 1_000n);
    const { id: savings } = (await rich.call('POST', '/wallets', { currency: 'XOF' })).body;
    await rich.call('POST', '/wallets/transfer', { from: wallet, to: savings, amount: 400, currency: 'XOF' });
    const items = [{ recipient: phone('0100'), amount: 100 }];
    const { id } = (await rich.call('POST', '/payouts', { currency: 'XOF', wallet, items })).body;
    await until(async () => (await rich.call('GET', `/payouts/${id}`)).body.status === 'completed');
    // The view in three days.
    const summary = createSummary(() => Date.now() + 3 * 24 * 3_600_000);
    const owner = { type: 'merchant', id: rich.merchantId };
    const caller = { kind: 'key', world: rich.world, livemode: false, owner } as never;
    const last = async () =>
      JSON.parse(await summary(service.db, caller, { currency: 'XOF' }))
        .periods.map(({ balance }: any) => balance)
        .slice(-5);
    assert.deepEqual(await last(), [0, 900, 900, 900, 900]);
    // Past days are cached, and today is read.
    await rich.wallet('XOF', 50n);
    assert.deepEqual(await last(), [0, 900, 900, 900, 950]);
  });

  it('says which time is invalid', async () => {
    const wrong = ['since=x', 'since=2026-01-01', 'until=2020-01-01T00:00:00Z&since=2021-01-01T00:00:00Z'];
    for (const query of [...wrong, 'since=2020-01-01T00:00:00Z', 'since=9999-01-01T00:00:00Z'])
      assert.deepEqual(refusal(await read(`/summary?currency=XOF&${query}`)), [400, 'validation_failed'], query);
    assert.deepEqual(refusal(await read('/summary')), [400, 'validation_failed']);
    assert.deepEqual(refusal(await read('/summary?currency=EUR')), [400, 'unsupported_currency']);
  });

  it('reads a past day once, for any number of requests', async () => {
    let queries = 0;
    const counting = {
      ...service.db,
      query: (...args: Parameters<typeof service.db.query>) => {
        queries++;
        return service.db.query(...args);
      },
    } as typeof service.db;
    const summary = createSummary();
    const owner = { type: 'merchant', id: shop.merchantId };
    const caller = { kind: 'key', world: shop.world, livemode: false, owner } as never;
    await Promise.all(Array.from({ length: 20 }, () => summary(counting, caller, { currency: 'XOF' })));
    const first = queries;
    // At most two statements for each of 31 days, and each one's time zone and balances, from time to time.
    assert.ok(first <= 2 * 32 + 3 * 20, `${first}`);
    await summary(counting, caller, { currency: 'XOF' });
    assert.ok(queries - first <= 4, `${queries - first}`);
  });
});

it("the summary and the totals take connections on behalf of the caller's world", async (t) => {
  const { mock } = t.mock.method(service.db, 'query');
  for (const path of [
    '/summary?currency=XOF&since=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z',
    '/payments/totals',
  ])
    assert.equal((await read(path)).status, 200, path);
  const asked = mock.calls.filter(({ arguments: [{ name }] }) => /^(summary|payments_count)/.test(name));
  const claims = new Set(asked.map(({ arguments: [, , claim] }) => JSON.stringify(claim)));
  assert.ok(asked.length >= 4, `${asked.length}`);
  assert.deepEqual([...claims], [JSON.stringify({ by: 'world', world: shop.world, livemode: false })]);
});

describe('the search', () => {
  const find = async (q: string, where = shop) =>
    (await read(`/search?q=${encodeURIComponent(q)}`, where)).body.data.map(({ id, object }: any) => [object, id]);

  it('finds by the beginning of an id, by reference and by phone', async () => {
    const body = { amount: 50, currency: 'XOF', customer: phone('0007'), reference: 'order-77' };
    const { id } = (await shop.call('POST', '/payments', body)).body;
    const wallet = await shop.wallet('XOF');
    assert.deepEqual(await find(id), [['payment', id]]);
    assert.deepEqual((await find(id.slice(0, -4)))[0], ['payment', id]);
    assert.deepEqual(await find('order-77'), [['payment', id]]);
    assert.ok((await find(phone('0007'))).some(([, found]: string[]) => found === id));
    assert.deepEqual(await find(wallet), [['wallet', wallet]]);
    for (const path of ['/events', '/webhooks', '/refunds', '/transfers', '/payouts']) {
      const [one] = (await shop.call('GET', `${path}?limit=1`)).body.data;
      if (one) assert.equal((await find(one.id))[0]?.[1], one.id, path);
    }
    const request = await shop.call('GET', '/payments?limit=0');
    const logged = request.headers.get('request-id')!;
    await until(async () => (await find(logged)).length === 1);
    // Keys may not list requests.
    assert.deepEqual((await shop.call('GET', `/search?q=${logged}`)).body.data, []);
    for (const nothing of ['order-78', '%%%', 'pay_', 'pay_zzzz', "x' OR 1=1", 'key_01kf', '+1999'])
      if (nothing !== 'pay_') assert.deepEqual(await find(nothing), [], nothing);
  });

  it('finds nothing of another merchant', async () => {
    const other = await service.merchant();
    await joinAs(service.db, 'viewer', other.integrationId, viewer.id);
    const body = { amount: 50, currency: 'XOF', customer: phone('0007'), reference: 'theirs' };
    const { id, wallet } = (await other.call('POST', '/payments', body)).body;
    for (const q of [id, 'theirs', wallet]) {
      assert.deepEqual(await find(q), [], q);
      assert.equal((await find(q, other)).length, 1, `the control: ${q}`);
    }
  });
});

describe('the timeline of a payment', () => {
  it('has its states, its refunds, their movements, and the events', async () => {
    const paid = await paidPayment(shop);
    const refund = (await shop.call('POST', '/refunds', { payment: paid.id, amount: 30 })).body.id;
    await until(async () => (await shop.call('GET', `/refunds/${refund}`)).body.status === 'succeeded');
    const { data } = (await shop.call('GET', `/payments/${paid.id}/timeline`)).body;
    const ofKind = (kind: string) => data.filter((one: any) => one.kind === kind);
    assert.deepEqual(
      ofKind('succeeded').map(({ record, amount }: any) => [record, amount]),
      [
        [paid.id, paid.amount],
        [refund, 30],
      ],
    );
    assert.deepEqual(
      ofKind('posting').map(({ record, posting }: any) => [record, posting.kind, posting.direction]),
      [
        [paid.id, 'payment', 'credit'],
        [refund, 'refund', 'debit'],
      ],
    );
    const types = ofKind('event').map(({ event }: any) => event.type);
    for (const type of ['payment.requires_action', 'payment.succeeded', 'refund.created', 'refund.succeeded'])
      assert.ok(types.includes(type), `${type} in ${types}`);
    const times = data.map(({ at }: any) => at);
    assert.deepEqual(times, [...times].sort());
  });

  it('has the first hundred refunds, and says when there are more', async () => {
    const paid = await paidPayment(shop);
    const refund = () => shop.call('POST', '/refunds', { payment: paid.id, amount: 1 });
    const timeline = async () => {
      const { data, has_more } = (await shop.call('GET', `/payments/${paid.id}/timeline`)).body;
      const refunds = data.filter((one: any) => one.kind === 'created' && one.record !== paid.id);
      return [refunds.length, has_more];
    };
    await Promise.all(Array.from({ length: 100 }, refund));
    assert.deepEqual(await timeline(), [100, false]);
    await refund();
    assert.deepEqual(await timeline(), [100, true]);
  });
});

describe('a statement as CSV', () => {
  it('is complete, line by line, oldest first', async () => {
    const wallet = await shop.wallet('XOF', 10_000n);
    const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    for (let i = 1; i <= 3; i++)
      await shop.call('POST', '/wallets/transfer', { from: wallet, to, amount: i, currency: 'XOF' });
    const csv = await shop.call('GET', `/wallets/${to}/entries`, undefined, { accept: 'text/csv' });
    assert.match(csv.headers.get('content-type')!, /^text\/csv/);
    const { data } = (await shop.call('GET', `/wallets/${to}/entries?order=asc`)).body;
    // The transfers have no text of their own.
    const about = 'customer,name,reference,description';
    const lines = data.map((entry: any) =>
      ['id', 'created_at', 'kind', 'source', 'direction', 'amount', 'currency', 'balance_after']
        .map((column) => entry[column])
        .concat('', '', '', '')
        .join(','),
    );
    assert.equal(
      csv.text,
      [`id,created_at,kind,source,direction,amount,currency,balance_after,${about}`, ...lines, ''].join('\r\n'),
    );
    const theirs = await (await service.merchant()).wallet('XOF');
    const answer = await shop.call('GET', `/wallets/${theirs}/entries`, undefined, { accept: 'text/csv' });
    assert.deepEqual(refusal(answer), [404, 'not_found']);
  });

  it('continues past a page', async () => {
    const wallet = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const from = await shop.wallet('XOF', 10_000n);
    const items = Array.from({ length: 1_001 }, () => ({ recipient: wallet, amount: 1 }));
    const { id } = (await shop.call('POST', '/payouts', { wallet: from, currency: 'XOF', items })).body;
    await until(async () => (await shop.call('GET', `/payouts/${id}`)).body.status === 'completed');
    const csv = await shop.call('GET', `/wallets/${wallet}/entries`, undefined, { accept: 'text/csv' });
    const lines = csv.text.trimEnd().split('\r\n').slice(1);
    assert.equal(lines.length, 1_001);
    assert.deepEqual(
      lines.map((line) => Number(line.split(',')[7])),
      lines.map((_, i) => i + 1),
    );
  });
});
