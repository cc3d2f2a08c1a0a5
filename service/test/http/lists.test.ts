import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Route } from '../../../contract/src/route.ts';
import { openCases } from '../../src/cases/open-cases.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { openMessageQueue } from '../../src/messages/enqueue.ts';
import { allRoutes, type Ids, makeRecords, nameOf, pathOf, prefixOf } from '../support/contract.ts';
import { openPayment, phone, refusal, tomorrow } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { integrationOf, makeMember } from '../support/integration-flows.ts';
import { decide, submitted } from '../support/kyc-flows.ts';
import { makeOperator } from '../support/operators.ts';
import { paidOut } from '../support/payout-flows.ts';
import type { TestPerson } from '../support/person.ts';
import { openAtCounter, paySession } from '../tills/pay.ts';

const password = 'a password for sessions';
let service: TestService;
let shop: TestMerchant;
let ids: Ids;
/** The caller whose request log is read. */
let logged: Pick<TestPerson, 'call'>;
/** The customer gets the payment requests of `makeRecords` and their refunds. */
let people: Record<'customer' | 'merchant' | 'operator', TestPerson>;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  ids = await makeRecords(service, shop);
  people = {
    customer: await service.person('customer', { identifier: phone('0007'), password }),
    merchant: await service.person('merchant', { merchantId: shop.merchantId }),
    operator: await service.person('operator'),
  };
  const finance = await makeOperator(service, 'finance');
  const till = (await shop.call('GET', `/shifts/${ids.shf}`)).body.link;
  await shop.call('POST', '/inbox');
  const seller = await service.merchant();
  for (let i = 0; i < 5; i++) {
    await decide(people.operator, (await submitted(people.customer)).id, 'reject');
    await shop.call('POST', '/refunds', { payment: ids.pay, amount: 10 });
    const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    // Several in one batch: they share a millisecond.
    await Promise.all(
      [1, 2, 3].map((amount) => shop.call('POST', '/wallets/transfer', { to, amount, currency: 'XOF' })),
    );
    await shop.call('POST', '/holds', { amount: 1, currency: 'XOF', expires_at: tomorrow() });
    const leg = (wallet: string | undefined) => [{ wallet, amount: 1, currency: 'XOF' }];
    await shop.call('POST', '/movements', { debits: leg(ids.wal), credits: leg(to) });
    await finance.call('POST', '/operator/cash_ins', { wallet: to, amount: 1, reason: 'a slip' });
    const { id: wallet } = (await seller.call('POST', '/wallets', { currency: 'XOF' })).body;
    await shop.call('POST', '/split_partners', { wallet });
    const held = { amount: 1, currency: 'XOF', expires_at: tomorrow(), to: wallet };
    await shop.call('POST', '/holds', { ...held, escrow: { deciders: [ids.wal, wallet] } });
    await paidOut(shop, [{ recipient: to, amount: 1 }]);
    await openPayment(shop, { customer: phone('0004') });
    await openPayment(shop, { customer: people.customer.identifier });
    await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['kyc.updated'] });
    await shop.call('POST', `/webhooks/${ids.wbk}/replay`, { since: '2026-01-01T00:00:00Z', status: 'held' });
    await makeExport();
    await shop.call('POST', '/checkout/sessions', { amount: 10, currency: 'XOF' });
    const items = [{ recipient: phone(`000${i}`), amount: 10 }];
    const plan = { name: `plan ${i}`, currency: 'XOF', interval: 'monthly', first_date: '2036-01-31', time: '09:00' };
    await shop.call('POST', '/schedules', { ...plan, items });
    await shop.call('POST', '/beneficiaries', { items: [{ recipient: phone(`000${i}`), name: `Person ${i}` }] });
    await service.db.pool.query('INSERT INTO payers (world, phone) VALUES ($1, $2)', [shop.world, phone(`77${i}${i}`)]);
    await shop.call('POST', '/links', { amount: 10, currency: 'XOF' });
    await shop.call('POST', '/branches', { name: `Branch ${i}` });
    const { id: link } = (await shop.call('POST', '/links', { currency: 'XOF' })).body;
    await shop.call('POST', '/shifts', { link });
    await shop.call('POST', `/shifts/${ids.shf}/sales`, { amount: 10 });
    await paySession(service, shop, await openAtCounter(service, shop, till, 10));
    await keepReceipt();
  }
  // A system wallet in each currency: the money has to come from somewhere.
  for (const currency of ['USD', 'HTG', 'KES', 'GHS', 'NGN']) await shop.wallet(currency, 1n);
  await makePeopleRecords();
  await parkSettlements();
  await openFiveCases();
  await keepFiveCallbacks();
  await keepFiveLines();
  await keepFiveCloses();
  await keepFiveUnexpected();
  logged = await makeRequestLog();
  await until(async () => {
    const { body } = await shop.call('GET', '/payments?status=failed');
    return body.data.length === 5;
  });
  await until(async () => (await shop.call('GET', '/refunds?status=pending')).body.data.length === 0);
});
after(() => service.stop());

/** A shop without further requests, so that its log does not change while it is read. */
async function makeRequestLog(): Promise<Pick<TestPerson, 'call'>> {
  const quiet = await service.merchant();
  const person = await service.person('merchant', { merchantId: quiet.merchantId });
  const acting = { 'service-integration': await integrationOf(person) };
  for (let i = 0; i < 5; i++) await quiet.call('GET', '/wallets');
  const call: TestPerson['call'] = (method, path) => person.call(method, path, undefined, acting);
  await until(async () => (await call('GET', '/request_logs')).body.data.length === 5);
  return { call };
}

async function keepReceipt(): Promise<void> {
  const { id } = await openPayment(shop, { customer: phone('1234') });
  const receipt = (await shop.call('POST', '/receipts', { record: id })).body.id;
  const message = { to: phone('1234'), text: receipt };
  const common = { world: shop.world, kind: 'receipt', about: receipt, shown: true };
  await openMessageQueue(testSecrets.encryptionKey).add(service.db, [{ ...common, channel: 'sms', message }]);
}

async function openFiveCases(): Promise<void> {
  const about = { rail: 'mtn-ug', world: null, livemode: false, amount: null, currency: null, facts: {} };
  for (let i = 0; i < 5; i++)
    await openCases(service.db, [{ kind: 'unknown_callback', record: `callback-${i}`, ...about }]);
}

async function keepFiveCallbacks(): Promise<void> {
  const text = `
    INSERT INTO rail_callbacks
      (id, rail, livemode, received_at, last_at, method, source, headers, body, digest, outcome)
    SELECT $1, 'mtn-ug', false, now(), now(), 'POST', '127.0.0.1', '{}', '', decode(md5($1), 'hex'), 'noted'`;
  for (let i = 0; i < 5; i++) await service.db.query({ name: 'keep_callback', text }, [newId('clb')]);
}

async function keepFiveLines(): Promise<void> {
  const text = `
    WITH f AS (
      INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by, finished_at)
      VALUES ($1, 'mpesa-ke', false, 'upload', 'list.csv', 'mpesa', 'imported', 'opr_test', now()))
    INSERT INTO statement_lines
      (id, rail, key, occurrence, file, line, kind, amount, booked_on, accounted_on, state, created_at)
    SELECT $2, 'mpesa-ke', $2, 1, $1, 1, 'collection', 100, '2026-01-15', '2026-01-15', 'booked', clock_timestamp()`;
  for (let i = 0; i < 5; i++) await service.db.query({ name: 'keep_line', text }, [newId('stf'), newId('stl')]);
}

async function keepFiveCloses(): Promise<void> {
  const text = `
    INSERT INTO closes (id, rail, livemode, currency, day, time_zone, cut_at, source, opening_there, closing_there,
      opening_here, closing_here, movements, explained, opened_to, created_by, created_at)
    SELECT $1, 'mpesa-ke', false, 'KES', date '2026-01-15' + $2::int, 'Africa/Nairobi', now(), 'lines', 0, 0, 0, 0,
           '[]', '[]', 0, 'opr_test', clock_timestamp()`;
  for (let i = 0; i < 5; i++) await service.db.query({ name: 'keep_close', text }, [newId('cls'), i]);
}

async function keepFiveUnexpected(): Promise<void> {
  const text = `
    INSERT INTO checkout_unexpected (world, id, session_id, payment_id, reason, amount, expected_amount, currency,
      session_status, created_at)
    VALUES ($1, $2, $3, $4, 'late', 10, 10, 'XOF', 'open', clock_timestamp())`;
  for (let i = 0; i < 5; i++)
    await service.db.query({ name: 'keep_unexpected', text }, [shop.world, newId('ump'), ids.cs, newId('pay')]);
}

/** A world has few open exports, so this one has ended. */
async function makeExport(): Promise<void> {
  const file = { resource: 'transfers', format: 'csv' };
  await shop.call('POST', '/export_schedules', { ...file, interval: 'daily' });
  const { id } = (await shop.call('POST', '/exports', file)).body;
  await until(async () => (await shop.call('GET', `/exports/${id}`)).body.status === 'completed');
}

/** Five payments into a full wallet. */
async function parkSettlements(): Promise<void> {
  const full = await service.merchant();
  await full.wallet('XOF', 2n ** 53n - 2n);
  for (let i = 0; i < 5; i++) await openPayment(full, { amount: 1_000, customer: phone('1234') });
  await until(async () => {
    const { data } = (await people.operator.call('GET', '/operator/parked_settlements')).body;
    return data.length === 5;
  });
}

/** Five records of each kind that people create and list. */
async function makePeopleRecords(): Promise<void> {
  const { merchant, customer } = people;
  const int = await integrationOf(merchant);
  ids = { ...ids, int };
  for (let i = 0; i < 5; i++) {
    await service.merchant();
    await customer.call('POST', '/auth/login', { phone: customer.identifier, password });
    await makeMember(service, int, 'viewer');
    await merchant.call('POST', '/integrations', { name: `Shop ${i}` });
    await merchant.call('POST', `/integrations/${int}/keys`, { scopes: ['events:read'] });
    await merchant.call('POST', `/integrations/${int}/invitations`, { email: `${i}@list.example`, role: 'viewer' });
  }
}

/** Accounts and the audit log have cursors and filters of their own; the operators' tests cover them. */
const lists = allRoutes.filter(({ id, query }) => {
  const { properties, required } = (query ?? {}) as any;
  // A list that requires an owner or a customer lists the caller's own records otherwise.
  return properties?.['created_at[gte]'] && properties.limit && !required && id !== 'listAnyPayments';
});
/** A caller who may read the list, and who has records in it. */
const callerOf = ({ auth, integration }: Route) => {
  if (auth.includes('key')) return shop;
  return integration === 'required' ? logged : people[auth[0] as keyof typeof people];
};
const cursors = { forward: 'starting_after', backward: 'ending_before' } as const;

/** `npm run test:long` reads every list by every limit and refuses every wrong query on each. */
const ALL = process.env.LISTS === 'all';

for (const [n, route] of lists.entries()) {
  describe(nameOf(route), () => {
    it('returns each record once, page by page, in both directions and both orders', async () => {
      const all = (await get(route, { limit: 100 })).data;
      assert.ok(all.length >= 5, `only ${all.length}`);
      assert.equal(new Set(all.map((one) => one.id)).size, all.length);
      const newestFirst = all.map((one) => one.id);
      assert.deepEqual(newestFirst, newestFirst.toSorted().reverse());
      for (const order of ['desc', 'asc'] as const) {
        const expected = order === 'desc' ? newestFirst : newestFirst.toReversed();
        for (const limit of ALL ? [1, 2, 3, 100] : [2]) {
          assert.deepEqual(await pages(route, 'forward', { order, limit }), expected, `${order} by ${limit}`);
          assert.deepEqual(await pages(route, 'backward', { order, limit }), expected, `back, ${order} by ${limit}`);
        }
      }
    });

    it('has pages of 20 by default, and states its position', async () => {
      const page = await get(route, {});
      const all = (await get(route, { limit: 100 })).data;
      assert.deepEqual(page.data, all.slice(0, 20));
      assert.equal(page.has_more, all.length > 20);
      assert.equal(page.url, pathOf(route, ids));
    });

    it('filters by creation time to the millisecond that it shows', async () => {
      const all = (await get(route, { limit: 100 })).data;
      const middle = all[Math.trunc(all.length / 2)]!.created_at;
      const kept = {
        gte: (at: string) => at >= middle,
        gt: (at: string) => at > middle,
        lte: (at: string) => at <= middle,
        lt: (at: string) => at < middle,
      };
      /** Filters by a time that sorts, as text, before or after the list's own times. */
      const check = async (at: string, keeps: typeof kept) => {
        for (const [word, keep] of Object.entries(keeps)) {
          const { data } = await get(route, { limit: 100, [`created_at[${word}]`]: at });
          const expected = all.filter((one) => keep(one.created_at)).map((one) => one.id);
          assert.deepEqual(
            data.map((one) => one.id),
            expected,
            `${word} ${at}`,
          );
        }
      };
      await check(middle, kept);
      await check(middle.replace('Z', '000Z'), kept);
      // Slightly later: the record at that millisecond is before it.
      await check(middle.replace('Z', '0004Z'), { ...kept, gte: kept.gt, lt: kept.lte });
      const both = { 'created_at[gte]': middle, 'created_at[lte]': middle, limit: 1, order: 'asc' };
      const expected = all.filter((one) => one.created_at === middle).map((one) => one.id);
      assert.deepEqual(await pages(route, 'forward', both), expected.reverse());
      assert.deepEqual((await get(route, { 'created_at[gt]': '2999-01-01T00:00:00Z' })).data, []);
      assert.deepEqual((await get(route, { 'created_at[lt]': '0001-01-01T00:00:00+14:00' })).data, []);
      assert.equal(
        (await get(route, { 'created_at[lt]': '9999-12-31T23:59:59-14:00', limit: 100 })).data.length,
        all.length,
      );
    });

    it('refuses unknown parameters', async () => {
      const [one] = (await get(route, { limit: 1 })).data;
      const wrong: Record<string, string>[] = [
        ...['0', '101', '-1', '1.5', 'ten', '', '1e999', 'NaN'].map((limit) => ({ limit })),
        { order: 'up' },
        { starting_after: 'x' },
        { ending_before: `xxx_${'0'.repeat(26)}` },
        { starting_after: one!.id, ending_before: one!.id },
        { 'created_at[gte]': 'yesterday' },
        { 'created_at[gte]': '2026-02-30T00:00:00Z' },
        { 'created_at[near]': '2026-01-01T00:00:00Z' },
        { created_at: '2026-01-01T00:00:00Z' },
        { page: '2' },
        { __proto__x: '1' },
      ];
      // Lists share their parameters, so `npm test` sends every fifth to each in turn.
      const sent = wrong.filter((_, i) => ALL || i % 5 === n % 5);
      for (const query of sent) {
        const answer = await ask(route, query);
        assert.deepEqual(refusal(answer), [400, 'validation_failed'], JSON.stringify(query));
        assert.ok(Object.keys(query).includes(answer.body.error.param), answer.text);
      }
      for (const query of ['limit=1&limit=2', '__proto__=1', 'constructor=1', 'limit[]=1', 'limit=%E9', 'q%ff=1']) {
        const answer = await callerOf(route).call('GET', `${pathOf(route, ids).slice('/api/v1'.length)}?${query}`);
        assert.deepEqual(refusal(answer), [400, 'validation_failed'], query);
      }
    });

    it('continues from an id that does not exist, or no longer exists', async () => {
      const all = (await get(route, { limit: 100 })).data.map((one) => one.id);
      const prefix = all[0]!.split('_')[0];
      const [first, last] = [`${prefix}_0${'0'.repeat(25)}`, `${prefix}_7${'z'.repeat(25)}`];
      assert.deepEqual(
        (await get(route, { starting_after: last, limit: 100 })).data.map((one) => one.id),
        all,
      );
      assert.deepEqual((await get(route, { starting_after: first, limit: 100 })).data, []);
      assert.deepEqual(
        (await get(route, { ending_before: first, limit: 100 })).data.map((one) => one.id),
        all,
      );
    });
  });
}

it('short lists are complete without a limit, and with one they say that there is more', async () => {
  const id = ids.pay;
  for (const [who, path] of [
    [shop, '/currencies'],
    [shop, `/payments/${id}/timeline`],
    [people.operator, `/operator/payments/${id}/timeline`],
  ] as const) {
    const whole = (await who.call('GET', path)).body;
    assert.ok(whole.data.length > 1 && !whole.has_more, path);
    const { data, has_more } = (await who.call('GET', `${path}?limit=1`)).body;
    assert.deepEqual([data, has_more], [whole.data.slice(0, 1), true], path);
    assert.deepEqual((await who.call('GET', `${path}?limit=100`)).body, whole);
    for (const limit of [0, 101]) assert.deepEqual(refusal(await who.call('GET', `${path}?limit=${limit}`))[0], 400);
  }
});

it('there is a list for every kind of record that can be read by its id', () => {
  const records = allRoutes.filter((one) => one.method === 'GET' && one.ok.schema && /\/\{id\}$/.test(one.path));
  const read = records.map(prefixOf);
  const listed = allRoutes.flatMap((route) => {
    const cursor = (route.query as any)?.properties.starting_after;
    return cursor ? [/[a-z]+/.exec(cursor.pattern)![0]] : [];
  });
  // A bulk request is the answer of its key; its items are in their own lists.
  assert.deepEqual(
    read.filter((prefix) => !listed.includes(prefix!) && prefix !== 'blk'),
    [],
  );
});

type Query = Record<string, string | number>;
type List = { data: { id: string; created_at: string }[]; has_more: boolean; url: string };

function ask(route: Route, query: Query) {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return callerOf(route).call('GET', `${pathOf(route, ids).slice('/api/v1'.length)}?${text}`);
}

async function get(route: Route, query: Query): Promise<List> {
  const answer = await ask(route, query);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The ids of every page in the list's order, read forward from its beginning or backward from its end. */
async function pages(route: Route, direction: keyof typeof cursors, query: Query): Promise<string[]> {
  const found: string[] = [];
  const forward = direction === 'forward';
  const prefix = (route.query as any).properties.starting_after.pattern.split('_')[0].slice(1);
  // Backward starts beyond the end of the list: above the largest id in ascending order, below the smallest in
  // descending.
  const end = `${prefix}_${query.order === 'asc' ? `7${'z'.repeat(25)}` : '0'.repeat(26)}`;
  for (;;) {
    const cursor = forward ? found.at(-1) : (found[0] ?? end);
    const page = await get(route, { ...query, ...(cursor ? { [cursors[direction]]: cursor } : {}) });
    const page_ids = page.data.map((one) => one.id);
    if (forward) found.push(...page_ids);
    else found.unshift(...page_ids);
    if (!page.has_more) return found;
  }
}
