import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CodeMessage, People } from '../../src/accounts/people.ts';
import { transaction } from '../../src/db/transaction.ts';
import { acceptInvitation } from '../../src/developers/accept.ts';
import { hashesOfInvitation } from '../../src/developers/invite.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { changePassword } from '../../src/login/change-password.ts';
import { logIn } from '../../src/login/log-in.ts';
import { forgotPassword, resetPassword } from '../../src/login/reset-password.ts';
import { confirmTwoFactor, enableTwoFactor } from '../../src/login/two-factor.ts';
import { verifyCode } from '../../src/login/verify.ts';
import { hashCode } from '../../src/two-factor/challenge.ts';
import { reserveAttempt } from '../../src/two-factor/store.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { makePeople } from '../support/people.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
/** A deployment with live mode, whose messages are kept here. */
let people: People;
let sent: CodeMessage[] = [];
before(async () => {
  service = await startTestService();
  people = { ...makePeople(service.db), live: true, sendCode: (message) => sent.push(message) };
});
after(() => service.stop());

const password = 'a password that is long enough';
const device = { address: '127.0.0.1', userAgent: null };
const unknown = { device: { cookie: null, token: null }, gone: new AbortController().signal };
const outcome = (act: Promise<unknown>) =>
  act.then(
    () => 'right',
    (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );
const forgot = async (account_type: 'customer' | 'merchant', phone: string): Promise<string> =>
  JSON.parse(await forgotPassword(people, { account_type, phone })).challenge;
const guess = (challenge: string, code = 'wrong') => outcome(resetPassword(people, { challenge, code, password }, {}));
const live = () => service.person('customer', { livemode: true, password, twoFactor: 'sms' });

describe('a stranger who requests a new password for a phone', () => {
  const nobody = '+221770000011';

  it('gets the same answers to any number of wrong codes, whether the phone has an account or not', async () => {
    const answersFor = async (phone: string) => {
      const codes: string[] = [];
      for (let i = 0; i < 5; i++) {
        const challenge = await forgot('customer', phone);
        for (let n = 0; n < 5; n++) codes.push(await guess(challenge));
      }
      return codes;
    };
    const { identifier } = await live();
    const expected = await answersFor(identifier);
    assert.deepEqual(expected, await answersFor(nobody));
    const judged = expected.filter((code) => code === 'invalid_2fa_code').length;
    assert.equal(judged, 25, 'twenty short codes are checked in all, and five of a long one');
  });

  it('gets the same answers to challenges for two kinds of account', async () => {
    const answersFor = async (phone: string) => {
      const [customer, merchant] = [await forgot('customer', phone), await forgot('merchant', phone)];
      return [await guess(customer), await guess(merchant)];
    };
    assert.deepEqual(await answersFor((await live()).identifier), await answersFor('+221770000012'));
  });

  it('causes the same statements by a wrong code for a known and an unknown phone', async () => {
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

  it('learns that a code is wrong even where it is the one that was not sent', async () => {
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

/** Runs `act`, and `then` between its password check and everything after. */
const afterJudging = (then: () => Promise<unknown>): People => ({
  ...people,
  passwords: {
    ...people.passwords,
    verify: async (given, stored) => {
      const right = await people.passwords.verify(given, stored);
      await then();
      return right;
    },
  },
});
const inTest = ({ identifier: phone }: TestPerson) => ({ phone, password, mode: 'test' }) as const;
const callerOf = ({ id, identifier, session }: TestPerson, type: 'customer' | 'merchant' = 'customer'): Caller => ({
  ...{ kind: type, id, world: 0, livemode: false, owner: { type: 'none', id: '' }, scopes: new Set() },
  person: { id, type, session, identifier, role: null },
});
async function switchOn(person: TestPerson, code = '000000'): Promise<void> {
  const { challenge } = (await person.call('POST', '/auth/2fa/enable', { method: 'totp', password })).body;
  assert.equal((await person.call('POST', '/auth/2fa/confirm', { challenge, code })).status, 200);
}
async function switchOff(person: TestPerson): Promise<void> {
  const { challenge } = (await person.call('POST', '/auth/2fa/disable', { password })).body;
  assert.equal((await person.call('POST', '/auth/2fa/confirm', { challenge, code: '000000' })).status, 200);
}

describe('an attacker with the password and an open session, and without the second factor', () => {
  it('loses access once there is one', async () => {
    const person = await service.person('customer', { password });
    const { access_token: stolen, refresh_token } = (
      await service.request('POST', '/api/v1/auth/login', { body: { phone: person.identifier, password } })
    ).body;
    const { challenge } = (await person.call('POST', '/auth/2fa/enable', { method: 'sms', password })).body;
    assert.equal((await person.call('POST', '/auth/2fa/confirm', { challenge, code: '000000' })).status, 200);
    await until(async () => (await service.request('GET', '/api/v1/me', { key: stolen })).status === 401, 9);
    const renewed = await service.request('POST', '/api/v1/auth/refresh', { body: { refresh_token } });
    assert.deepEqual(refusal(renewed), [401, 'invalid_token']);
    assert.equal((await person.call('GET', '/me')).body.two_factor, 'sms');
  });

  it('cannot replace the second factor', async () => {
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

it('staff never have a short password without a second factor, whatever the order of their changes', async () => {
  const shop = await service.merchant();
  const person = await service.person('merchant', { merchantId: shop.merchantId, password, twoFactor: 'sms' });
  const { challenge } = (await person.call('POST', '/auth/2fa/disable', { password })).body;
  const short = { current_password: password, new_password: 'short one' };
  assert.equal((await person.call('POST', '/auth/password/change', short)).status, 204);
  const answer = await person.call('POST', '/auth/2fa/confirm', { challenge, code: '000000' });
  assert.deepEqual(refusal(answer), [422, 'two_factor_required']);
  assert.equal((await person.call('GET', '/me')).body.two_factor, 'sms');
});

it('not even when they shorten the password while they switch the factor off', async () => {
  const shop = await service.merchant();
  const person = await service.person('merchant', { merchantId: shop.merchantId, password, twoFactor: 'sms' });
  const short = { current_password: password, new_password: 'short one' };
  const act = changePassword(
    afterJudging(() => switchOff(person)),
    callerOf(person, 'merchant'),
    short,
    {},
  );
  assert.equal(await outcome(act), 'validation_failed');
  const login = await logIn(people, 'merchant', inTest(person), device);
  assert.ok(JSON.parse(login).access_token, 'the long one is still theirs');
});

describe('a changed second factor', () => {
  it('refuses a login that was checked by the password alone just before', async () => {
    const person = await service.person('customer', { password });
    const act = logIn(
      afterJudging(() => switchOn(person)),
      'customer',
      inTest(person),
      device,
    );
    assert.equal(await outcome(act), 'invalid_credentials');
  });

  it('ends the logins that wait for a code of the previous one', async () => {
    const person = await service.person('customer', { password, twoFactor: 'sms' });
    const { challenge } = JSON.parse(await logIn(people, 'customer', inTest(person), device));
    await switchOff(person);
    await switchOn(person);
    assert.equal(await outcome(verifyCode(people, { challenge, code: '000000' }, device)), 'challenge_expired');
  });

  it('is not replaced by a change that was started just before', async () => {
    const person = await service.person('customer', { password });
    const caller = callerOf(person);
    const begun = enableTwoFactor(
      afterJudging(() => switchOn(person)),
      caller,
      { method: 'sms', password },
    );
    const { challenge } = JSON.parse(await begun);
    const confirm = confirmTwoFactor(people, caller, { challenge, code: '000000' }, {});
    assert.equal(await outcome(confirm), 'two_factor_required');
    assert.equal((await person.call('GET', '/me')).body.two_factor, 'totp');
  });
});

it('a suspension refuses a login that was checked just before: its session would survive the suspension', async () => {
  const operator = await service.person('operator', { role: 'admin' });
  const person = await service.person('customer', { password });
  const suspend = async () => {
    const answer = await operator.call('POST', `/operator/accounts/${person.id}/suspend`, { reason: 'Stolen' });
    assert.equal(answer.status, 200, answer.text);
  };
  assert.equal(await outcome(logIn(afterJudging(suspend), 'customer', inTest(person), device)), 'account_suspended');
  const open = { name: 'test_open', text: 'SELECT 1 FROM sessions WHERE account_id = $1 AND revoked_at IS NULL' };
  assert.equal((await service.db.query(open, [person.id])).length, 0);
});

describe('a changed password', () => {
  const change = (person: TestPerson) =>
    person.call('POST', '/auth/password/change', { current_password: password, new_password: 'another one' });

  it('refuses a login that was checked with the old one just before', async () => {
    const person = await service.person('customer', { password });
    const changing = afterJudging(async () => assert.equal((await change(person)).status, 204));
    assert.equal(await outcome(logIn(changing, 'customer', inTest(person), device)), 'invalid_credentials');
  });

  it('refuses an invitation that was checked with the old one just before', async () => {
    const shop = await service.merchant();
    const boss = await service.person('merchant', { merchantId: shop.merchantId });
    const dev = await service.person('developer', { password });
    const invitation = { email: dev.identifier, role: 'viewer' };
    const { body } = await boss.call('POST', `/integrations/${shop.integrationId}/invitations`, invitation);
    const text = 'UPDATE invitations SET token_hash = $2 WHERE id = $1';
    const [hash] = hashesOfInvitation(people.secrets.pepper, 'token');
    await service.db.query({ name: 'test_set_token', text }, [body.id, hash]);
    const given = { current_password: password, new_password: 'other words of their owner' };
    const changing = afterJudging(async () =>
      assert.equal((await dev.call('POST', '/auth/password/change', given)).status, 204),
    );
    const request = { ...device, caller: null, requestId: newId('req'), authorization: undefined, ...unknown };
    const act = acceptInvitation(changing, { ...request, input: { token: 'token', password } });
    assert.equal(await outcome(act), 'invalid_credentials');
  });

  it('ends the logins that wait for a code', async () => {
    const person = await service.person('customer', { password, twoFactor: 'sms' });
    const { challenge } = JSON.parse(await logIn(people, 'customer', inTest(person), device));
    assert.equal((await change(person)).status, 204);
    assert.equal(await outcome(verifyCode(people, { challenge, code: '000000' }, device)), 'challenge_expired');
  });

  it('ends logins that were checked with the old one just before and open their challenge after', async () => {
    const person = await service.person('customer', { password, twoFactor: 'sms' });
    const changing = afterJudging(async () => assert.equal((await change(person)).status, 204));
    const { challenge } = JSON.parse(await logIn(changing, 'customer', inTest(person), device));
    assert.equal(await outcome(verifyCode(people, { challenge, code: '000000' }, device)), 'challenge_expired');
  });

  it('stays the owner’s: a concurrent change with the old one and a session has no effect', async () => {
    const person = await service.person('customer', { password });
    const owners = 'words of their owner';
    const reset = async () => {
      const challenge = JSON.parse(await forgotPassword(people, { phone: person.identifier, mode: 'test' })).challenge;
      await resetPassword(people, { challenge, code: '000000', password: owners }, {});
    };
    const given = { current_password: password, new_password: 'words of a thief' };
    assert.equal(
      await outcome(changePassword(afterJudging(reset), callerOf(person), given, {})),
      'invalid_credentials',
    );
    const login = logIn(people, 'customer', { ...inTest(person), password: owners }, device);
    assert.equal(await outcome(login), 'right');
  });

  it('is changed while somebody guesses codes, without a deadlock', async () => {
    const person = await service.person('customer', { password, twoFactor: 'sms' });
    const { challenge } = JSON.parse(await logIn(people, 'customer', inTest(person), device));
    await transaction(service.db, async (tx) => {
      // At this point a guess is counted on its challenge, and not yet on the account.
      await tx.query(reserveAttempt, [challenge, ['login'], null]);
      assert.equal((await change(person)).status, 204);
    });
  });
});
