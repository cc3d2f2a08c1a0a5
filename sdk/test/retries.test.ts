import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { parseRetryAfter, waitBeforeRetry } from '../src/retry.ts';
import { ApiError, ConnectionError, Rialto } from '../src/rialto.ts';
import { answer, type Flaky, startFlaky } from './flaky.ts';

const order = { amount: 1000, currency: 'XOF', customer: '+221771234567' };

describe('a call on a bad network', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let flaky: Flaky;
  let rialto: Rialto;

  before(async () => {
    service = await startTestService();
    flaky = await startFlaky(service.base);
  });
  beforeEach(async () => {
    merchant = await service.merchant();
    flaky.seen.length = 0;
    flaky.fate = () => 'pass';
    rialto = new Rialto({ apiKey: merchant.key, baseUrl: flaky.url });
  });
  after(async () => {
    flaky.close();
    await service.stop();
  });

  const payments = async () => (await rialto.payments.list({ limit: 100 }).toArray()).length;

  it('makes one payment when its connection is cut after commit, and returns the first response', async () => {
    flaky.fate = (_, count) => (count <= 2 ? 'cut' : 'pass');
    const payment = await rialto.payments.create(order);
    assert.equal(payment.idempotentReplayed, true);
    const keys = new Set(flaky.seen.map(({ headers }) => headers['idempotency-key']));
    assert.equal(flaky.seen.length, 3);
    assert.equal(keys.size, 1);
    assert.equal(await payments(), 1);
  });

  it('control: a new key for each attempt makes three payments', async () => {
    flaky.fate = (_, count) => (count <= 2 ? 'cut' : 'pass');
    const once = new Rialto({ apiKey: merchant.key, baseUrl: flaky.url, maxRetries: 0 });
    for (let i = 0; i < 3; i++) await once.payments.create(order).catch(() => null);
    assert.equal(await payments(), 3);
  });

  it('makes exactly the requested number of payments when a third of all responses are lost', async () => {
    const seed = Date.now() % 100_000;
    console.log(`seed ${seed}`);
    let state = seed;
    flaky.fate = ({ method }) => {
      state = (state * 1103515245 + 12345) % 2 ** 31;
      return method === 'POST' && state / 2 ** 31 < 1 / 3 ? 'cut' : 'pass';
    };
    const eager = new Rialto({ apiKey: merchant.key, baseUrl: flaky.url, maxRetries: 20 });
    const asked = Array.from({ length: 10 }, (_, i) => eager.payments.create({ ...order, amount: 100 + i }));
    const made = await Promise.all(asked);
    assert.equal(new Set(made.map(({ id }) => id)).size, 10);
    assert.deepEqual(
      made.map(({ amount }) => amount),
      Array.from({ length: 10 }, (_, i) => 100 + i),
    );
    assert.equal(await payments(), 10);
  });

  it('is retried after 429, 500, 502 and 503, and respects Retry-After', async () => {
    const error = (code: string) => JSON.stringify({ error: { type: 'service', code, message: 'later', doc_url: '' } });
    const answers = [
      answer(429, error('rate_limited'), { 'retry-after': '0' }),
      answer(500, error('internal_error')),
      answer(502, '<html>Bad gateway</html>'),
      answer(503, error('service_unavailable'), { 'retry-after': '0' }),
    ];
    flaky.fate = (_, count) => answers[count - 1] ?? 'pass';
    assert.equal((await rialto.payments.create(order)).amount, 1000);
    assert.equal(flaky.seen.length, 5);
  });

  it('fails after its retries with the last response', async () => {
    flaky.fate = () => answer(502, '<html>Bad gateway</html>');
    await assert.rejects(rialto.payments.create(order, { maxRetries: 1 }), (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.equal(error.code, 'unexpected_answer');
      assert.match(error.message, /POST \/api\/v1\/payments: 502 .*Bad gateway/);
      return true;
    });
    assert.equal(flaky.seen.length, 2);
  });

  it('is not retried when it was refused', async () => {
    await assert.rejects(rialto.payments.create({ ...order, amount: 0 }), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'amount_out_of_bounds');
      assert.equal(error.param, 'amount');
      assert.match(error.requestId ?? '', /^req_/);
      return true;
    });
    assert.equal(flaky.seen.length, 1);
  });

  it('is retried when an attempt times out', async () => {
    flaky.fate = (_, count) => (count === 1 ? () => {} : 'pass');
    await rialto.payments.create(order, { timeout: 2_000 });
    // On a busy machine the second attempt may time out as well.
    assert.ok(flaky.seen.length >= 2);
  });

  it('has a timeout that grows with its body, unless a timeout is set', async (t) => {
    const limits = t.mock.method(globalThis, 'setTimeout');
    const fetch = async () => Response.json({});
    const query = { currency: 'XOF' };
    const csv = 'é'.repeat(2_000_000);
    const client = new Rialto({ apiKey: merchant.key, baseUrl: flaky.url, fetch });
    await client.payouts.createFromCsv(csv, query);
    await client.payouts.createFromCsv(csv, query, { timeout: 1_000 });
    await client.payouts.list();
    const limited = new Rialto({ apiKey: merchant.key, baseUrl: flaky.url, fetch, timeout: 2_000 });
    await limited.payouts.createFromCsv(csv, query);
    const asked = limits.mock.calls.map(({ arguments: [, ms] }) => ms);
    assert.deepEqual(asked, [130_000, 1_000, 30_000, 2_000]);
  });

  it('downloads a file for as long as data arrives, and restarts when it is cut off or stalls', async () => {
    const csv = 'id,recipient,amount\r\n'.repeat(50);
    const drip = (upTo: number) => async (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' });
      for (let at = 0; at < upTo; at += csv.length / 10) {
        response.write(csv.slice(at, at + csv.length / 10));
        await setTimeout(100);
      }
      if (upTo === csv.length) response.end();
    };
    const download = () => rialto.payouts.listItemsAsCsv('pout_1', {}, { timeout: 3_000 });
    flaky.fate = () => drip(csv.length);
    assert.equal(await download(), csv);
    assert.equal(flaky.seen.length, 1);
    flaky.fate = (_, count) => drip(count === 2 ? csv.length / 2 : csv.length);
    assert.equal(await download(), csv);
    assert.equal(flaky.seen.length, 3);
  });

  it('rejects an empty body and the page of a proxy or a captive portal, even with 200', async () => {
    const html = { 'content-type': 'text/html' };
    const page = '<html>Log in to the Wi-Fi</html>';
    const unexpected = (error: unknown) => error instanceof ConnectionError && error.code === 'unexpected_answer';
    for (const strange of [answer(200, ''), answer(200, page, html), answer(200, '{"ok":true}', html)]) {
      flaky.fate = () => strange;
      await assert.rejects(rialto.payouts.listItemsAsCsv('pout_1'), unexpected);
    }
    for (const strange of [answer(200, ''), answer(202, ''), answer(200, page, html)]) {
      flaky.fate = () => strange;
      await assert.rejects(rialto.payments.create(order), (error) => {
        assert.ok(unexpected(error) && (error as ConnectionError).idempotencyKey);
        return true;
      });
      await assert.rejects(rialto.payments.list().toArray(), unexpected);
    }
  });

  it('ends at any point when its signal is aborted', async (t) => {
    flaky.fate = () => answer(503, '', { 'retry-after': '23' });
    const reason = new Error('the customer left');
    const given = AbortSignal.abort(reason);
    await assert.rejects(rialto.payments.create(order, { signal: given }), reason);
    assert.equal(flaky.seen.length, 0);
    const set = t.mock.method(globalThis, 'setTimeout');
    const cleared = t.mock.method(globalThis, 'clearTimeout');
    const controller = new AbortController();
    const waiting = rialto.payments.create(order, { signal: controller.signal });
    const find = () => set.mock.calls.find(({ arguments: [, ms = 0] }) => ms >= 23_000 && ms <= 23_250);
    const abort = async () => {
      while (!find()) await setTimeout(20);
      controller.abort(reason);
    };
    await Promise.all([abort(), assert.rejects(waiting, reason)]);
    const wait = find();
    assert.ok(wait, 'it waited as long as Retry-After said');
    assert.ok(
      cleared.mock.calls.some(({ arguments: [timer] }) => timer === wait.result),
      'no timer is left that would keep the process alive',
    );
  });

  it('uses a given idempotency key, so that a queue may send an order again', async () => {
    const first = await rialto.payments.create(order, { idempotencyKey: 'order-7' });
    const again = await rialto.payments.create(order, { idempotencyKey: 'order-7' });
    assert.equal(again.id, first.id);
    assert.equal(first.idempotentReplayed, false);
    assert.equal(again.idempotentReplayed, true);
    assert.notEqual(again.requestId, first.requestId);
  });

  it('uses an idempotency key that is given as a header, instead of a new one', async () => {
    for (const name of ['Idempotency-Key', 'idempotency-key']) {
      const first = await rialto.payments.create(order, { headers: { [name]: `order-8 ${name}` } });
      const again = await rialto.payments.create(order, { headers: { [name]: `order-8 ${name}` } });
      assert.deepEqual([again.id, again.idempotentReplayed], [first.id, true]);
    }
    assert.equal(await payments(), 2);
  });

  it('reports the key of a call without a response, so that it can be sent again and is executed once', async () => {
    flaky.fate = ({ method }) => (method === 'POST' ? 'cut' : 'pass');
    const lost = await rialto.payments.create(order, { maxRetries: 1 }).catch((error: unknown) => error);
    assert.ok(lost instanceof ConnectionError && lost.idempotencyKey);
    flaky.fate = () => 'pass';
    const found = await rialto.payments.create(order, { idempotencyKey: lost.idempotencyKey });
    assert.deepEqual([found.idempotentReplayed, await payments()], [true, 1]);
    const refused = await rialto.payments.get(`pay_${'0'.repeat(26)}`).catch((error: unknown) => error);
    assert.ok(refused instanceof ApiError && refused.idempotencyKey === null);
  });

  it('adds only properties that are not enumerable to a record', async () => {
    const payment = await rialto.payments.create(order);
    assert.match(payment.requestId ?? '', /^req_/);
    assert.ok(!Object.keys(payment).includes('requestId'));
    assert.ok(!JSON.stringify(payment).includes('requestId'));
  });

  it('accepts a base URL with the path of the API, and reports a server without TLS', async () => {
    const withPath = new Rialto({ apiKey: merchant.key, baseUrl: `${service.base}/api/v1/` });
    assert.equal((await withPath.payments.create(order)).status, 'pending');
    const url = service.base.replace('http:', 'https:');
    const secure = new Rialto({ apiKey: merchant.key, baseUrl: url, maxRetries: 0 });
    const noTls = /the TLS connection failed \(ERR_SSL_\w+\)\. Should the URL be http:\/\/\?/;
    await assert.rejects(secure.payments.create(order), noTls);
  });

  it('refuses an empty id, which would request the list, and dots, which would request a parent path', () => {
    for (const id of ['', '.', '..'])
      assert.throws(() => rialto.payments.get(id), new RegExp(`id must be the id of a record, a string; got '${id}'$`));
    assert.throws(() => new Rialto({ apiKey: 'hello', baseUrl: 'https://pay.example' }), /rs_test_/);
    assert.throws(() => new Rialto({ apiKey: merchant.key, baseUrl: 'pay.example' }), /baseUrl/);
  });
});

describe('the wait before another attempt', () => {
  const refused = (status: number, code: string, retryAfter: number | null = null) =>
    ({ kind: 'refused', status, code, retryAfter }) as const;
  const wait = (
    failure: Parameters<typeof waitBeforeRetry>[0],
    { attempt = 0, repeatable = true, random = 0.5 } = {},
  ) => waitBeforeRetry(failure, attempt, repeatable, () => random);

  it('doubles up to 8 s, with a jitter of 50% to 100%', () => {
    assert.equal(wait({ kind: 'lost' }, { random: 0 }), 125);
    assert.equal(wait({ kind: 'lost' }, { random: 1 }), 250);
    assert.equal(wait({ kind: 'lost' }, { attempt: 2, random: 1 }), 1000);
    assert.equal(wait({ kind: 'lost' }, { attempt: 20, random: 1 }), 8000);
  });

  it('is never shorter than Retry-After, and a long Retry-After is left to the caller', () => {
    assert.ok(wait(refused(429, 'rate_limited', 3), { random: 0 })! >= 3000);
    assert.equal(wait(refused(429, 'rate_limited', 3600)), null);
    assert.equal(parseRetryAfter('7', 0), 7);
    assert.equal(parseRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 2000), 8);
    assert.equal(parseRetryAfter('soon', 0), null);
    assert.equal(parseRetryAfter(null, 0), null);
  });

  it('is null for an error that a retry cannot fix, or that a person must wait for', () => {
    for (const [status, code] of [
      [400, 'validation_failed'],
      [402, 'insufficient_funds'],
      [409, 'wallet_frozen'],
      [422, 'idempotency_key_reused'],
      [429, 'too_many_attempts'],
      [429, 'resend_too_soon'],
    ] as const) {
      assert.equal(wait(refused(status, code, 1)), null, code);
    }
    assert.ok(wait(refused(409, 'idempotency_in_progress')));
  });

  it('is null when a retry might execute the call twice; 429 executed nothing', () => {
    assert.equal(wait({ kind: 'lost' }, { repeatable: false }), null);
    assert.equal(wait(refused(503, 'service_unavailable'), { repeatable: false }), null);
    assert.ok(wait(refused(429, 'rate_limited', 1), { repeatable: false }));
  });
});
