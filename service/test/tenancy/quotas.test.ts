import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openMeter } from '../../src/tenancy/quotas/meter.ts';
import { bothWorlds, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { png } from '../support/kyc-flows.ts';
import { pathOf, payerAt } from '../support/payer.ts';
import { pay } from '../support/payout-flows.ts';

const started: TestService[] = [];
const start = async (env: Record<string, string>, database?: { url: string }) => {
  const service = await startTestService({ RATE_LIMIT: 'on', RATE_LIMIT_TEST: '1000', ...env }, database);
  started.push(service);
  return service;
};
after(async () => {
  for (const service of started.reverse()) await service.stop();
});

const openWallet = (shop: TestMerchant, headers: Record<string, string> = {}) =>
  shop.call('POST', '/wallets', { currency: 'XOF' }, headers);
const silent = (count: number) => Array.from({ length: count }, () => ({ recipient: phone('0008'), amount: 1 }));
const countRows = async (service: TestService, table: string) =>
  (await service.db.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n as number;

describe('the rows of a day', () => {
  it('answer 429 beyond the quota, exactly, under concurrency; another test integration is not affected', async () => {
    const service = await start({ TEST_ROWS_PER_DAY: '5' });
    const [busy, calm] = [await service.merchant(), await service.merchant()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => openWallet(busy)));
    const refused = answers.filter(({ status }) => status !== 201);
    assert.equal(answers.length - refused.length, 5);
    for (const answer of refused) {
      assert.deepEqual(refusal(answer), [429, 'quota_exceeded']);
      assert.match(answer.body.error.message, /5 new records per day \(TEST_ROWS_PER_DAY\).*midnight UTC/);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    assert.equal((await openWallet(calm)).status, 201);
  });

  it('count each item of a payout, and a refused request as one', async () => {
    const service = await start({ TEST_ROWS_PER_DAY: '6' });
    const shop = await service.merchant();
    await shop.wallet('XOF', 1_000n);
    assert.deepEqual(refusal(await pay(shop, silent(6))), [429, 'quota_exceeded']);
    assert.equal((await pay(shop, silent(4))).status, 202, 'five rows');
    assert.equal((await openWallet(shop)).status, 201);
    assert.deepEqual(refusal(await openWallet(shop)), [429, 'quota_exceeded']);
  });

  it('let a retry of an answered request through, and leave the key of a refused one free', async () => {
    const service = await start({ TEST_ROWS_PER_DAY: '1' });
    const shop = await service.merchant();
    const first = await openWallet(shop, { 'idempotency-key': 'a' });
    assert.deepEqual(refusal(await openWallet(shop, { 'idempotency-key': 'b' })), [429, 'quota_exceeded']);
    const again = await openWallet(shop, { 'idempotency-key': 'a' });
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.equal(await countRows(service, 'idempotency_keys'), 1);
  });

  inLongSuite('count what payers write on pages, and nothing that is refused', async () => {
    const service = await start({ TEST_ROWS_PER_DAY: '3' });
    const shop = await service.merchant();
    const link = pathOf((await shop.call('POST', '/links', { currency: 'XOF', min_amount: 100 })).body);
    const payer = payerAt(service.base);
    const { path, html } = await payer.send(link, { amount: '200' });
    assert.match(html, /XOF 200/);
    const attempt = { phone: phone('0008'), method: 'sandbox', attempt: '0' };
    assert.equal((await payer.send(path, { ...attempt, attempt: '7' })).status, 200, 'a stale form');
    const second = await payer.send(link, { amount: '300' });
    assert.match(second.html, /XOF 300/);
    assert.equal((await payer.send(link, { amount: '400' })).status, 429);
    assert.match((await payer.send(path, attempt)).html, /cannot take payments at present/);
    assert.deepEqual(refusal(await openWallet(shop)), [429, 'quota_exceeded']);
  });

  inLongSuite('are known to a node that starts later', async () => {
    const first = await start({ TEST_ROWS_PER_DAY: '2' });
    const shop = await first.merchant();
    for (const _ of [1, 2]) assert.equal((await openWallet(shop)).status, 201);
    await until(async () => (await countRows(first, 'world_usage')) > 0);
    const second = await start({ TEST_ROWS_PER_DAY: '2' }, first);
    const answer = await second.request('POST', '/api/v1/wallets', { key: shop.key, body: { currency: 'XOF' } });
    assert.deepEqual(refusal(answer), [429, 'quota_exceeded']);
  });

  it('allow requests that end something up to twice the quota', async () => {
    const service = await start({ TEST_ROWS_PER_DAY: '2', PAYOUT_PENDING_SECONDS: '3600' });
    const shop = await service.merchant();
    await shop.wallet('XOF', 1_000n);
    const { body } = await pay(shop, silent(1));
    assert.deepEqual(refusal(await openWallet(shop)), [429, 'quota_exceeded']);
    assert.equal((await shop.call('POST', `/payouts/${body.id}/cancel`)).status, 200);
  });
});

describe('open payout items', () => {
  it('answer 409 before the payout is written; payouts up to the quota are accepted', async () => {
    const service = await start({ TEST_OPEN_ITEMS: '20' });
    const shop = await service.merchant();
    await shop.wallet('XOF', 1_000n);
    const answers = await Promise.all([1, 2, 3].map(() => pay(shop, silent(10))));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 202, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    assert.deepEqual(refusal(refused), [409, 'quota_reached']);
    assert.match(refused.body.error.message, /20 open payout items \(TEST_OPEN_ITEMS\).*adds 10/);
    assert.equal(await countRows(service, 'payout_items'), 20);
  });

  inLongSuite('are counted in the database, so other and later nodes refuse too, and room comes back', async () => {
    const env = { TEST_OPEN_ITEMS: '10', PAYOUT_PENDING_SECONDS: '3600' };
    const first = await start(env);
    const shop = await first.merchant();
    await shop.wallet('XOF', 1_000n);
    const { body } = await pay(shop, silent(10));
    const second = await start(env, first);
    const create = () =>
      second.request('POST', '/api/v1/payouts', { key: shop.key, body: { currency: 'XOF', items: silent(1) } });
    assert.deepEqual(refusal(await create()), [409, 'quota_reached']);
    await shop.call('POST', `/payouts/${body.id}/cancel`);
    await until(async () => (await create()).status === 202);
  });

  inLongSuite('by default leave room for a payout of 10 000 items, and not for twenty of them', async () => {
    const service = await start({ REQUEST_LOG: 'off' });
    const shop = await service.merchant();
    await shop.wallet('XOF', 1_000_000n);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await pay(shop, silent(10_000))).status);
    assert.deepEqual(statuses, [202, 202, 409]);
  });
});

describe('record counts', () => {
  it('of endpoints answer 409, and deleting one makes room', async () => {
    const service = await start({ TEST_ENDPOINTS: '1' });
    const shop = await service.merchant();
    const create = () => shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] });
    const { body } = await create();
    assert.deepEqual(refusal(await create()), [409, 'quota_reached']);
    await shop.call('DELETE', `/webhooks/${body.id}`);
    assert.equal((await create()).status, 201);
  });

  it('of documents answer 409', async () => {
    const service = await start({ TEST_DOCUMENTS: '1' });
    const person = await service.person('customer');
    const upload = () => person.call('POST', '/kyc/documents', png(), { 'content-type': 'image/png' });
    assert.equal((await upload()).status, 201);
    assert.deepEqual(refusal(await upload()), [409, 'quota_reached']);
  });

  inLongSuite('of storage answer 409, and reads are answered but no longer logged', async () => {
    const service = await start({ TEST_STORAGE_MIB: '1' });
    const shop = await service.merchant();
    assert.equal((await openWallet(shop)).status, 201);
    await until(async () => (await countRows(service, 'request_log')) === 1);
    await until(async () => (await countRows(service, 'world_usage')) > 0);
    await service.db.pool.query(
      `INSERT INTO world_usage (world, day, bytes) VALUES ($1, current_date - 3, 2 * 1048576)`,
      [shop.world],
    );
    const later = await start({ TEST_STORAGE_MIB: '1' }, service);
    const ask = (method: string, path: string, body?: object) =>
      later.request(method, `/api/v1${path}`, { key: shop.key, ...(body ? { body } : {}) });
    assert.deepEqual(refusal(await ask('POST', '/wallets', { currency: 'XOF' })), [409, 'quota_reached']);
    for (let i = 0; i < 5; i++) assert.equal((await ask('GET', '/wallets')).status, 200);
    await later.stop();
    started.splice(started.indexOf(later), 1);
    const logged = await service.db.pool.query(`SELECT method FROM request_log ORDER BY id`);
    assert.ok(logged.rows.length <= 1, `${logged.rows.length} requests are logged`);
  });
});

describe('no quota', () => {
  it('applies in live mode, or where the rate limit is off', async () => {
    const service = await start({ ...bothWorlds, TEST_ROWS_PER_DAY: '1', TEST_OPEN_ITEMS: '1', TEST_ENDPOINTS: '1' });
    const shop = await service.merchant();
    const { key } = await shop.newKey({ livemode: true });
    for (let i = 0; i < 3; i++) {
      const live = await service.request('POST', '/api/v1/wallets', { key, body: { currency: 'XOF' } });
      assert.equal(live.status, 201);
    }
    assert.equal(await countRows(service, 'world_usage'), 0);
    const off = await start({ RATE_LIMIT: 'off', TEST_ROWS_PER_DAY: '1' }, service);
    for (let i = 0; i < 3; i++) {
      const test = await off.request('POST', '/api/v1/wallets', { key: shop.key, body: { currency: 'XOF' } });
      assert.equal(test.status, 201);
    }
  });
});

describe('a meter', () => {
  inLongSuite('adds the counts of two nodes, and keeps unwritten counts for the next try', async () => {
    const service = await start({});
    const errors: unknown[] = [];
    let fails = true;
    const broken = {
      ...service.db,
      query: ((statement: { name: string }, values: unknown[]) =>
        statement.name === 'world_usage_add' && fails
          ? Promise.reject(new Error('away'))
          : service.db.query(statement as never, values as never)) as typeof service.db.query,
    };
    const [one, other] = [
      openMeter(broken, (error) => errors.push(error), 5),
      openMeter(service.db, (error) => errors.push(error), 5),
    ];
    for (const meter of [one, other]) await meter.usageOf(7);
    one.add(7, 3, 100);
    await until(async () => errors.length > 0);
    other.add(7, 4, 10);
    fails = false;
    await until(async () => {
      for (const meter of [one, other]) meter.add(7, 0, 0);
      return one.known(7)?.rows === 7;
    });
    await Promise.all([one.stop(), other.stop()]);
    const { rows } = await service.db.pool.query('SELECT rows::int, bytes::int FROM world_usage WHERE world = 7');
    assert.deepEqual(rows, [{ rows: 7, bytes: 110 }]);
  });
});
