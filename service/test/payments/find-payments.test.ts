import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { encodeTime } from '../../src/core/id.ts';
import { openDatabase } from '../../src/db/database.ts';
import { MOST_READ } from '../../src/http/list.ts';
import { exported, fileOf, linesOf } from '../exports/support.ts';
import { phone, refusal, waitingPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

let service: TestService;
let shop: TestMerchant;
let other: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  other = await service.merchant();
});
after(() => service.stop());

const pay = async (fields: object, by = shop) => {
  const body = { amount: 100, currency: 'XOF', customer: '+221770000007', ...fields };
  const answer = await by.call('POST', '/payments', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const search = async (q: string, by = shop): Promise<any[]> => {
  const answer = await by.call('GET', `/search?q=${encodeURIComponent(q)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const found = async (q: string, by = shop) => (await search(q, by)).map(({ id }) => id);
const list = async (query: string, by = shop): Promise<string[]> => {
  const answer = await by.call('GET', `/payments?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map(({ id }: any) => id);
};
const totals = async (query: string, by = shop) => (await by.call('GET', `/payments/totals?${query}`)).body;

describe('the search', () => {
  it('finds a payment at once by digits anywhere in its phone, as people write them', async () => {
    const { id } = await pay({ customer: '+254712345678' });
    for (const q of ['5678', '2345', '0712 345 678', '+254 712', '254712345678', '00254712345678', '712-345'])
      assert.ok((await found(q)).includes(id), q);
    for (const q of ['9999', '+712345', '0712345679']) assert.ok(!(await found(q)).includes(id), q);
  });

  it('finds a payment by its amount in major units, in the currency that is written', async () => {
    const xof = (await pay({ amount: 2_500 })).id;
    const usd = (await pay({ amount: 2_500, currency: 'USD' })).id;
    const large = (await pay({ amount: 250_000, currency: 'USD' })).id;
    const cases: [string, string[]][] = [
      ['2500', [large, xof]],
      ['2 500', [large, xof]],
      ['2 500 F', [xof]],
      ['F CFA 2 500', [xof]],
      ['2.500 XOF', [xof]],
      ['25.00', [usd]],
      ['$25', [usd]],
      ['USD 2,500.00', [large]],
    ];
    for (const [q, wanted] of cases) {
      const hits = (await search(q)).filter(({ object }) => object === 'payment').map(({ id }) => id);
      assert.deepEqual(hits.filter((id) => [xof, usd, large].includes(id)).sort(), wanted.sort(), q);
    }
  });

  it('finds a part of a reference, in any case, and payments of a day', async () => {
    const { id, created_at } = await pay({ reference: 'INV/2026_0042-B' });
    for (const q of ['INV/2026', 'inv/2026_0042', '0042-b', '6_0042']) assert.ok((await found(q)).includes(id), q);
    for (const q of ['6%0042', '60042', '0043-b']) assert.ok(!(await found(q)).includes(id), q);
    const [year, month, day] = created_at.slice(0, 10).split('-');
    for (const q of [`${year}-${month}-${day}`, `${day}/${month}/${year}`]) assert.ok((await found(q)).includes(id), q);
    assert.ok(!(await found('2001-02-03')).includes(id));
  });

  it('finds the recipients of payouts by name and phone, and payment links by their title', async () => {
    await shop.wallet('XOF', 10_000n);
    const items = [
      { recipient: '+221775554433', amount: 10, name: 'Aïssatou Ñdiaye' },
      { recipient: '+221775550000', amount: 10, name: 'Moussa Ba' },
    ];
    const made = await shop.call('POST', '/payouts', { currency: 'XOF', items });
    assert.equal(made.status, 202, made.text);
    for (const q of ['aissatou', 'NDIAYE', 'diaye aïss', '554433']) {
      const [hit, ...more] = (await search(q)).filter(({ object }) => object === 'payout_item');
      assert.deepEqual([hit?.name, hit?.payout, more.length], ['Aïssatou Ñdiaye', made.body.id, 0], q);
    }
    const link = await shop.call('POST', '/links', { name: 'Café équitable', currency: 'XOF', amount: 500 });
    assert.equal(link.status, 201, link.text);
    const [hit] = (await search('cafe')).filter(({ object }) => object === 'payment_link');
    assert.deepEqual([hit?.id, hit?.name], [link.body.id, 'Café équitable']);
  });

  it('finds nothing of another merchant', async () => {
    const theirs = await pay({ customer: '+254799887766', amount: 77_123, reference: 'theirs-only' }, other);
    for (const q of ['887766', '77 123', 'theirs-only', 'irs-on', theirs.id]) {
      assert.deepEqual(await found(q), [], q);
      const payments = (await found(q, other)).filter((id) => !id.startsWith('cus_'));
      assert.deepEqual(payments, [theirs.id], `control: ${q}`);
    }
  });

  it('finds the customer with these digits first', async () => {
    const { id } = await pay({ customer: '+254711223344' });
    const [customer, ...others] = await search('223344');
    assert.deepEqual([customer.object, customer.customer], ['customer', '+254711223344']);
    assert.deepEqual(
      others.map((hit) => hit.id),
      [id],
    );
    const [byId] = await search(customer.id);
    assert.equal(byId.id, customer.id);
  });

  it('a key finds only what its scopes read', async () => {
    const { key } = await shop.newKey({ scopes: ['payments:read'] });
    const kinds = async (by: string) => {
      const { body } = await shop.call('GET', '/search?q=554433', undefined, { authorization: `Bearer ${by}` });
      return body.data.map(({ object }: any) => object);
    };
    assert.deepEqual(await kinds(key), []);
    assert.deepEqual(await kinds(shop.key), ['payout_item'], 'control');
    // Equal concurrent requests share one read, but only among keys that may read the same.
    const asked = Array.from({ length: 40 }, (_, n) => kinds(n % 2 ? key : shop.key));
    const wanted = Array.from({ length: 40 }, (_, n) => (n % 2 ? [] : ['payout_item']));
    assert.deepEqual(await Promise.all(asked), wanted);
    const { key: blind } = await shop.newKey({ scopes: ['events:read'] });
    const headers = { authorization: `Bearer ${blind}` };
    assert.deepEqual(refusal(await shop.call('GET', '/search?q=554433', undefined, headers)), [
      403,
      'insufficient_scope',
    ]);
  });
});

describe('the list of payments', () => {
  it('takes an amount and digits of a phone, alone and together, and pages through them', async () => {
    const own = await service.merchant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++)
      ids.unshift((await pay({ customer: `+22177123450${i % 2}`, amount: 100 + (i % 3) }, own)).id);
    await pay({ customer: '+221771234500', amount: 101 }, other);
    assert.deepEqual(await list('phone=12345', own), ids);
    assert.deepEqual(await list('phone=4501', own), [ids[1], ids[3]]);
    assert.deepEqual(await list('phone=%2B221771', own), ids);
    assert.deepEqual(await list('phone=%2B771', own), []);
    assert.deepEqual(await list('amount=101', own), [ids[0], ids[3]]);
    assert.deepEqual(await list('amount=101&phone=4500', own), [ids[0]]);
    assert.deepEqual(await list('phone=12345&limit=2', own), ids.slice(0, 2));
    assert.deepEqual(await list(`phone=12345&limit=2&starting_after=${ids[1]}`, own), ids.slice(2, 4));
    assert.deepEqual(await list(`phone=12345&limit=2&ending_before=${ids[3]}`, own), ids.slice(1, 3));
    assert.deepEqual(await list('phone=12345&order=asc', own), [...ids].reverse());
    for (const bad of ['phone=12', 'phone=abc', 'amount=1.5', 'amount=x'])
      assert.deepEqual(refusal(await own.call('GET', `/payments?${bad}`)), [400, 'validation_failed'], bad);
  });

  it('is exported with these filters', async () => {
    const own = await service.merchant();
    for (const [customer, amount] of [
      ['+221771239991', 100],
      ['+221771239992', 101],
      ['+221771239991', 101],
    ] as const)
      await pay({ customer, amount }, own);
    for (const [filters, query] of [
      [{ phone: '9991' }, 'phone=9991'],
      [{ phone: '+22177123', amount: '101' }, 'phone=%2B22177123&amount=101'],
      [{ phone: '9992', amount: '100' }, 'phone=9992&amount=100'],
    ] as const) {
      const made = await exported(own, { resource: 'payments', format: 'csv', filters });
      const [, ...lines] = linesOf(await fileOf(service.base, own, made));
      const listed = await list(`${query}&order=asc`, own);
      assert.deepEqual(
        lines.map(([id]) => id),
        listed,
        query,
      );
    }
    assert.equal((await list('phone=9991', own)).length, 2);
  });

  it('has totals that take its filters', async () => {
    const own = await service.merchant();
    const paid = await waitingPayment(own, { customer: phone('0007'), amount: 700 });
    await own.call('POST', `/test/payments/${paid.id}/approve`);
    const failed = await waitingPayment(own, { customer: phone('0007'), amount: 900 });
    await own.call('POST', `/test/payments/${failed.id}/decline`);
    await waitingPayment(own, { customer: phone('0007'), amount: 800, reference: 'open' });
    await pay({ customer: phone('0007') }, other);
    const all = await until(async () => {
      const answer = await totals('', own);
      return answer.by_status.succeeded === 1 && answer.by_status.failed === 1 && answer;
    });
    const none = { pending: 0, requires_action: 0, processing: 0, requires_capture: 0, succeeded: 0, failed: 0 };
    const one = [{ currency: 'XOF', count: 1, amount: 700 }];
    assert.deepEqual([all.exact, all.count, all.succeeded], [true, 3, one]);
    assert.deepEqual(all.by_status, { ...none, requires_action: 1, succeeded: 1, failed: 1 });
    const cases: [string, number, object[]][] = [
      ['status=failed', 1, []],
      ['amount=700', 1, one],
      ['phone=0007', 3, one],
      ['phone=0009', 0, []],
      [`customer=${encodeURIComponent(phone('0007'))}`, 3, one],
      ['reference=open', 1, []],
      ['created_at[gte]=2020-01-01T00:00:00Z', 3, one],
      ['created_at[lt]=2020-01-01T00:00:00Z', 0, []],
    ];
    for (const [query, count, succeeded] of cases) {
      const answer = await totals(query, own);
      assert.deepEqual([answer.exact, answer.count, answer.succeeded], [true, count, succeeded], query);
    }
  });
});

it('payments of one amount are in one list and one total, whether they are final or not', async () => {
  const own = await service.merchant();
  const make = async () => (await waitingPayment(own, { customer: phone('0007'), amount: 650 })).id;
  const ids = [await make(), await make(), await make(), await make()].reverse();
  for (const id of [ids[1], ids[3]]) await own.call('POST', `/test/payments/${id}/approve`);
  const counted = await until(async () => {
    const answer = await totals('amount=650', own);
    return answer.by_status.succeeded === 2 && answer;
  });
  assert.deepEqual([counted.exact, counted.count, counted.by_status.requires_action], [true, 4, 2]);
  assert.deepEqual(await list('amount=650', own), ids);
  assert.deepEqual(await list('amount=650&order=asc', own), [...ids].reverse());
  assert.deepEqual(await list(`amount=650&limit=2&starting_after=${ids[0]}`, own), ids.slice(1, 3));
  assert.deepEqual(await list(`amount=650&limit=2&ending_before=${ids[3]}`, own), ids.slice(1, 3));
  const { has_more: more } = (await own.call('GET', '/payments?amount=650&limit=3')).body;
  assert.equal(more, true);
  assert.deepEqual(await list('amount=650&status=succeeded', own), [ids[1], ids[3]]);
  assert.deepEqual(await list('amount=650&status=requires_action', own), [ids[0], ids[2]]);
});

describe('the totals of many payments', () => {
  const MANY = 12_000;
  const FIRST = Date.UTC(2026, 0, 10);
  let own: TestMerchant;
  before(async () => {
    own = await service.merchant();
    const wallet = await own.wallet('XOF');
    const times = Array.from({ length: MANY }, (_, n) => FIRST + n * 10_000);
    const owner = openDatabase(service.url, { max: 1 });
    await owner.pool.query(
      `INSERT INTO payments (world, id, amount, currency, customer, status, fee, wallet_id, rail, created_at,
                             updated_at, expires_at, succeeded_at)
       SELECT $1, 'pay_' || base || lpad(n::text, 16, '0'), 5, 'XOF', '+22177' || lpad(n::text, 7, '0'), 'succeeded',
              0, $2, 'sandbox', at, at, at, at
       FROM (SELECT n, base, to_timestamp(ms / 1000.0) AS at
             FROM unnest($3::float8[], $4::text[]) WITH ORDINALITY AS t (ms, base, n)) s`,
      [own.world, wallet, times, times.map(encodeTime)],
    );
    await owner.close();
  });

  it('say when there are more than they count', async () => {
    const answer = await totals('', own);
    assert.deepEqual([answer.exact, answer.count], [false, 10_000]);
    assert.deepEqual(answer.succeeded, [{ currency: 'XOF', count: 10_000, amount: 50_000 }]);
    const amount = await totals('amount=5', own);
    assert.deepEqual([amount.exact, amount.count], [false, 10_000]);
  });

  it('are exact for whole hours and days, and for fewer payments of any kind', async () => {
    const days = await totals('created_at[gte]=2026-01-10T00:00:00Z&created_at[lt]=2026-01-12T00:00:00Z', own);
    assert.deepEqual([days.exact, days.count], [true, MANY]);
    assert.deepEqual(days.succeeded, [{ currency: 'XOF', count: MANY, amount: MANY * 5 }]);
    const from = 'created_at[gte]=2026-01-10T02:00:00Z';
    const later = await totals(`${from}&created_at[lt]=2026-02-01T00:00:00Z&status=succeeded`, own);
    assert.deepEqual([later.exact, later.count], [true, MANY - 720]);
    const half = await totals('created_at[gte]=2026-01-10T00:00:01Z', own);
    assert.deepEqual([half.exact, half.count], [false, 10_000]);
    const few = await totals('created_at[gte]=2026-01-11T00:00:01Z', own);
    assert.deepEqual([few.exact, few.count], [true, MANY - 8_641]);
    const digits = await totals('phone=00119', own);
    assert.deepEqual([digits.exact, digits.count], [true, 111]);
  });

  it('are of the own payments of a customer who has very many at another merchant', async () => {
    const customer = '+221779000002';
    const { id } = await pay({ customer }, own);
    const wallet = await other.wallet('XOF');
    const owner = openDatabase(service.url, { max: 1 });
    await owner.pool.query(
      `INSERT INTO payments (world, id, amount, currency, customer, status, fee, wallet_id, rail, created_at,
                             updated_at, expires_at, succeeded_at)
       SELECT $1, 'pay_7' || lpad(n::text, 25, '0'), 5, 'XOF', $2, 'succeeded', 0, $3, 'sandbox', now(), now(), now(),
              now()
       FROM generate_series(1, ${MOST_READ + 1}) n`,
      [other.world, customer, wallet],
    );
    await owner.close();
    for (const query of [`customer=${encodeURIComponent(customer)}`, 'phone=%2B22177900']) {
      const { exact, count } = await totals(query, own);
      assert.deepEqual([exact, count], [true, 1], query);
    }
    assert.deepEqual(await list(`customer=${encodeURIComponent(customer)}`, own), [id]);
  });

  it('the list finds the payments of few and of many phones', async () => {
    assert.deepEqual((await list('phone=0011999&limit=5', own)).length, 1);
    // Nearly all phones: more than are looked for one by one.
    const [newest] = await list('phone=%2B22177&limit=1', own);
    assert.equal(newest, (await list('limit=1', own))[0]);
  });
});
