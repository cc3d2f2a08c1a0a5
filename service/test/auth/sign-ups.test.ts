import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService, testSecretKey } from '../support/harness.ts';

const password = 'a password that is long enough';
const started: TestService[] = [];
const start = async (env: Record<string, string>, database?: { url: string }) => {
  // Tests set their network as a proxy would.
  const service = await startTestService({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.0/8', ...env }, database);
  started.push(service);
  return service;
};
after(async () => {
  for (const service of started.reverse()) await service.stop();
});

let numbers = 0;
const nextPhone = () => `+22177130${String(++numbers).padStart(4, '0')}`;
const business = (phone: string) => ({ phone, password, business_name: `Shop ${phone}` });
const signUp = (service: TestService, from: string, phone = nextPhone()) =>
  service.request('POST', '/api/v1/auth/merchant/register', {
    body: business(phone),
    headers: { 'x-forwarded-for': from },
  });
const customer = (service: TestService, from: string) =>
  service.request('POST', '/api/v1/auth/register', {
    body: { phone: nextPhone(), password },
    headers: { 'x-forwarded-for': from },
  });

describe('registrations in test mode', () => {
  it('are limited in an hour for a network, merchants and customers together; nothing is written beyond', async () => {
    const service = await start({ REGISTRATIONS_PER_NETWORK: '3' });
    assert.equal((await signUp(service, '192.0.2.1')).status, 200);
    assert.equal((await customer(service, '192.0.2.77')).status, 200);
    assert.equal((await signUp(service, '192.0.2.200')).status, 200);
    const refused = await Promise.all([signUp(service, '192.0.2.3'), customer(service, '192.0.2.4')]);
    for (const answer of refused) {
      assert.deepEqual(refusal(answer), [429, 'too_many_attempts']);
      const wait = Number(answer.headers.get('retry-after'));
      assert.ok(wait > 3_500 && wait <= 3_600, `${wait}`);
    }
    const { rows } = await service.db.pool.query('SELECT count(*)::int AS n FROM challenges');
    assert.equal(rows[0].n, 3);
    assert.equal((await signUp(service, '192.0.3.1')).status, 200, 'another network has its own limit');
  });

  it('of IPv6 are counted by the /64, also for concurrent requests', async () => {
    const service = await start({ REGISTRATIONS_PER_NETWORK: '2' });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((i) => customer(service, `2001:db8:1:2::${i}`)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 2);
    assert.equal((await customer(service, '2001:db8:1:3::1')).status, 200);
  });

  it('control: without the rate limit a network is not counted', async () => {
    const service = await start({ RATE_LIMIT: 'off', REGISTRATIONS_PER_NETWORK: '1' });
    for (let i = 0; i < 3; i++) assert.equal((await customer(service, '192.0.2.1')).status, 200);
  });

  it('can be closed', async () => {
    const service = await start({ TEST_REGISTRATIONS: 'closed' });
    for (const answer of [await signUp(service, '192.0.2.1'), await customer(service, '192.0.2.1')])
      assert.deepEqual(refusal(answer), [403, 'registrations_closed']);
  });

  it('can be for phones that an operator has invited', async () => {
    const service = await start({ TEST_REGISTRATIONS: 'invited' });
    const phone = nextPhone();
    assert.deepEqual(refusal(await signUp(service, '192.0.2.1', phone)), [403, 'registrations_closed']);
    const run = promisify(execFile);
    const admin = fileURLToPath(new URL('../../src/admin.ts', import.meta.url));
    const env = { ...process.env, DATABASE_URL: service.url, SECRET_KEY: testSecretKey };
    const { stdout } = await run(process.execPath, [admin, 'registrations', 'invite', phone], { env });
    assert.match(stdout, /can register in test mode until/);
    const opened = await signUp(service, '192.0.2.1', phone);
    assert.equal(opened.status, 200, opened.text);
    assert.deepEqual(refusal(await signUp(service, '192.0.2.1')), [403, 'registrations_closed']);
    await service.db.pool.query("UPDATE registration_invitations SET expires_at = now() - interval '1 second'");
    assert.deepEqual(refusal(await signUp(service, '192.0.2.1', phone)), [403, 'registrations_closed']);
  });
});
