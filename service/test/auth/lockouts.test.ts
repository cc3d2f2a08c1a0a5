import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CodeMessage, People } from '../../src/accounts/people.ts';
import { logIn } from '../../src/login/log-in.ts';
import { askDeviceCode, forgotPassword, resetPassword } from '../../src/login/reset-password.ts';
import { refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestService } from '../support/harness.ts';
import { makePeople } from '../support/people.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
let people: People;
let sent: CodeMessage[] = [];
before(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.0/8' });
  people = { ...makePeople(service.db), live: true, sendCode: (message) => sent.push(message) };
});
after(() => service.stop());

const password = 'a password that is long enough';
type Headers = Record<string, string>;
const from = (address: string, more: Headers = {}): Headers => ({ 'x-forwarded-for': address, ...more });
const post = (path: string, body: object, headers: Headers) =>
  service.request('POST', `/api/v1/auth${path}`, { body, headers });
const login = (phone: string, headers: Headers, given = password) =>
  post('/login', { phone, password: given }, headers);

let networks = 0;
/** A network without an earlier call. */
const elsewhere = () => `10.20.${++networks}.1`;

/** Five wrong passwords from five networks, and a sixth attempt that waits, even with the right one. */
async function besiege(phone: string): Promise<void> {
  for (let i = 0; i < 5; i++) assert.equal((await login(phone, from(elsewhere()), 'wrong')).status, 401);
  assert.deepEqual(refusal(await login(phone, from(elsewhere()))), [429, 'too_many_attempts']);
}

const cookieLogin = (base: string): Headers => ({ 'service-session': 'cookie', origin: base });
const deviceCookieOf = (reply: Reply) => {
  const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('rialto-device='));
  assert.ok(cookie, reply.text);
  return cookie;
};

describe('while strangers guess a password', () => {
  const owner = () => service.person('customer', { password });

  it('the owner logs in with a browser that they used before, also after a log-out', async () => {
    const person = await owner();
    const opened = await login(person.identifier, from(elsewhere(), cookieLogin(service.base)));
    const cookie = deviceCookieOf(opened).split(';')[0]!;
    const all = opened.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const out = await post('/logout', {}, { cookie: all, origin: service.base });
    assert.equal(out.status, 204);
    assert.ok(out.headers.getSetCookie().every((one) => !one.startsWith('rialto-device=')));
    await besiege(person.identifier);
    assert.equal((await login(person.identifier, from(elsewhere(), { cookie }))).status, 200);
    const forged = { cookie: `${cookie.slice(0, -2)}AA` };
    assert.equal((await login(person.identifier, from(elsewhere(), forged))).status, 429, 'the control: a forged one');
    const other = await owner();
    await besiege(other.identifier);
    assert.equal((await login(other.identifier, from(elsewhere(), { cookie }))).status, 429, "somebody else's");
  });

  it('the cookie does not reveal its owner, and no script can read it', async () => {
    const person = await owner();
    const cookie = deviceCookieOf(await login(person.identifier, from(elsewhere(), cookieLogin(service.base))));
    assert.match(cookie, /^rialto-device=[\w-]{22}\.[\w-]{22}; Path=\/; SameSite=Strict; HttpOnly; Max-Age=34560000$/);
    assert.ok(!cookie.includes(person.id));
  });

  it('the owner logs in without cookies, with a refresh token in the header', async () => {
    const person = await owner();
    await besiege(person.identifier);
    const tokenFrom = (address: string) => from(address, { 'service-device': person.refreshToken });
    assert.equal((await login(person.identifier, tokenFrom(elsewhere()))).status, 200);
    const renewed = await post('/refresh', { refresh_token: person.refreshToken }, from(elsewhere()));
    assert.equal(renewed.status, 200, 'the login does not spend it');
    const spent = await login(person.identifier, tokenFrom(elsewhere()));
    assert.equal(spent.status, 429, 'the control: a spent token');
    const other = await owner();
    const theirs = from(elsewhere(), { 'service-device': other.refreshToken });
    assert.equal((await login(person.identifier, theirs)).status, 429, "somebody else's");
  });

  it('the owner confirms with the password in an open session', async () => {
    const person = await owner();
    await besiege(person.identifier);
    const change = (current_password: string) =>
      person.call('POST', '/auth/password/change', { current_password, new_password: 'another fine password' });
    assert.equal((await change(password)).status, 204);
    // The limit stays: whoever has the session may guess as often as anybody else.
    for (let i = 0; i < 5; i++) assert.equal((await change('wrong')).status, 401);
    assert.deepEqual(refusal(await change('another fine password')), [429, 'too_many_attempts']);
  });

  it('the owner logs in from a known network, where five wrong passwords are too many as anywhere', async () => {
    const person = await owner();
    const home = '192.0.2.1';
    assert.equal((await login(person.identifier, from(home))).status, 200);
    await besiege(person.identifier);
    const neighbour = '192.0.2.77';
    assert.equal((await login(person.identifier, from(neighbour))).status, 200);
    for (let i = 0; i < 5; i++) assert.equal((await login(person.identifier, from(neighbour), 'wrong')).status, 401);
    assert.equal((await login(person.identifier, from(home))).status, 429);
    const text = `UPDATE known_networks SET seen_at = now() - interval '91 days'`;
    await service.db.query({ name: 'test_forget_networks', text });
    await service.db.query({ name: 'test_forget_network_tries', text: 'DELETE FROM throttles' });
    await besiege(person.identifier);
    assert.equal((await login(person.identifier, from(home))).status, 429, 'the control: after 91 days');
  });

  it('a new device logs in with a code, and an unknown phone gets the same answer', async () => {
    const { identifier: phone } = await owner();
    const nobody = '+221770000071';
    for (const one of [phone, nobody]) await besiege(one);
    const answers: unknown[] = [];
    for (const one of [phone, nobody]) {
      const here = from(elsewhere());
      const { challenge } = (await post('/device', { phone: one }, here)).body;
      const wrong = await post('/login', { phone: one, password, challenge, code: '123456' }, here);
      answers.push([...refusal(wrong), wrong.body.error.message]);
    }
    assert.deepEqual(answers[0], answers[1]);
    const here = from(elsewhere());
    const { challenge } = (await post('/device', { phone }, here)).body;
    const proof = { phone, challenge, code: '000 000' };
    assert.deepEqual(refusal(await post('/login', { ...proof, password: 'wrong' }, here)), [
      401,
      'invalid_credentials',
    ]);
    assert.equal((await post('/login', { ...proof, password }, here)).status, 200);
    const again = await post('/login', { ...proof, password }, here);
    assert.deepEqual(refusal(again), [410, 'challenge_expired'], 'a code works once');
    const other = await owner();
    await besiege(other.identifier);
    const theirs = (await post('/device', { phone }, here)).body.challenge;
    const crossed = await post(
      '/login',
      { phone: other.identifier, password, challenge: theirs, code: '000000' },
      here,
    );
    assert.deepEqual(refusal(crossed), [410, 'challenge_expired'], 'the control: a code of another account');
  });

  it('a code works only with its challenge, and a challenge only with its code', async () => {
    const { identifier: phone } = await owner();
    for (const [given, missing] of [
      [{ code: '000000' }, 'challenge'],
      [{ challenge: 'ch_one' }, 'code'],
    ] as const) {
      const answer = await post('/login', { phone, password, ...given }, from(elsewhere()));
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', missing]);
    }
  });

  it('a code allows five passwords, not more', async () => {
    const { identifier: phone } = await owner();
    const here = from(elsewhere());
    const { challenge } = (await post('/device', { phone }, here)).body;
    const guess = async () =>
      (await post('/login', { phone, password: 'wrong', challenge, code: '000000' }, here)).status;
    assert.deepEqual([await guess(), await guess(), await guess(), await guess(), await guess()], Array(5).fill(401));
    assert.equal(await guess(), 429);
  });
});

describe('while strangers request a new password', () => {
  const live = () => service.person('customer', { livemode: true, password });
  const DEVICE = `${'d'.repeat(22)}.${'m'.repeat(22)}`;
  const asker = (address: string, person?: TestPerson) => ({
    address,
    userAgent: null,
    ...(person ? { device: { cookie: people.devices.remember(DEVICE, person.id), token: null } } : {}),
  });
  const forgot = async (phone: string, at: object) =>
    JSON.parse(await forgotPassword(people, { phone }, at)).challenge as string;

  it('the owner’s device gets a code, and sets a password', async () => {
    const person = await live();
    const { identifier: phone } = person;
    sent = [];
    const own = await forgot(phone, asker('203.0.113.9', person));
    const code = sent[0]!.code;
    let refused = 0;
    for (let i = 0; i < 7; i++)
      await forgot(phone, asker(elsewhere())).catch((error) => {
        assert.equal(error.code, 'too_many_attempts');
        refused++;
      });
    assert.ok(refused > 0, 'the control: strangers wait');
    assert.ok(await forgot(phone, asker('203.0.113.10', person)), 'another code');
    const reset = { challenge: own, code, password: 'words of their owner' };
    // The newer challenge of the same device ended the first; a stranger's did not.
    await assert.rejects(resetPassword(people, reset, asker('203.0.113.9', person)), { code: 'challenge_expired' });
    const again = { ...reset, challenge: await forgot(phone, asker('203.0.113.9', person)), code: sent.at(-1)!.code };
    await assert.rejects(forgot(phone, asker(elsewhere())), { code: 'too_many_attempts' });
    await resetPassword(people, again, asker('203.0.113.9', person));
    const given = { phone, password: again.password };
    assert.ok(await logIn(people, 'customer', given, asker(elsewhere())), 'and is logged in');
  });

  it('a stranger’s challenge does not end the owner’s', async () => {
    const { identifier: phone } = await live();
    sent = [];
    const challenge = await forgot(phone, asker(elsewhere()));
    const { code } = sent[0]!;
    await forgot(phone, asker(elsewhere()));
    await resetPassword(people, { challenge, code, password: 'words of their owner' }, asker(elsewhere()));
  });

  it('and have used up the tries of its codes, the next code is longer, and works', async () => {
    const { identifier: phone } = await live();
    for (let n = 0; n < 4; n++) {
      const stranger = asker(elsewhere());
      const challenge = await forgot(phone, stranger);
      for (let i = 0; i < 5; i++) {
        const guess = resetPassword(people, { challenge, code: 'wrong', password }, stranger);
        await assert.rejects(guess, { code: 'invalid_2fa_code' });
      }
    }
    sent = [];
    const owner = asker(elsewhere());
    const challenge = await forgot(phone, owner);
    assert.match(sent[0]!.code, /^\d{10}$/);
    await resetPassword(people, { challenge, code: sent[0]!.code, password: 'words of their owner' }, owner);
  });

  it('a code for a new device is a long one', async () => {
    const { identifier: phone } = await live();
    sent = [];
    await askDeviceCode(people, { phone }, asker(elsewhere()));
    assert.match(sent[0]!.code, /^\d{10}$/);
    assert.equal(sent[0]!.purpose, 'device');
  });
});
