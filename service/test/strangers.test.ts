import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../src/login/log-in.ts';
import { forgotPassword, resetPassword } from '../src/login/reset-password.ts';
import { verifyCode } from '../src/login/verify.ts';
import type { CodeMessage, People } from '../src/people/people.ts';
import { Refusal } from '../src/refusal.ts';
import { hashCode } from '../src/two-factor/challenge.ts';
import { refusal } from './flows.ts';
import { startTestService, type TestService, until } from './harness.ts';
import { makePeople } from './people.ts';

let service: TestService;
/** A deployment with a live world, whose messages are kept here. */
let people: People;
let sent: CodeMessage[] = [];
before(async () => {
  service = await startTestService();
  people = { ...makePeople(service.db), live: true, sendCode: (message) => sent.push(message) };
});
after(() => service.stop());

const password = 'a password that is long enough';
const device = { address: '127.0.0.1', userAgent: null };
const outcome = (act: Promise<unknown>) =>
  act.then(
    () => 'right',
    (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );
const forgot = async (account_type: 'customer' | 'merchant', phone: string): Promise<string> =>
  JSON.parse(await forgotPassword(people, { account_type, phone })).challenge;
const guess = (challenge: string, code = 'wrong') => outcome(resetPassword(people, { challenge, code, password }, {}));
const live = () => service.person('customer', { livemode: true, password, twoFactor: 'sms' });

describe('a stranger who asks for the new password of a phone', () => {
  const unknown = '+221770000011';

  it('hears the same of wrong codes, however many, whether the phone has an account or not', async () => {
    const hear = async (phone: string) => {
      const heard: string[] = [];
      for (let i = 0; i < 5; i++) {
        const challenge = await forgot('customer', phone);
        for (let n = 0; n < 5; n++) heard.push(await guess(challenge));
      }
      return heard;
    };
    const { identifier } = await live();
    const heard = await hear(identifier);
    assert.deepEqual(heard, await hear(unknown));
    assert.equal(heard.filter((code) => code === 'invalid_2fa_code').length, 20, 'twenty are judged in all');
  });

  it('hears the same of challenges for two kinds of account', async () => {
    const hear = async (phone: string) => {
      const [customer, merchant] = [await forgot('customer', phone), await forgot('merchant', phone)];
      return [await guess(customer), await guess(merchant)];
    };
    assert.deepEqual(await hear((await live()).identifier), await hear('+221770000012'));
  });

  it('costs the same statements for a wrong code, known phone or not', async () => {
    const trace = async (phone: string) => {
      const challenge = await forgot('customer', phone);
      const steps: string[] = [];
      const query: People['db']['query'] = (statement, values) => {
        steps.push(statement.name);
        return service.db.query(statement, values);
      };
      const act = resetPassword(
        { ...people, db: { ...service.db, query } },
        { challenge, code: 'wrong', password },
        {},
      );
      assert.equal(await outcome(act), 'invalid_2fa_code');
      return steps;
    };
    assert.deepEqual(await trace((await live()).identifier), await trace('+221770000013'));
  });

  it('is told that a code is wrong even where it is the one that was not sent', async () => {
    const challenge = await forgot('customer', '+221770000014');
    const code = '123456';
    const text = 'UPDATE challenges SET code_hash = $2 WHERE id = $1';
    await service.db.query({ name: 'test_set_code', text }, [
      challenge,
      hashCode(people.secrets.pepper, challenge, code),
    ]);
    assert.equal(await guess(challenge, code), 'invalid_2fa_code');
  });

  it('cannot keep its owner from logging in', async () => {
    const { identifier: phone } = await live();
    for (let i = 0; i < 5; i++) {
      const challenge = await forgot('customer', phone);
      for (let n = 0; n < 5; n++) await guess(challenge);
    }
    sent = [];
    const { challenge } = JSON.parse(await logIn(people, 'customer', { phone, password }, device));
    assert.equal(await outcome(verifyCode(people, { challenge, code: sent[0]!.code }, device)), 'right');
  });
});

describe('whoever has the password and an open session, and not the second factor', () => {
  it('is out once there is one', async () => {
    const person = await service.person('customer', { password });
    const { access_token: stolen, refresh_token } = (
      await service.request('POST', '/api/v1/auth/login', { body: { phone: person.identifier, password } })
    ).body;
    const { challenge } = (await person.call('POST', '/auth/2fa/enable', { method: 'sms', password })).body;
    assert.equal((await person.call('POST', '/auth/2fa/confirm', { challenge, code: '000000' })).status, 200);
    await until(async () => (await service.request('GET', '/api/v1/me', { key: stolen })).status === 401, 5);
    const renewed = await service.request('POST', '/api/v1/auth/refresh', { body: { refresh_token } });
    assert.deepEqual(refusal(renewed), [401, 'invalid_token']);
    assert.equal((await person.call('GET', '/me')).body.two_factor, 'sms');
  });

  it('cannot put another second factor in its place', async () => {
    for (const twoFactor of ['sms', 'totp'] as const) {
      const person = await service.person('customer', { password });
      const text = `UPDATE accounts SET two_factor = $2, totp_seed = '' WHERE id = $1`;
      await service.db.query({ name: 'test_two_factor', text }, [person.id, twoFactor]);
      for (const method of ['sms', 'totp']) {
        const answer = await person.call('POST', '/auth/2fa/enable', { method, password });
        assert.deepEqual(refusal(answer), [422, 'two_factor_required'], `${method} for ${twoFactor}`);
      }
    }
  });
});

it('staff never stand with a short password and no second factor, whatever the order of their acts', async () => {
  const shop = await service.merchant();
  const person = await service.person('merchant', { merchantId: shop.merchantId, password, twoFactor: 'sms' });
  const { challenge } = (await person.call('POST', '/auth/2fa/disable', { password })).body;
  const short = { current_password: password, new_password: 'short one' };
  assert.equal((await person.call('POST', '/auth/password/change', short)).status, 204);
  const answer = await person.call('POST', '/auth/2fa/confirm', { challenge, code: '000000' });
  assert.deepEqual(refusal(answer), [422, 'two_factor_required']);
  assert.equal((await person.call('GET', '/me')).body.two_factor, 'sms');
});

describe('a password that was changed', () => {
  const change = (person: Awaited<ReturnType<typeof live>>) =>
    person.call('POST', '/auth/password/change', { current_password: password, new_password: 'another one' });

  it('lets nobody in who was judged by the old one just before', async () => {
    const person = await service.person('customer', { password });
    const passwords: People['passwords'] = {
      ...people.passwords,
      verify: async (given, stored) => {
        const right = await people.passwords.verify(given, stored);
        assert.equal((await change(person)).status, 204);
        return right;
      },
    };
    const given = { phone: person.identifier, password, mode: 'test' } as const;
    assert.equal(await outcome(logIn({ ...people, passwords }, 'customer', given, device)), 'invalid_credentials');
  });

  it('ends the logins that wait for a code', async () => {
    const person = await service.person('customer', { password, twoFactor: 'sms' });
    const given = { phone: person.identifier, password, mode: 'test' } as const;
    const { challenge } = JSON.parse(await logIn(people, 'customer', given, device));
    assert.equal((await change(person)).status, 204);
    assert.equal(await outcome(verifyCode(people, { challenge, code: '000000' }, device)), 'challenge_expired');
  });
});
