import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bothWorlds, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { type Member, memberOf } from '../support/members.ts';

const app = 'https://app.example';
const local = 'http://localhost:5173';
let service: TestService;
let shop: TestMerchant;
let boss: Member;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  boss = await memberOf(service, shop, 'merchant');
  const set = await boss.call('PATCH', `/integrations/${shop.integrationId}`, { origins: [`${app}/`, local, app] });
  assert.deepEqual([set.status, set.body.origins], [200, [app, local]], set.text);
});
after(() => service.stop());

const preflight = (origin: string, path: string, method = 'POST', at = service): Promise<Reply> =>
  at.request('OPTIONS', `/api/v1${path}`, {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });
const allowed = ({ headers }: Reply) => headers.get('access-control-allow-origin');
const from = (origin: string, token: string, path = '/wallets', at = service) =>
  at.request('GET', `/api/v1${path}`, { key: token, headers: { origin, 'service-integration': shop.integrationId } });

describe('a preflight', () => {
  it('is answered for listed origins on routes of people, never with credentials', async () => {
    for (const [method, path] of [
      ['POST', '/auth/login'],
      ['GET', '/wallets'],
      ['PATCH', '/me'],
      ['POST', `/payments/pay_${'0'.repeat(26)}/cancel`],
    ] as const) {
      const answer = await until(async () => {
        const reply = await preflight(app, path, method);
        return reply.status === 204 && reply;
      });
      assert.equal(allowed(answer), app);
      assert.ok(answer.headers.get('access-control-allow-methods')!.split(', ').includes(method));
      assert.match(answer.headers.get('access-control-allow-headers')!, /Authorization.*Idempotency-Key.*Service-Mode/);
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
      assert.match(answer.headers.get('vary')!, /Origin/);
    }
  });

  it('is not answered for an unlisted origin, nor on operator routes: the control', async () => {
    for (const origin of ['https://evil.example', 'https://app.example:8443', 'http://app.example', 'null'])
      assert.equal(allowed(await preflight(origin, '/auth/login')), null, origin);
    const operators = await preflight(app, '/operator/limits', 'GET');
    assert.equal(operators.status, 405);
    assert.equal(operators.headers.get('access-control-allow-methods'), null);
  });
});

describe('a request from a page of another origin', () => {
  it('with a person’s token is answered to listed origins, with the headers that a client needs', async () => {
    const answer = await from(app, boss.token);
    assert.deepEqual([answer.status, allowed(answer)], [200, app]);
    assert.match(
      answer.headers.get('access-control-expose-headers')!,
      /Request-Id.*RateLimit.*Retry-After.*Idempotent-Replayed/,
    );
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    assert.match(answer.headers.get('vary')!, /Origin/);
    assert.equal(allowed(await from('https://evil.example', boss.token)), null);
    assert.equal(allowed(await from(app, boss.token, '/nothing')), app, 'a refusal can be read too');
  });

  it('with an API key is refused with a reason, for listed and unlisted origins', async () => {
    for (const origin of [app, 'https://evil.example', 'null']) {
      const answer = await from(origin, shop.key);
      assert.deepEqual(refusal(answer), [403, 'key_from_browser'], origin);
    }
    const own = new URL(service.base).origin;
    assert.equal((await from(own, shop.key)).status, 200, "the service's own /docs still work: the control");
    assert.equal((await shop.call('GET', '/wallets')).status, 200, 'and so do servers, which send no origin');
  });

  it('cannot use its cookies', async () => {
    const answer = await service.request('GET', '/api/v1/me', {
      headers: { origin: app, cookie: `rialto-access=${boss.token}` },
    });
    assert.deepEqual(refusal(answer), [403, 'forbidden_origin']);
  });

  it('over http works in test mode only', async () => {
    const live = await startTestService(bothWorlds);
    try {
      const merchant = await live.merchant();
      const dev = await memberOf(live, merchant, 'merchant', { livemode: true, twoFactor: 'sms' });
      await live.db.pool.query(`UPDATE integrations SET origins = $1`, [[app, local]]);
      const me = (origin: string) => live.request('GET', '/api/v1/me', { key: dev.token, headers: { origin } });
      assert.equal((await me(app)).status, 200);
      assert.deepEqual(refusal(await me(local)), [403, 'origin_not_allowed']);
      assert.equal((await from(local, boss.token)).status, 200, 'the control');
      const own = { key: (await merchant.newKey({ livemode: true })).key, headers: { origin: bothWorlds.PUBLIC_URL } };
      assert.equal(
        (await live.request('GET', '/api/v1/wallets', own)).status,
        200,
        "the public URL is the service's own origin",
      );
    } finally {
      await live.stop();
    }
  });
});

describe('the origins of an integration', () => {
  const set = (origins: unknown) => boss.call('PATCH', `/integrations/${shop.integrationId}`, { origins });

  it('are https, or http on this machine, without a path, at most 20', async () => {
    const wrong = [
      'http://app.example',
      'https://app.example/shop',
      'https://a:b@app.example',
      'ftp://app.example',
      '*',
    ];
    for (const origin of [...wrong, 'app.example', 'https://app.example?x', 'https://*.example/#', 'null']) {
      const answer = await set([app, origin]);
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'origins[1]'], origin);
    }
    const many = Array.from({ length: 21 }, (_, i) => `https://app${i}.example`);
    assert.deepEqual(refusal(await set(many)), [400, 'validation_failed']);
    assert.deepEqual((await set(many.slice(1))).body.origins, many.slice(1));
    assert.deepEqual((await set(['https://ÉCOLE.example:443'])).body.origins, ['https://xn--cole-9oa.example']);
  });

  it('can be changed by the merchant’s people and owners, and changes are audited', async () => {
    const developer = await memberOf(service, shop, 'developer');
    const path = `/integrations/${shop.integrationId}`;
    assert.equal((await developer.call('PATCH', path, { origins: [] })).status, 403);
    assert.equal((await set([app])).status, 200);
    const { rows } = await service.db.pool.query(
      `SELECT after FROM audit_log WHERE action = 'integration.origins_changed' ORDER BY seq DESC LIMIT 1`,
    );
    assert.deepEqual(rows[0].after, { origins: [app] });
  });

  it('that are removed get no more answers, within seconds', async () => {
    await set([app]);
    await until(async () => (await preflight(app, '/me', 'GET')).status === 204);
    await set([]);
    await until(async () => (await preflight(app, '/me', 'GET')).status !== 204);
  });
});
