import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { selectWorld } from '../../src/integrations/store.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestService, until } from '../support/harness.ts';
import type { TestPerson } from '../support/person.ts';
import { type Provider, startProvider } from '../support/provider.ts';

let service: TestService;
let node: TestService;
/** A node without live mode and an SMS sender: test logins there have the code 000000, and may invite. */
let sandbox: TestService;
let sms: Provider;
let compliance: TestPerson;
before(async () => {
  sms = await startProvider({ status: 200 });
  const env = { ...bothWorlds, SMS_HTTP_URL: `${sms.url}/?to={to}&text={text}` };
  service = await startTestService(env);
  node = await startTestService(env, service);
  sandbox = await startTestService({ ...env, LIVE: 'off', SMS_SENDER: 'log' }, service);
  compliance = await service.person('operator', { role: 'compliance' });
});
after(async () => {
  await sandbox.stop();
  await node.stop();
  await service.stop();
  await sms.close();
});

const auth = (path: string, body: object, at = service) => at.request('POST', `/api/v1/auth${path}`, { body });
/** In test mode. */
const authTest = (path: string, body: object) => auth(path, body, sandbox);
const as = (key: string, method: string, path: string, body?: object, at = service): Promise<Reply> =>
  at.request(method, `/api/v1${path}`, { key, ...(body ? { body } : {}) });
const rows = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const long = 'fifteen characters and more';
let count = 0;
const newPhone = () => `+2217740000${String(++count).padStart(2, '0')}`;

async function signUp(business: string, { phone = newPhone(), password = long } = {}) {
  const opened = await authTest('/merchant/register', { phone, password, business_name: business, name: 'Awa' });
  assert.deepEqual(Object.keys(opened.body), ['challenge', 'method', 'expires_in']);
  const verified = await authTest('/2fa/verify', { challenge: opened.body.challenge, code: '000000' });
  assert.equal(verified.status, 200, verified.text);
  const token: string = verified.body.access_token;
  const me = (await as(token, 'GET', '/me')).body;
  const [integration] = (await as(token, 'GET', '/integrations')).body.data;
  return { phone, token, merchant: me.merchant as string, me, integration };
}

/** The code of the SMS to a phone that comes after this many others. */
const codeFor = (phone: string, after: number) =>
  until(async () => {
    const path = sms.received.slice(after).find((request) => request.path.includes(encodeURIComponent(phone)))?.path;
    return path && /\b(\d{6})\b/.exec(decodeURIComponent(path.split('text=')[1]!))?.[1];
  });

async function logInLive(phone: string, password = long): Promise<string> {
  const before = sms.received.length;
  const login = await auth('/merchant/login', { phone, password, mode: 'live' });
  assert.equal(login.body.method, 'sms', login.text);
  const answer = await auth('/2fa/verify', { challenge: login.body.challenge, code: await codeFor(phone, before) });
  return answer.body.access_token;
}
const approve = (merchant: string, by = compliance) => by.call('POST', `/operator/merchants/${merchant}/approve_live`);
const revoke = (merchant: string) =>
  compliance.call('POST', `/operator/merchants/${merchant}/revoke_live`, { reason: 'Papers withdrawn' });

describe('a merchant', () => {
  it('signs up in test mode beside live mode, and has an integration in both', async () => {
    const { me, integration } = await signUp('Café du Port');
    assert.deepEqual([me.type, me.livemode, me.name, me.two_factor], ['merchant', false, 'Awa', 'none']);
    assert.deepEqual([integration.name, integration.slug], ['Café du Port', 'cafe-du-port']);
    assert.deepEqual([integration.role, integration.live_approved], [null, false]);
    for (const livemode of [false, true])
      for (const name of ['cafe-du-port', 'Café du Port', integration.id])
        assert.equal((await service.db.query(selectWorld, [name, livemode])).length, 1);
  });

  it('may share its name with others; each integration has its own slug', async () => {
    const [first, second] = await Promise.all([signUp('Same Name'), signUp('Same Name')]);
    assert.notEqual(first.integration.slug, second.integration.slug);
    assert.match(first.integration.slug + second.integration.slug, /same-name/);
    assert.match((await signUp('商店')).integration.slug, /^integration/);
  });

  it('with a short password logs in with an SMS too, and with a long one without', async () => {
    const { phone } = await signUp('Short', { password: 'two goats' });
    const challenge = await authTest('/merchant/login', { phone, password: 'two goats', mode: 'test' });
    assert.equal(challenge.body.method, 'sms');
    const other = await signUp('Long');
    assert.ok((await auth('/merchant/login', { phone: other.phone, password: long, mode: 'test' })).body.access_token);
  });

  it('has one login for a phone', async () => {
    const { phone } = await signUp('First');
    const opened = await authTest('/merchant/register', { phone, password: long, business_name: 'Second' });
    const answer = await authTest('/2fa/verify', { challenge: opened.body.challenge, code: '000000' });
    assert.deepEqual(refusal(answer), [409, 'account_already_exists']);
    assert.equal((await rows(`SELECT FROM merchants WHERE name = 'Second'`)).length, 0);
    // A customer's account with the same phone is separate.
    const customer = await auth('/register', { phone, password: long, mode: 'test' });
    assert.equal((await auth('/2fa/verify', { challenge: customer.body.challenge, code: '000000' })).status, 200);
  });

  it('creates and renames integrations, each name once', async () => {
    const { token, integration } = await signUp('Names');
    const made = await as(token, 'POST', '/integrations', { name: 'Second shop' });
    assert.deepEqual([made.status, made.body.slug], [201, 'second-shop']);
    const taken = [409, 'name_already_used'];
    assert.deepEqual(refusal(await as(token, 'POST', '/integrations', { name: 'SECOND shop' })), taken);
    assert.deepEqual(
      refusal(await as(token, 'PATCH', `/integrations/${integration.id}`, { name: 'Second Shop' })),
      taken,
    );
    const renamed = await as(token, 'PATCH', `/integrations/${made.body.id}`, { name: 'Third' });
    assert.deepEqual([renamed.body.name, renamed.body.slug, renamed.body.version], ['Third', 'second-shop', 2]);
    const both = await Promise.all([1, 2].map(() => as(token, 'POST', '/integrations', { name: 'At once' })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  });
});

describe('live approval', () => {
  it('is refused by a sandbox, which has no live mode and locks nobody out', async (t) => {
    const sandbox = await startTestService({}, service);
    t.after(() => sandbox.stop());
    const { merchant, phone, integration } = await signUp('Sandboxed');
    const officer = await sandbox.person('operator', { role: 'compliance' });
    const answer = await officer.call('POST', `/operator/merchants/${merchant}/approve_live`);
    assert.deepEqual(refusal(answer), [403, 'forbidden_account_type']);
    assert.match(answer.body.error.message, /sandbox/);
    // Approved while live mode was open, which has closed since.
    await approve(merchant);
    const login = await sandbox.request('POST', '/api/v1/auth/merchant/login', { body: { phone, password: long } });
    const rename = (key: string, at: TestService, name: string) =>
      as(key, 'PATCH', `/integrations/${integration.id}`, { name }, at);
    assert.equal((await rename(login.body.access_token, sandbox, 'In the sandbox')).status, 200);
    const test = await auth('/merchant/login', { phone, password: long, mode: 'test' });
    const inBoth = await rename(test.body.access_token, service, 'With both worlds');
    assert.deepEqual(refusal(inBoth), [403, 'forbidden_account_type']);
  });

  it('is for compliance and admin', async () => {
    const { merchant } = await signUp('Roles');
    for (const role of ['support', 'finance'] as const) {
      const operator = await service.person('operator', { role });
      assert.deepEqual(refusal(await approve(merchant, operator)), [403, 'forbidden_account_type']);
      assert.equal((await operator.call('GET', `/operator/merchants/${merchant}`)).body.live_approved_at, null);
    }
  });

  it('gives the people their own live login, which requires the code of a real SMS', async () => {
    const { merchant, phone, me } = await signUp('Live');
    const refused = await auth('/merchant/login', { phone, password: long, mode: 'live' });
    assert.deepEqual(refusal(refused), [401, 'invalid_credentials']);
    const { body } = await approve(merchant);
    assert.ok(body.live_approved_at);
    assert.deepEqual(
      body.people.map(({ livemode, two_factor }: any) => [livemode, two_factor]),
      [
        [false, 'none'],
        [true, 'sms'],
      ],
    );
    const before = sms.received.length;
    const login = await auth('/merchant/login', { phone, password: long, mode: 'live' });
    await codeFor(phone, before);
    const known = await auth('/2fa/verify', { challenge: login.body.challenge, code: '000000' });
    assert.deepEqual(refusal(known), [401, 'invalid_2fa_code']);
    const mine = (await as(await logInLive(phone), 'GET', '/me')).body;
    assert.deepEqual([mine.livemode, mine.merchant, mine.phone], [true, merchant, phone]);
    assert.notEqual(mine.id, me.id);
  });

  it('is given once, and recorded once', async () => {
    const { merchant } = await signUp('Once');
    const [a, b] = await Promise.all([approve(merchant), approve(merchant)]);
    assert.deepEqual(a.body, b.body);
    assert.equal(a.body.people.length, 2);
    const acts = await rows(
      `SELECT actor_id FROM audit_log WHERE target = $1 AND action = 'merchant.live_approved'`,
      merchant,
    );
    assert.deepEqual(acts, [{ actor_id: compliance.id }]);
  });

  it('that is withdrawn stops logins and live keys on every node, and leaves test mode alone', async () => {
    const { merchant, phone, token, integration } = await signUp('Revoked');
    await approve(merchant);
    const live = await logInLive(phone);
    const body = { scopes: ['payments:read'], livemode: true };
    const { key } = (await as(live, 'POST', `/integrations/${integration.id}/keys`, body)).body;
    const test = (await as(token, 'POST', `/integrations/${integration.id}/keys`, { scopes: ['payments:read'] })).body;
    for (const at of [service, node]) {
      assert.equal((await as(key, 'GET', '/payments', undefined, at)).status, 200);
      assert.equal((await as(live, 'GET', '/me', undefined, at)).status, 200);
    }
    assert.equal((await revoke(merchant)).body.live_approved_at, null);
    for (const at of [service, node]) {
      // Less than the ten seconds for which a node trusts its cache.
      const keyAnswer = await until(async () => {
        const answer = await as(key, 'GET', '/payments', undefined, at);
        return answer.status !== 200 && answer;
      }, 5);
      assert.deepEqual(refusal(keyAnswer), [401, 'api_key_revoked']);
      const personAnswer = await until(async () => {
        const answer = await as(live, 'GET', '/me', undefined, at);
        return answer.status !== 200 && answer;
      }, 5);
      assert.deepEqual(refusal(personAnswer), [401, 'invalid_token']);
    }
    assert.equal((await as(token, 'GET', '/me')).status, 200);
    assert.equal((await as(test.key, 'GET', '/payments')).status, 200);
    const [act] = await rows(
      `SELECT reason FROM audit_log WHERE target = $1 AND action = 'merchant.live_revoked'`,
      merchant,
    );
    assert.equal(act.reason, 'Papers withdrawn');
    // Approved again, they may log in. Former sessions and the key do not come back.
    await approve(merchant);
    const again = await logInLive(phone);
    assert.equal((await as(again, 'GET', '/me')).status, 200);
    assert.equal((await as(live, 'GET', '/me')).status, 401);
    assert.equal((await as(key, 'GET', '/payments')).status, 401);
  });
});

describe('a live key', () => {
  const wanted = { scopes: ['payments:read'], livemode: true };
  it('once one may exist, the test login changes no person and no name: it is open to all with the phone', async () => {
    const { merchant, phone, token, integration } = await signUp('Both Worlds');
    const path = `/integrations/${integration.id}`;
    const invite = (key: string, email: string, at = service) =>
      as(key, 'POST', `${path}/invitations`, { email, role: 'owner' }, at);
    assert.deepEqual(refusal(await invite(token, 'before@shop.example')), [403, 'forbidden_account_type']);
    assert.equal((await invite(token, 'before@shop.example', sandbox)).status, 201);
    await approve(merchant);
    const { body } = await authTest('/password/forgot', { account_type: 'merchant', phone, mode: 'test' });
    const password = 'a password of a stranger';
    const reset = { challenge: body.challenge, code: '000000', password };
    assert.equal((await authTest('/password/reset', reset)).status, 204);
    const stranger = (await auth('/merchant/login', { phone, password, mode: 'test' })).body.access_token;
    const forbidden = [403, 'forbidden_account_type'];
    const dev = await service.person('developer');
    await rows(`INSERT INTO memberships VALUES ($1, $2, 'owner')`, integration.id, dev.id);
    assert.deepEqual(refusal(await invite(stranger, 'stranger@shop.example')), forbidden);
    assert.deepEqual(refusal(await as(stranger, 'DELETE', `${path}/developers/${dev.id}`)), forbidden);
    assert.deepEqual(refusal(await as(stranger, 'PATCH', path, { name: 'Not Yours' })), forbidden);
    const made = { scopes: ['payments:read'] };
    assert.equal((await as(stranger, 'POST', `${path}/keys`, made)).status, 201, 'test keys belong to test mode');
    assert.equal((await invite(await logInLive(phone), 'after@shop.example')).status, 201);
  });

  it('is made by a person of an approved merchant, in live mode, with a second factor', async () => {
    const { merchant, phone, token, integration } = await signUp('Keys');
    const path = `/integrations/${integration.id}/keys`;
    const forbidden = [403, 'forbidden_account_type'];
    await approve(merchant);
    const live = await logInLive(phone);
    const made = await as(live, 'POST', path, wanted);
    assert.deepEqual([made.status, made.body.livemode, made.body.key.slice(0, 8)], [201, true, 'rs_live_']);
    assert.equal((await as(made.body.key, 'GET', '/payments')).status, 200);
    assert.equal((await as(live, 'GET', path)).body.data[0].id, made.body.id);
    const rolled = await as(live, 'POST', `/keys/${made.body.id}/roll`, { overlap_seconds: 0 });
    assert.equal(rolled.body.livemode, true);

    // The same person in test mode, where everybody knows the code.
    await rows(`UPDATE accounts SET two_factor = 'sms' WHERE identifier = $1`, phone);
    assert.deepEqual(refusal(await as(token, 'POST', path, wanted)), forbidden);
    // An owner of the integration.
    const owner = await service.person('developer');
    await rows(`INSERT INTO memberships VALUES ($1, $2, 'owner')`, integration.id, owner.id);
    assert.deepEqual(refusal(await owner.call('POST', path, wanted)), forbidden);
    // Without a second factor.
    await rows(`UPDATE accounts SET two_factor = 'none' WHERE identifier = $1`, phone);
    const needed = [422, 'two_factor_required'];
    assert.deepEqual(refusal(await as(live, 'POST', path, wanted)), needed);
    assert.deepEqual(refusal(await as(live, 'POST', `/keys/${rolled.body.id}/roll`, {})), needed);
    assert.equal((await as(live, 'DELETE', `/keys/${rolled.body.id}`)).body.status, 'revoked');
    // Not approved, though the session is valid.
    await rows(`UPDATE accounts SET two_factor = 'sms' WHERE identifier = $1`, phone);
    await rows('UPDATE merchants SET live_approved_at = NULL WHERE id = $1', merchant);
    assert.deepEqual(refusal(await as(live, 'POST', path, wanted)), forbidden);
  });
});
