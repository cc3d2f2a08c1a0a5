import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { TOTP } from 'otpauth';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { actsOn } from '../support/operators.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

it("changes to an operator's login are in the audit log, without secrets; those of others are not", async () => {
  const password = 'a password that is long enough';
  const [operator, dev] = [
    await service.person('operator', { password }),
    await service.person('developer', { password }),
  ];
  for (const person of [operator, dev]) {
    const { challenge, secret } = (await person.call('POST', '/auth/2fa/enable', { method: 'totp', password })).body;
    const totp = new TOTP({ secret });
    const on = await person.call('POST', '/auth/2fa/confirm', { challenge, code: totp.generate() });
    assert.equal(on.status, 200, on.text);
    const change = { current_password: password, new_password: 'another that is long enough' };
    assert.equal((await person.call('POST', '/auth/password/change', change)).status, 204);
    const off = (await person.call('POST', '/auth/2fa/disable', { password: change.new_password })).body;
    const code = on.body.recovery_codes[0];
    assert.equal((await person.call('POST', '/auth/2fa/confirm', { challenge: off.challenge, code })).status, 200);
  }
  const acts = await actsOn(service, operator.id);
  assert.deepEqual(
    acts.map(({ action, actor, before, after }: any) => [action, actor.id, before, after]),
    [
      ['operator.two_factor_changed', operator.id, { two_factor: 'none' }, { two_factor: 'totp' }],
      ['operator.password_changed', operator.id, null, null],
      ['operator.two_factor_changed', operator.id, { two_factor: 'totp' }, { two_factor: 'none' }],
    ],
  );
  assert.ok(acts.every(({ address, request_id }: any) => address && request_id));
  assert.deepEqual(await actsOn(service, dev.id), []);
});

const password = 'a password that is long enough';
const logIn = (email: string, given = password) =>
  service.request('POST', '/api/v1/auth/operator/login', { body: { email, password: given } });
const loginsOf = async (id: string) =>
  (await actsOn(service, id))
    .filter(({ action }) => action.startsWith('operator.log'))
    .map(({ action, after }) => [action, after?.why ?? null]);

it('an operator’s logins and failed logins are audited: by password, by code, and while suspended', async () => {
  const operator = await service.person('operator', { password });
  assert.equal((await logIn(operator.identifier, 'not the password at all')).status, 401);
  assert.equal((await logIn(operator.identifier)).status, 200);
  await until(async () => (await loginsOf(operator.id)).length === 2);

  const { challenge, secret } = (await operator.call('POST', '/auth/2fa/enable', { method: 'totp', password })).body;
  const code = new TOTP({ secret }).generate();
  assert.equal((await operator.call('POST', '/auth/2fa/confirm', { challenge, code })).status, 200);
  const login = (await logIn(operator.identifier)).body;
  const answer = (given: string) =>
    service.request('POST', '/api/v1/auth/2fa/verify', { body: { challenge: login.challenge, code: given } });
  assert.equal((await answer('123456')).status, 401);
  await until(async () => (await loginsOf(operator.id)).length === 3);

  const admin = await service.person('operator', { role: 'admin' });
  await admin.call('POST', `/operator/accounts/${operator.id}/suspend`, { reason: 'Left' });
  assert.equal((await logIn(operator.identifier)).status, 403);
  await until(async () => (await loginsOf(operator.id)).length === 4);
  const logins = await loginsOf(operator.id);
  assert.deepEqual(logins.sort(), [
    ['operator.logged_in', null],
    ['operator.login_failed', 'code'],
    ['operator.login_failed', 'password'],
    ['operator.login_failed', 'suspended'],
  ]);
  const own = (await admin.call('GET', `/operator/audit?account=${operator.id}`)).body.data;
  assert.ok(own.some(({ action }: any) => action === 'account.suspended'));
  assert.ok(own.every(({ target, actor }: any) => [target, actor.id].includes(operator.id)));
});

it('logins to unknown addresses and of other people leave no audit entry', async () => {
  const count = async () => (await service.db.pool.query('SELECT count(*) FROM audit_log')).rows[0].count;
  const developer = await service.person('developer', { password });
  const before = await count();
  await logIn('nobody@pay.example');
  for (const given of [password, 'wrong'])
    await service.request('POST', '/api/v1/auth/developer/login', {
      body: { email: developer.identifier, password: given },
    });
  assert.equal(await count(), before);
});

it('reading an account, a merchant, wallets or a statement is in the audit log', async () => {
  const support = await service.person('operator', { role: 'support' });
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF', 5n);
  const merchant = await service.person('merchant', { merchantId: shop.merchantId });
  for (const path of [
    `/operator/accounts/${merchant.id}`,
    `/operator/accounts?phone=${encodeURIComponent(merchant.identifier)}`,
    `/operator/merchants/${shop.merchantId}`,
    `/operator/merchants?search=${shop.merchantId}`,
    `/operator/wallets?owner=${shop.merchantId}`,
    `/operator/wallets/${wallet}`,
    `/operator/wallets/${wallet}/entries`,
  ])
    assert.equal((await support.call('GET', path)).status, 200, path);
  const admin = await service.person('operator', { role: 'admin' });
  const acts = (await admin.call('GET', `/operator/audit?order=asc&actor=${support.id}`)).body.data;
  assert.deepEqual(
    acts.map(({ action, target, after }: any) => [action, target, after]),
    [
      ['account.read', merchant.id, null],
      ['account.listed', 'accounts', { accounts: [merchant.id] }],
      ['merchant.read', shop.merchantId, null],
      ['merchant.listed', 'merchants', { merchants: [shop.merchantId] }],
      ['wallet.listed', shop.merchantId, null],
      ['wallet.read', wallet, null],
      ['wallet.statement_read', wallet, null],
    ],
  );
  assert.ok(acts.every(({ address, request_id }: any) => address && request_id));
});

it('a sign-up in test mode, which anybody can repeat, writes nothing to the audit log', async () => {
  const count = async () => (await service.db.pool.query('SELECT count(*)::int AS n FROM audit_log')).rows[0].n;
  const before = await count();
  const body = { phone: '+221771009988', password, business_name: 'Chez Awa' };
  const { challenge } = (await service.request('POST', '/api/v1/auth/merchant/register', { body })).body;
  const done = await service.request('POST', '/api/v1/auth/2fa/verify', { body: { challenge, code: '000000' } });
  assert.equal(done.status, 200);
  assert.equal(await count(), before);
});
