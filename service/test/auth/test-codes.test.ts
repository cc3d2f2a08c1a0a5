import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { type Provider, startProvider } from '../support/provider.ts';

const password = 'fifteen characters and more';
let sms: Provider;
let service: TestService;
const started: TestService[] = [];
before(async () => {
  sms = await startProvider({ status: 200 });
  service = await start({});
});
after(async () => {
  for (const one of started.reverse()) await one.stop();
  await sms.close();
});

/** A sandbox that sends SMS. */
async function start(env: Record<string, string>): Promise<TestService> {
  const one = await startTestService({
    SMS_SENDER: 'http',
    SMS_HTTP_METHOD: 'GET',
    SMS_HTTP_URL: `${sms.url}/?to={to}&text={text}`,
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...env,
  });
  started.push(one);
  return one;
}
let numbers = 0;
const nextPhone = (prefix = '+22177140') => `${prefix}${String(++numbers).padStart(4, '0')}`;
const auth = (path: string, body: object, { at = service, from = '192.0.2.1' } = {}) =>
  at.request('POST', `/api/v1/auth${path}`, { body, headers: { 'x-forwarded-for': from } });
const sentTo = (phone: string) => sms.received.filter(({ path }) => path.includes(encodeURIComponent(phone)));
const codeTo = (phone: string) =>
  until(async () => {
    const path = sentTo(phone).at(-1)?.path;
    return path && /\b(\d{6})\b/.exec(decodeURIComponent(path.split('text=')[1]!))?.[1];
  });
const register = (phone: string, more = {}) =>
  auth('/merchant/register', { phone, password, business_name: `Shop ${phone}` }, more);
const verify = (challenge: string, code: string) => auth('/2fa/verify', { challenge, code });

describe('a merchant’s test login, where an SMS sender is set,', () => {
  it('is opened by the code of a real SMS, and not by 000000', async () => {
    const phone = nextPhone();
    const { challenge } = (await register(phone)).body;
    assert.deepEqual(refusal(await verify(challenge, '000000')), [401, 'invalid_2fa_code']);
    assert.equal((await verify(challenge, await codeTo(phone))).status, 200);
  });

  it('gets a new password by a real code, so a stranger who knows the phone does not get in', async () => {
    const shop = await service.merchant();
    const phone = nextPhone();
    await service.person('merchant', { merchantId: shop.merchantId, identifier: phone, password });
    const { body } = await auth('/password/forgot', { account_type: 'merchant', phone, mode: 'test' });
    const reset = (code: string) =>
      auth('/password/reset', { challenge: body.challenge, code, password: 'another long password of theirs' });
    for (const code of ['000000', '000410', '000429'])
      assert.deepEqual(refusal(await reset(code)), [401, 'invalid_2fa_code'], code);
    assert.equal((await reset(await codeTo(phone))).status, 204);
  });

  it('with an authenticator does not accept 000000 either', async () => {
    const shop = await service.merchant();
    const person = await service.person('merchant', { merchantId: shop.merchantId, password });
    await service.db.pool.query(`UPDATE accounts SET two_factor = 'totp', totp_seed = 'x' WHERE id = $1`, [person.id]);
    const opened = await auth('/merchant/login', { phone: person.identifier, password, mode: 'test' });
    assert.equal(opened.body.method, 'totp');
    assert.notEqual((await verify(opened.body.challenge, '000000')).status, 200);
  });

  it('has a new code when it is sent again', async () => {
    const phone = nextPhone();
    const { challenge } = (await register(phone)).body;
    const first = await codeTo(phone);
    await service.db.pool.query(`UPDATE challenges SET sent_at = now() - interval '31 s' WHERE id = $1`, [challenge]);
    assert.equal((await auth('/2fa/resend', { challenge })).status, 200);
    await until(async () => sentTo(phone).length === 2);
    const second = await codeTo(phone);
    if (first !== second) assert.deepEqual(refusal(await verify(challenge, first)), [401, 'invalid_2fa_code']);
    assert.equal((await verify(challenge, second)).status, 200);
  });
});

it('a customer in test mode gets no SMS: the code is 000000', async () => {
  const phone = nextPhone();
  const { challenge } = (await auth('/register', { phone, password, mode: 'test' })).body;
  assert.equal((await verify(challenge, '000000')).status, 200);
  assert.equal(sentTo(phone).length, 0);
});

it('control: where SMS go to the log, a merchant’s test code is 000000', async () => {
  const sandbox = await start({ SMS_SENDER: 'log' });
  const phone = nextPhone();
  const { challenge } = (await register(phone, { at: sandbox })).body;
  assert.equal((await auth('/2fa/verify', { challenge, code: '000000' }, { at: sandbox })).status, 200);
});

describe('codes for test logins within a day', () => {
  it('are limited for a network, whatever the phones', async () => {
    const at = await start({ TEST_SMS_PER_NETWORK: '2' });
    for (const from of ['192.0.2.1', '192.0.2.2'])
      assert.equal((await register(nextPhone(), { at, from })).status, 200);
    const phone = nextPhone();
    assert.deepEqual(refusal(await register(phone, { at, from: '192.0.2.3' })), [429, 'too_many_attempts']);
    assert.equal(sentTo(phone).length, 0);
    assert.equal((await register(nextPhone(), { at, from: '192.0.3.1' })).status, 200);
  });

  it('are limited for the phones of a country, also for concurrent requests', async () => {
    const at = await start({ TEST_SMS_PER_COUNTRY: '2' });
    const answers = await Promise.all([1, 2, 3, 4].map((i) => register(nextPhone(), { at, from: `192.0.${i}.1` })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429, 429]);
    const kenyan = nextPhone('+25471240');
    assert.equal((await register(kenyan, { at, from: '192.0.9.1' })).status, 200);
  });

  it('are limited for one login, and the error names the quota', async () => {
    const at = await start({ TEST_SMS_PER_DAY: '2' });
    const phone = nextPhone();
    for (let i = 0; i < 2; i++) assert.equal((await register(phone, { at })).status, 200);
    const refused = await register(phone, { at });
    assert.deepEqual(refusal(refused), [429, 'quota_exceeded']);
    assert.match(refused.body.error.message, /2 codes by SMS.*TEST_SMS_PER_DAY/);
  });
});
