import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { maskAnswered, maskAsked } from '../../src/request-log/mask.ts';
import { openRequestLog } from '../../src/request-log/record.ts';
import { openRows } from '../../src/request-log/rows.ts';
import { insertRequests } from '../../src/request-log/store.ts';
import { phone, refusal } from '../support/flows.ts';
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

const read = (path: string, who = viewer, where = shop): Promise<Reply> =>
  who.call('GET', path, undefined, { 'service-integration': where.integrationId });
const logOf = (reply: Reply): Promise<any> =>
  until(async () => {
    const found = await read(`/request_logs/${reply.headers.get('request-id')}`);
    return found.status === 200 && found.body;
  });

describe('the request log', () => {
  it('has the requests of a key and their answers', async () => {
    const body = { amount: 100, currency: 'XOF', customer: phone('0007'), metadata: { order: '1041' } };
    const made = await shop.call('POST', '/payments', body, { 'idempotency-key': 'order-1041' });
    const log = await logOf(made);
    assert.deepEqual(
      [log.method, log.path, log.status, log.error_code, log.idempotency_key, log.person, log.livemode],
      ['POST', '/api/v1/payments', 201, null, 'order-1041', null, false],
    );
    assert.equal(log.api_key.last4, shop.key.slice(-4));
    assert.deepEqual(JSON.parse(log.request_body), body);
    assert.equal(log.response_body, made.text);
  });

  it('has refused requests, by their error code, wherever they were refused', async () => {
    const { key } = await shop.newKey({ scopes: ['payments:read'] });
    const request = (body: unknown, more: object = {}) =>
      service.request('POST', '/api/v1/payments', { key: shop.key, body, ...more });
    const refused: [reply: Reply, code: string, asked: boolean][] = [
      [await request({ amount: 1, currency: 'EUR', customer: phone('0007') }), 'unsupported_currency', true],
      [await request({ amount: 'x' }), 'amount_out_of_bounds', true],
      [await request('{"amount":'), 'malformed_json', false],
      [await request({ amount: 1 }, { key }), 'insufficient_scope', false],
      [await shop.call('GET', '/payments?status=odd'), 'validation_failed', false],
    ];
    for (const [reply, code, hasBody] of refused) {
      const log = await logOf(reply);
      assert.deepEqual([log.status, log.error_code], [reply.status, reply.body.error.code]);
      assert.ok(log.error_code === code || code === 'amount_out_of_bounds', log.error_code);
      assert.equal(log.response_body, reply.text);
      assert.equal(log.request_body !== null, hasBody, code);
      assert.ok(!log.path.includes('?'));
    }
    const failed = await read('/request_logs?outcome=failed&error_code=insufficient_scope');
    assert.equal(failed.body.data.length, 1);
  });

  it('has the beginning of a payout as JSON, accepted or not, masked before it is cut', async () => {
    await shop.wallet('XOF', 1_000_000n);
    const item = { recipient: phone('1234'), amount: 1, description: 'for whsec_W0rdsThatSignNothing' };
    const many = Array.from({ length: 3_000 }, () => item);
    for (const [items, status] of [
      [[item], 202],
      [many, 202],
      [[...many, { ...item, amount: -1 }], 400],
    ] as const) {
      const reply = await shop.call('POST', '/payouts', { currency: 'XOF', items });
      assert.equal(reply.status, status, reply.text);
      const kept = items.slice(0, 300).map((one) => ({ ...one, description: 'for [masked]' }));
      const whole = JSON.stringify({ currency: 'XOF', items: kept });
      assert.equal((await logOf(reply)).request_body, whole.slice(0, 8 * 1024));
    }
    const long = await shop.call('POST', '/payouts', {
      currency: 'XOF',
      items: [item],
      metadata: { a: 'x'.repeat(200_000) },
    });
    assert.equal((await logOf(long)).request_body, null);
    const csv = await shop.call('POST', '/payouts?currency=XOF', `recipient,amount\n${phone('1234')},1\n`, {
      'content-type': 'text/csv',
    });
    assert.equal(csv.status, 202);
    assert.equal((await logOf(csv)).request_body, null);
  });

  it('has the changes of people, and not their reads', async () => {
    const owner = await service.person('developer');
    await joinAs(service.db, 'owner', shop.integrationId, owner.id);
    const headers = { 'service-integration': shop.integrationId };
    const listed = await owner.call('GET', '/payments', undefined, headers);
    const log = await logOf(await owner.call('POST', '/wallets', { currency: 'XOF' }, headers));
    assert.deepEqual([log.person, log.api_key], [owner.id, null]);
    assert.equal((await read(`/request_logs/${listed.headers.get('request-id')}`)).status, 404);
  });

  it('shows nothing of another integration, and nothing to keys', async () => {
    const other = await service.merchant();
    const theirs = await other.call('GET', '/payments');
    await joinAs(service.db, 'viewer', other.integrationId, viewer.id);
    await until(async () => (await read('/request_logs', viewer, other)).body.data[0]);
    const id = theirs.headers.get('request-id')!;
    assert.deepEqual(refusal(await read(`/request_logs/${id}`)), [404, 'not_found']);
    assert.ok(!(await read('/request_logs?limit=100')).text.includes(id));
    assert.equal((await read(`/request_logs/${id}`, viewer, other)).status, 200);
    assert.deepEqual(refusal(await shop.call('GET', '/request_logs')), [403, 'forbidden_account_type']);
  });

  it('is paged and filtered', async () => {
    const merchant = await service.merchant();
    await joinAs(service.db, 'viewer', merchant.integrationId, viewer.id);
    for (let i = 0; i < 5; i++) await merchant.call('GET', i % 2 ? '/wallets' : '/payments?limit=0');
    const all = await until(async () => {
      const { data } = (await read('/request_logs', viewer, merchant)).body;
      return data.length === 5 && data;
    });
    const page = (await read(`/request_logs?limit=2&starting_after=${all[1].id}`, viewer, merchant)).body;
    assert.deepEqual([page.data, page.has_more], [all.slice(2, 4), true]);
    const filters = ['outcome=failed', 'status=400', 'path=/api/v1/payments', 'error_code=validation_failed'];
    for (const filter of filters)
      assert.equal((await read(`/request_logs?${filter}`, viewer, merchant)).body.data.length, 3, filter);
    for (const filter of ['outcome=succeeded', 'path=/api/v1/wallets'])
      assert.equal((await read(`/request_logs?${filter}`, viewer, merchant)).body.data.length, 2, filter);
    assert.equal((await read('/request_logs?method=POST', viewer, merchant)).body.data.length, 0);
  });

  it('writes nothing where it is disabled', async () => {
    const off = await startTestService({ REQUEST_LOG: 'off' }, service);
    const quiet = await service.merchant();
    await off.request('GET', '/api/v1/payments', { key: quiet.key });
    await off.stop();
    const count = `SELECT count(*)::int AS n FROM request_log WHERE world = $1`;
    const countOf = async () => (await service.db.pool.query(count, [quiet.world])).rows[0].n;
    assert.equal(await countOf(), 0);
    // The control: with it enabled, the same is there.
    await quiet.call('GET', '/payments');
    await until(countOf);
  });
});

describe('the content of the log', () => {
  const secrets = [
    'hunter2-hunter2',
    'rs_test_4eC39HqLyjWDarjtT1zdp7dcAbCdEfGhIjKl',
    'whsec_W0rdsThatAreOnlyASampleAndSignNothingAtAllReally',
    'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMSJ9.c2lnbmF0dXJl',
    '4242424242424242',
    '4000 0566 5566 5556',
    '123456789',
  ];

  it('has no password, key, token, code or card number, at any place', () => {
    const [password, key, secret, token, card, spaced, code] = secrets as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const bodies = [
      { password, pasword: password, new_password: password, metadata: { 'My Password': password } },
      { description: `the key is ${key}, the secret ${secret}`, metadata: { [key]: 'as a name' } },
      { auth: `Bearer ${token}`, deep: [{ refreshToken: [code] }], note: token },
      { card, text: `pay with ${spaced} please`, number: 4242424242424242 },
      { code, otp: code, pin: code, cvc: code, url: `https://awa:${password}@shop.example/?x=1&token=${code}` },
    ];
    for (const body of bodies) {
      for (const text of [maskAsked(body)!, maskAnswered(JSON.stringify({ ...body, code: 'not_found' }))]) {
        for (const one of secrets) assert.ok(!text.includes(one), `${one} in ${text}`);
        assert.ok(text.includes('[masked]'));
        JSON.parse(text);
      }
    }
  });

  it('has everything else unchanged', () => {
    const plain = {
      amount: 999_999_999_999,
      customer: '+221771234567',
      reference: '20260115093000123',
      keyboard: 'qwerty',
      metadata: { order: '1041', passenger: 'Awa', url: 'https://shop.example/?page=2' },
      error: { code: 'validation_failed', param: 'amount' },
    };
    assert.deepEqual(JSON.parse(maskAnswered(JSON.stringify(plain))), plain);
    assert.equal(maskAsked(undefined), null);
    assert.equal(maskAsked(Buffer.from('amount,recipient')), null);
  });

  it('takes no longer for a text that was built to take long', () => {
    for (const part of ['?', '&token', '=', 'eyJ-', 'Bearer ', '://', '1 ', '1', 'pas', 'token=', '?a=?'])
      maskAsked({ description: part.repeat(Math.ceil(60_000 / part.length)) });
  });

  it('is bounded while the database is slow: entries beyond are counted and dropped', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = { ...service.db, pool: { connect: () => held.then(() => Promise.reject(new Error('slow'))) } };
    const counts = { written: 0, dropped: 0 };
    const log = openRequestLog(slow as unknown as Database, {
      onOutcome: (outcome, count) => {
        counts[outcome] += count;
      },
      onError: () => {},
    });
    const caller = { kind: 'key', id: 'key', world: 1 };
    const request = { method: 'POST', url: '/x', id: 'req', headers: {}, caller, answer: null, ip: '', body: {} };
    for (let i = 0; i < 20_000; i++) log.note(request as never, { statusCode: 200, elapsedTime: 1 } as never);
    assert.deepEqual(counts, { written: 0, dropped: 15_000 });
    release();
    await log.stop();
    assert.deepEqual(counts, { written: 0, dropped: 20_000 });
    await sleep(0);
  });

  const answered = { method: 'GET', url: '/api/v1/events/stream', headers: {}, answer: null, ip: '', body: null };

  it('has a stream that was open for a month', async () => {
    const onError = (error: unknown) => {
      throw error;
    };
    const log = openRequestLog(service.db, { onOutcome: () => {}, onError });
    const caller = { kind: 'key', id: 'key', world: shop.world };
    const id = newId('req');
    log.note({ ...answered, id, caller } as never, { statusCode: 200, elapsedTime: 30 * 86_400_000 } as never);
    await log.stop();
    const text = 'SELECT duration_ms FROM request_log WHERE world = $1 AND id = $2';
    assert.deepEqual((await service.db.pool.query(text, [shop.world, id])).rows, [{ duration_ms: 2_147_483_647 }]);
  });

  it('never pairs one request with the answer of another: an incomplete row is dropped', async () => {
    const rows = openRows();
    const row = { ...answered, at: 0, path: '', durationMs: 1, errorCode: null, keyId: null, personId: null } as const;
    const bodies = { idempotencyKey: null, address: null, requestBody: null } as const;
    const add = (responseBody: string, status: number) =>
      rows.add({ ...row, ...bodies, world: shop.world, id: newId('req'), status, responseBody });
    add('first', 200);
    assert.throws(() => add('never', 70_000), RangeError);
    add('last', 201);
    await insertRequests(service.db, rows);
    rows.clear();
    add('next', 202);
    await insertRequests(service.db, rows);
    const text = `SELECT status, response_body AS body FROM request_log WHERE world = $1 AND at = 'epoch' ORDER BY status`;
    assert.deepEqual((await service.db.pool.query(text, [shop.world])).rows, [
      { status: 200, body: 'first' },
      { status: 201, body: 'last' },
      { status: 202, body: 'next' },
    ]);
  });

  it('is kept for thirty days, a partition each', async () => {
    const names = `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'request_log'::regclass`;
    const partitions = async () => (await service.db.pool.query(names)).rows.map(({ relname }) => relname).sort();
    const before = await partitions();
    // The service made them at its start, and one more if a day has begun since.
    assert.ok(before.length === 10 || before.length === 11, String(before));
    const old = 'request_log_until_20200101';
    const id = (await shop.call('GET', '/payments')).headers.get('request-id')!;
    await until(async () => (await read(`/request_logs/${id}`)).status === 200);
    const owner = new (await import('pg')).default.Client({ connectionString: service.url });
    await owner.connect();
    await owner.query(`CREATE TABLE ${old} PARTITION OF request_log FOR VALUES FROM ('req_0') TO ('req_00')`);
    assert.equal((await owner.query('SELECT rotate_request_log() AS n')).rows[0].n, 1);
    await owner.end();
    assert.deepEqual(await partitions(), before);
    assert.equal((await read(`/request_logs/${id}`)).status, 200);
  });
});
