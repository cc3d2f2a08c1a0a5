import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bothWorlds, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestService, until } from '../support/harness.ts';
import { joinAs, type TestPerson } from '../support/person.ts';

const password = 'a password that is long enough';
/** A service on a developer's machine, and one with a public URL. */
let local: TestService;
let hosted: TestService;
before(async () => {
  local = await startTestService();
  hosted = await startTestService(bothWorlds, local);
});
after(async () => {
  await hosted.stop();
  await local.stop();
});

const hostedOrigin = bothWorlds.PUBLIC_URL;
const cookieMode = (origin: string) => ({ 'service-session': 'cookie', origin, 'sec-fetch-site': 'same-origin' });
const developer = (at: TestService) => at.person('developer', { password });

function login(at: TestService, { identifier }: TestPerson, headers: Record<string, string>): Promise<Reply> {
  return at.request('POST', '/api/v1/auth/developer/login', { body: { email: identifier, password }, headers });
}

/** The cookies that a browser would send back. */
const cookiesOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

async function signIn(at: TestService, origin: string) {
  const person = await developer(at);
  const answer = await login(at, person, cookieMode(origin));
  assert.equal(answer.status, 200);
  return { person, cookie: cookiesOf(answer), answer };
}

describe('a login with Service-Session: cookie', () => {
  it('has no token in its body, and sets cookies that no script and no other site can use', async () => {
    const { answer } = await signIn(hosted, hostedOrigin);
    assert.deepEqual(Object.keys(answer.body).sort(), ['expires_in', 'user']);
    assert.ok(!/eyJ/.test(answer.text));
    const cookies = answer.headers.getSetCookie();
    assert.equal(cookies.length, 4);
    for (const [i, use] of [
      [0, 'access'],
      [1, 'refresh'],
      [3, 'device'],
    ] as const) {
      assert.match(cookies[i]!, new RegExp(`^__Host-rialto-${use}=${use === 'device' ? '' : 'eyJ'}`));
      // RFC 6265bis: the attributes that the prefix requires. No Domain.
      for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
        assert.ok(cookies[i]!.split('; ').includes(attribute), `${use}: ${attribute}`);
      assert.ok(!/domain/i.test(cookies[i]!));
    }
    assert.match(cookies[0]!, /Max-Age=900$/);
    // Scripts may read that there is a session, and nothing else about it.
    assert.equal(cookies[2], '__Host-rialto-session=open; Path=/; SameSite=Strict; Secure; Max-Age=2592000');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('uses plain names on this machine, where browsers keep no prefixed ones over http', async () => {
    const { answer } = await signIn(local, local.base);
    const cookies = answer.headers.getSetCookie();
    assert.match(cookies[0]!, /^rialto-access=eyJ/);
    assert.match(cookies[1]!, /^rialto-refresh=eyJ/);
    assert.match(cookies[2]!, /^rialto-session=open;/);
    for (const [i, cookie] of cookies.entries())
      assert.ok(/HttpOnly/.test(cookie) === (i !== 2) && !/Secure/.test(cookie));
  });

  it('is refused from another site, without an Origin, and with another header value', async () => {
    const person = await developer(hosted);
    const own = cookieMode(hostedOrigin);
    for (const wrong of [
      { ...own, origin: 'https://evil.example' },
      { ...own, origin: 'https://pay.example.evil.example' },
      { ...own, origin: 'http://pay.example' },
      { ...own, origin: 'null' },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { ...own, 'sec-fetch-site': 'same-site' },
      { 'service-session': 'cookie' },
    ] as Record<string, string>[]) {
      const answer = await login(hosted, person, wrong);
      assert.deepEqual(refusal(answer), [403, 'forbidden_origin'], JSON.stringify(wrong));
      assert.deepEqual(answer.headers.getSetCookie(), []);
    }
    const odd = await login(hosted, person, { ...own, 'service-session': 'yes' });
    assert.deepEqual([...refusal(odd), odd.body.error.param], [400, 'validation_failed', 'Service-Session']);
    // Without the header nothing changes.
    const plain = await login(hosted, person, {});
    assert.ok(plain.body.access_token);
    assert.deepEqual(plain.headers.getSetCookie(), []);
  });

  it('is also set at the end of a challenge', async () => {
    const person = await hosted.person('customer', { password, twoFactor: 'sms' });
    const headers = cookieMode(hostedOrigin);
    const body = { phone: person.identifier, password, mode: 'test' };
    const opened = await hosted.request('POST', '/api/v1/auth/login', { body, headers });
    assert.ok(opened.body.challenge);
    assert.deepEqual(opened.headers.getSetCookie(), []);
    const answer = { challenge: opened.body.challenge, code: '000000' };
    const done = await hosted.request('POST', '/api/v1/auth/2fa/verify', { body: answer, headers });
    assert.equal(done.body.access_token, undefined);
    assert.equal(done.headers.getSetCookie().length, 4);
  });
});

describe('a session in a cookie', () => {
  const same = { origin: hostedOrigin, 'sec-fetch-site': 'same-origin' };

  it('authenticates reads and changes from the service’s own pages', async () => {
    const { cookie, person } = await signIn(hosted, hostedOrigin);
    const shop = await hosted.merchant();
    await joinAs(hosted.db, 'developer', shop.integrationId, person.id);
    const headers = { ...same, cookie, 'service-integration': shop.integrationId };
    const body = { amount: 100, currency: 'XOF', customer: '+50937000007' };
    assert.equal((await hosted.request('POST', '/api/v1/payments', { headers, body })).status, 201);
    // A browser sends no Origin with a same-site GET, and a typed address has no referring site.
    for (const site of ['same-origin', 'none']) {
      const read = { cookie, 'sec-fetch-site': site };
      assert.equal((await hosted.request('GET', '/api/v1/me', { headers: read })).body.id, person.id);
    }
  });

  it('is not accepted in a request that another site causes', async () => {
    const { cookie } = await signIn(hosted, hostedOrigin);
    const forged: [method: string, headers: Record<string, string>][] = [
      ['PATCH', { origin: 'https://evil.example' }],
      ['PATCH', { origin: 'null' }],
      ['PATCH', {}],
      ['PATCH', { ...same, 'sec-fetch-site': 'same-site' }],
      ['GET', { 'sec-fetch-site': 'cross-site' }],
      ['GET', { 'sec-fetch-site': 'same-site' }],
      ['GET', { origin: 'https://evil.example' }],
    ];
    for (const [method, headers] of forged) {
      const body = method === 'GET' ? {} : { body: { name: 'Mallory' } };
      const answer = await hosted.request(method, '/api/v1/me', { headers: { ...headers, cookie }, ...body });
      assert.deepEqual(refusal(answer), [403, 'forbidden_origin'], `${method} ${JSON.stringify(headers)}`);
    }
    // The control: the same request with the right Origin succeeds.
    const body = { name: 'Awa' };
    assert.equal((await hosted.request('PATCH', '/api/v1/me', { headers: { ...same, cookie }, body })).status, 200);
    // Another site cannot make a browser send a token in the header, so no Origin is required.
    const { person } = await signIn(hosted, hostedOrigin);
    const bearer = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await person.call('GET', '/me', undefined, bearer)).status, 200);
  });

  it('is not accepted under a plain name where there is https', async () => {
    const { cookie } = await signIn(hosted, hostedOrigin);
    const planted = cookie.replaceAll('__Host-', '');
    const answer = await hosted.request('GET', '/api/v1/me', { headers: { ...same, cookie: planted } });
    assert.deepEqual(refusal(answer), [401, 'missing_credentials']);
  });

  it('is renewed by its refresh cookie, whose token is never shown', async () => {
    const { cookie } = await signIn(hosted, hostedOrigin);
    const refresh = (headers: Record<string, string>) =>
      hosted.request('POST', '/api/v1/auth/refresh', { headers: { ...headers, cookie }, body: {} });
    assert.deepEqual(refusal(await refresh({ origin: 'https://evil.example' })), [403, 'forbidden_origin']);
    // Without Service-Session: cookie, too: a script in the page must not get the token that the cookie hides.
    const renewed = await refresh(same);
    assert.deepEqual(Object.keys(renewed.body).sort(), ['expires_in', 'user']);
    const next = cookiesOf(renewed);
    assert.notEqual(next, cookie);
    assert.equal((await hosted.request('GET', '/api/v1/me', { headers: { cookie: next } })).status, 200);
    // The browser that lost the answer gets it again. Elsewhere a spent token ends the session and its cookies.
    assert.equal(cookiesOf(await refresh(same)), next);
    const withoutDevice = cookie.replace(/; __Host-rialto-device=.*$/, '');
    const reused = await hosted.request('POST', '/api/v1/auth/refresh', {
      headers: { ...same, cookie: withoutDevice },
      body: {},
    });
    assert.deepEqual(refusal(reused), [401, 'refresh_token_reused']);
    for (const cleared of reused.headers.getSetCookie()) assert.match(cleared, /=;.*Max-Age=0$/);
  });

  it("is used for the page's own account; for any other nothing is done, spent or cleared", async () => {
    const { cookie, answer } = await signIn(hosted, hostedOrigin);
    const send = (method: string, path: string, person: string) =>
      hosted.request(method, `/api/v1${path}`, { headers: { ...same, cookie, 'service-person': person } });
    for (const [method, path] of [
      ['GET', '/me'],
      ['POST', '/auth/refresh'],
      ['POST', '/auth/logout'],
    ] as const) {
      const refused = await send(method, path, 'dev_another');
      assert.deepEqual(refusal(refused), [401, 'session_of_another'], path);
      assert.deepEqual(refused.headers.getSetCookie(), []);
    }
    const own = answer.body.user.id;
    assert.equal((await send('POST', '/auth/refresh', own)).status, 200);
  });

  it('ends at logout, which clears its cookies', async () => {
    const { cookie } = await signIn(hosted, hostedOrigin);
    const headers = { ...cookieMode(hostedOrigin), cookie };
    const out = await hosted.request('POST', '/api/v1/auth/logout', { headers, body: {} });
    assert.equal(out.status, 204);
    const cleared = out.headers.getSetCookie();
    assert.equal(cleared.length, 3);
    for (const one of cleared) assert.match(one, /^__Host-rialto-(access|refresh|session)=;.*Secure; .*Max-Age=0$/);
    // Within the ten seconds for which a node caches a session.
    const after = () => hosted.request('GET', '/api/v1/me', { headers });
    await until(async () => (await after()).status === 401, 9);
    assert.deepEqual(refusal(await after()), [401, 'invalid_token']);
  });
});
