import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRateLimiter } from '../../src/http/rate-limit.ts';
import { refusal } from '../support/flows.ts';
import { startTestService } from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';

test('an integration above its rate is refused, with the time to retry; others are not', async () => {
  const service = await startTestService({ RATE_LIMIT: 'on', RATE_LIMIT_TEST: '5' });
  try {
    const [busy, calm] = [await service.merchant(), await service.merchant()];
    await Promise.all([busy.wallet('XOF'), calm.wallet('XOF')]);
    const second = await busy.newKey({});
    // Both keys of the integration count together.
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        service.request('GET', '/api/v1/wallets/me', { key: i % 2 ? busy.key : second.key }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0, 'nothing was refused');
    for (const answer of refused) {
      assert.deepEqual([...refusal(answer), answer.body.error.type], [429, 'rate_limited', 'rate_limit']);
      assert.equal(answer.headers.get('retry-after'), '1');
      assert.equal(answer.headers.get('ratelimit'), '"default";r=0;t=1');
    }
    for (const answer of answers) assert.equal(answer.headers.get('ratelimit-policy'), '"default";q=5;w=1');
    const served = answers.find(({ status }) => status === 200)!;
    assert.match(served.headers.get('ratelimit') ?? '', /^"default";r=[0-4];t=1$/);
    const other = await calm.call('GET', '/wallets/me');
    assert.deepEqual([other.status, other.headers.get('ratelimit')], [200, '"default";r=4;t=1']);
  } finally {
    await service.stop();
  }
});

test('a request that was refused for its rate has no effect and leaves its idempotency key free', async () => {
  const service = await startTestService({ RATE_LIMIT: 'on', RATE_LIMIT_TEST: '1' });
  try {
    const shop = await service.merchant();
    const body = { currency: 'XOF' };
    const keys = Array.from({ length: 20 }, (_, i) => String(i));
    const open = (key: string) => shop.call('POST', '/wallets', body, { 'idempotency-key': key });
    const answers = await Promise.all(keys.map(open));
    const opened = answers.filter(({ status }) => status === 201).length;
    assert.ok(opened < keys.length);
    assert.equal((await service.db.pool.query('SELECT count(*)::int AS n FROM wallets')).rows[0].n, opened);
    assert.equal((await service.db.pool.query('SELECT count(*)::int AS n FROM idempotency_keys')).rows[0].n, opened);
  } finally {
    await service.stop();
  }
});

test('exactly as many as the quota pass in a second, counted separately for test and live', () => {
  let now = 0;
  const limiter = createRateLimiter({ live: 100, test: 25 }, () => now);
  const passed = (world: number, livemode: boolean) => {
    let count = 0;
    for (let i = 0; i < 300; i++) {
      try {
        limiter.take(world, livemode);
        count++;
      } catch {}
    }
    return count;
  };
  assert.deepEqual([passed(1, false), passed(2, true), passed(3, false)], [25, 100, 25]);
  now = 999;
  assert.equal(passed(1, false), 0);
  now = 1_000;
  assert.deepEqual([passed(1, false), passed(2, true)], [25, 100]);
});

test('a caller that came once is forgotten again', () => {
  let now = 0;
  const windows = new Map();
  const limiter = createRateLimiter({ live: 1, test: 1 }, () => now, windows);
  for (let person = 0; person < 250_000; person++) {
    now += 1;
    limiter.take(person, true);
  }
  assert.ok(windows.size <= 100_000, `${windows.size} are remembered`);
  // A caller whose second is not over is remembered.
  assert.throws(() => limiter.take(249_999, true), { code: 'rate_limited' });
});

test('a disabled rate limit reports nothing and refuses nothing', async () => {
  const service = await startTestService({ RATE_LIMIT: 'off', RATE_LIMIT_TEST: '1' });
  try {
    const shop = await service.merchant();
    const answers = await Promise.all(Array.from({ length: 30 }, () => shop.call('GET', '/payments')));
    assert.ok(answers.every(({ status, headers }) => status === 200 && !headers.has('ratelimit')));
  } finally {
    await service.stop();
  }
});

describe('a flood of passwords from one address', () => {
  const flood = async (env: Record<string, string>) => {
    const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.0/8', ...env });
    try {
      const password = 'a password that is long enough';
      const { identifier: phone } = await service.person('customer', { password });
      const from = (address: string, path: string, body: object) =>
        service.request('POST', `/api/v1/auth${path}`, { body, headers: { 'x-forwarded-for': address } });
      const stranger = Array.from({ length: 150 }, (_, i) =>
        from(`2001:db8:0:1::${i}`, '/register', { phone: `+22177200${1000 + i}`, password }),
      );
      const [login] = await Promise.all([
        new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
          from('203.0.113.2', '/login', { phone, password }),
        ),
        ...stranger,
      ]);
      const counts = (await Promise.all(stranger)).map(({ status }) => status);
      return { login: login.status, is: (status: number) => counts.filter((one) => one === status).length };
    } finally {
      await service.stop();
    }
  };

  test('has to wait, an IPv6 network as one; others log in', async () => {
    const { login, is } = await flood({ RATE_LIMIT: 'on' });
    assert.equal(login, 200);
    assert.ok(is(429) > 0 && is(503) === 0, `${is(429)} × 429, ${is(503)} × 503`);
  });

  inLongSuite('control: without the limit it fills the password queue, and others still log in by turns', async () => {
    const { login, is } = await flood({ RATE_LIMIT: 'off' });
    assert.ok(is(200) >= 64, `${is(200)} × 200`);
    assert.equal(login, 200);
    assert.ok(is(429) > 0 && is(503) === 0, `${is(429)} × 429, ${is(503)} × 503`);
  });
});

test("a client's statement of its own address is ignored where no proxy is trusted", async () => {
  for (const [trusted, forwarded, address] of [
    ['', '203.0.113.7', '127.0.0.1'],
    ['127.0.0.0/8', '203.0.113.7', '203.0.113.7'],
    // With its port, as some gateways write it: otherwise each connection would be another client.
    ['127.0.0.0/8', '203.0.113.7:52814', '203.0.113.7'],
    ['127.0.0.0/8', '[2001:db8::7]:52814', '2001:db8::7'],
    ['127.0.0.0/8', '2001:db8::7', '2001:db8::7'],
  ] as const) {
    const service = await startTestService({ TRUSTED_PROXIES: trusted });
    try {
      const password = 'a password that is long enough';
      const { identifier: phone, call } = await service.person('customer', { password });
      const headers = { 'x-forwarded-for': `198.51.100.9, ${forwarded}` };
      await service.request('POST', '/api/v1/auth/login', { body: { phone, password }, headers });
      assert.equal((await call('GET', '/auth/sessions')).body.data[0].address, address);
    } finally {
      await service.stop();
    }
  }
});
