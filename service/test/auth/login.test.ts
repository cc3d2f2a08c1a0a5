import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const post = (path: string, body: object, key?: string) =>
  service.request('POST', `/api/v1/auth${path}`, { body, ...(key ? { key } : {}) });
const password = 'a good password';

async function registered(phone: string): Promise<any> {
  const opened = await post('/register', { phone, password });
  const verified = await post('/2fa/verify', { challenge: opened.body.challenge, code: '000000' });
  assert.equal(verified.status, 200, verified.text);
  return verified.body;
}

it('an account has the fields of every record, and a new version for each change', async () => {
  const { merchantId } = await service.merchant();
  for (const type of ['customer', 'merchant', 'developer', 'operator'] as const) {
    const person = await service.person(type, type === 'merchant' ? { merchantId } : {});
    const { body: before } = await person.call('GET', '/me');
    assert.deepEqual([before.metadata, before.version], [{}, 1], type);
    const change = async (fields: object) => (await person.call('PATCH', '/me', fields)).body;
    const changed = await change({ name: 'Ama', language: 'pt' });
    assert.deepEqual([changed.version, changed.name, changed.language], [2, 'Ama', 'pt']);
    assert.ok(changed.updated_at > before.updated_at, type);
    assert.deepEqual(await change({ name: 'Ama', language: 'pt' }), changed, 'unchanged');
    assert.deepEqual([(await change({ language: 'en' })).version, (await change({ name: 'Abla' })).version], [3, 4]);
  }
});

describe('a customer', () => {
  it('registers with a phone, a password and a code, and has a wallet', async () => {
    const opened = await post('/register', { phone: '+221 77 123 45 01', password, name: 'Awa' });
    assert.deepEqual(Object.keys(opened.body), ['challenge', 'method', 'expires_in']);
    assert.deepEqual([opened.body.method, opened.body.expires_in], ['sms', 300]);
    const { body } = await post('/2fa/verify', { challenge: opened.body.challenge, code: '000000' });
    assert.deepEqual(Object.keys(body), ['access_token', 'refresh_token', 'expires_in', 'user']);
    assert.deepEqual([body.expires_in, body.user.phone, body.user.kyc], [900, '+221771234501', 'none']);
    assert.deepEqual(Object.keys(body.user), ['id', 'phone', 'kyc']);
    const me = await service.request('GET', '/api/v1/me', { key: body.access_token });
    assert.deepEqual([me.body.type, me.body.name, me.body.two_factor], ['customer', 'Awa', 'none']);
  });

  it('logs in, and gets a new pair for the refresh token', async () => {
    const phone = '+221771234502';
    await registered(phone);
    const { body } = await post('/login', { phone, password });
    assert.deepEqual(Object.keys(body), ['access_token', 'refresh_token', 'expires_in', 'user']);
    const renewed = await post('/refresh', { refresh_token: body.refresh_token });
    assert.equal(renewed.status, 200, renewed.text);
    const again = await post('/refresh', { refresh_token: body.refresh_token });
    assert.equal(again.text, renewed.text, 'a client that lost the answer gets it again');
    const thief = { body: { refresh_token: body.refresh_token }, headers: { 'user-agent': 'another' } };
    const stolen = await service.request('POST', '/api/v1/auth/refresh', thief);
    assert.deepEqual(refusal(stolen), [401, 'refresh_token_reused']);
    assert.deepEqual(refusal(await post('/refresh', { refresh_token: renewed.body.refresh_token })), [
      401,
      'refresh_token_reused',
    ]);
  });

  it('with a second factor gets a challenge first', async () => {
    const phone = '+221771234503';
    const { access_token: key } = await registered(phone);
    const enabled = await post('/2fa/enable', { method: 'sms', password }, key);
    const confirmed = await post('/2fa/confirm', { challenge: enabled.body.challenge, code: '000000' }, key);
    assert.deepEqual(confirmed.body, { two_factor: 'sms', recovery_codes: [] });
    assert.equal((await service.request('GET', '/api/v1/me', { key })).body.version, 2);
    const challenged = await post('/login', { phone, password });
    assert.deepEqual(Object.keys(challenged.body), ['challenge', 'method', 'expires_in']);
    const wrong = await post('/2fa/verify', { challenge: challenged.body.challenge, code: '123456' });
    assert.deepEqual(refusal(wrong), [401, 'invalid_2fa_code']);
    const right = await post('/2fa/verify', { challenge: challenged.body.challenge, code: '000000' });
    assert.equal(right.body.expires_in, 900);
    const again = await post('/2fa/verify', { challenge: challenged.body.challenge, code: '000000' });
    assert.deepEqual(refusal(again), [410, 'challenge_expired']);
    for (const [path, more] of [
      ['/2fa/verify', { code: '000000' }],
      ['/2fa/resend', {}],
    ] as const)
      assert.deepEqual(
        refusal(await post(path, { challenge: 'ch_unknown', ...more })),
        [410, 'challenge_expired'],
        path,
      );
  });

  it('with an unchanged name changes nothing', async () => {
    const { access_token: key } = await registered('+221771234505');
    const rename = async (name: string) => {
      const { body } = await service.request('PATCH', '/api/v1/me', { key, body: { name } });
      const { rows } = await service.db.pool.query('SELECT name, version FROM users WHERE id = $1', [body.id]);
      return rows[0];
    };
    const first = await rename('Awa');
    assert.deepEqual(await rename('Awa'), first);
    assert.deepEqual(await rename('Awa Diop'), { name: 'Awa Diop', version: first.version + 1 });
  });

  it('who logs out loses access at once', async () => {
    const { access_token: key } = await registered('+221771234504');
    assert.equal((await post('/logout', {}, key)).status, 204);
    const after = () => service.request('GET', '/api/v1/me', { key });
    // Within the ten seconds for which a node caches a session.
    await until(async () => (await after()).status === 401, 9);
    assert.deepEqual(refusal(await after()), [401, 'invalid_token']);
  });

  it('created without these calls is the same', async () => {
    const ali = await service.person('customer');
    assert.equal((await ali.call('GET', '/me')).body.phone, ali.identifier);
    assert.deepEqual(refusal(await ali.call('GET', '/payments')), [403, 'forbidden_account_type']);
    const operator = await service.person('operator', { role: 'support' });
    assert.equal((await operator.call('GET', '/me')).body.role, 'support');
  });
});

it('a list of sessions says when there are more than the hundred that it shows', async () => {
  const person = await service.person('customer');
  const text = `
    INSERT INTO sessions (id, account_id, refresh_id, expires_at)
    SELECT 'ses_' || lpad(n::text, 26, '0'), $1, gen_random_uuid()::text, now() + interval '1 day' FROM generate_series(1, $2::int) n`;
  const shown = async () => {
    const { data, has_more } = (await person.call('GET', '/auth/sessions')).body;
    return [data.length, has_more];
  };
  await service.db.pool.query(text, [person.id, 99]);
  assert.deepEqual(await shown(), [100, false]);
  await service.db.pool.query(text.replace('lpad(n::text', 'lpad((n + 500)::text'), [person.id, 1]);
  assert.deepEqual(await shown(), [100, true]);
});
