import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { admitRegistration } from '../../src/accounts/admit-registration.ts';
import type { CodeMessage, People, Registrations } from '../../src/accounts/people.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { logIn } from '../../src/login/log-in.ts';
import { register } from '../../src/login/register.ts';
import { verifyCode } from '../../src/login/verify.ts';
import { resendCode } from '../../src/two-factor/challenge.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makePeople } from '../support/people.ts';

let service: TestService;
let sent: CodeMessage[];
before(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  sent = [];
  await service.db.query({ name: 'test_forget_throttles', text: 'DELETE FROM throttles' });
});
after(() => service.stop());

const password = 'a password that is long enough';
const device = { address: '127.0.0.1', userAgent: null };
/** A deployment with live mode. */
const deployment = (registrations: Partial<Registrations>): People => {
  const people = makePeople(service.db);
  const chosen = { ...people.registrations, ...registrations };
  return { ...people, live: true, registrations: chosen, sendCode: (message) => sent.push(message) };
};
let numbers = 0;
const senegalese = () => `+22177120${String(++numbers).padStart(4, '0')}`;
const kenyan = () => `+25471230${String(++numbers).padStart(4, '0')}`;
const outcome = (act: Promise<unknown>): Promise<string | Refusal> =>
  act.then(
    () => 'sent',
    (error) => (error instanceof Refusal ? error : Promise.reject(error)),
  );
const ask = (people: People, phone: string, mode: 'live' | 'test' = 'live') =>
  outcome(register(people, { phone, password, mode }));
const codeOf = (answer: string | Refusal) => (answer instanceof Refusal ? answer.code : answer);

describe('codes for registrations, which anybody can have sent to any phone', () => {
  it('are limited in an hour for the phones of one country, also for concurrent requests', async () => {
    const people = deployment({ mostPerHour: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(people, senegalese())));
    assert.deepEqual(
      answers.map(codeOf).sort(),
      [...Array(3).fill('sent'), ...Array(5).fill('too_many_attempts')].sort(),
    );
    assert.equal(sent.length, 3);
    for (const { code } of sent) assert.match(code, /^\d{6}$/, 'regardless of the length of the password');
    const refused = answers.find((answer) => answer instanceof Refusal)!;
    const wait = Number((refused as Refusal).headers!['Retry-After']);
    assert.ok(wait > 3_500 && wait <= 3_600, `${wait}`);
    assert.equal(codeOf(await ask(people, kenyan())), 'sent', 'another country has its own limit');
    assert.equal(
      codeOf(await ask(deployment({ mostPerHour: 4 }), senegalese())),
      'sent',
      'the control: a higher limit',
    );
  });

  it('are sent again when the hour is over', async () => {
    const people = deployment({ mostPerHour: 1 });
    assert.equal(codeOf(await ask(people, senegalese())), 'sent');
    assert.equal(codeOf(await ask(people, senegalese())), 'too_many_attempts');
    const text = `UPDATE throttles SET retry_at = now() WHERE retry_at > now() + interval '50 minutes'`;
    await service.db.query({ name: 'test_end_hour', text });
    assert.equal(codeOf(await ask(people, senegalese())), 'sent');
    assert.equal(codeOf(await ask(people, senegalese())), 'too_many_attempts', 'and the next hour starts a new count');
  });

  it('do not count once they were used: people who register are no flood', async () => {
    const people = deployment({ mostPerHour: 1 });
    for (let i = 0; i < 3; i++) {
      const { challenge } = JSON.parse(await register(people, { phone: senegalese(), password }));
      await verifyCode(people, { challenge, code: sent.at(-1)!.code }, device);
    }
    assert.equal(sent.length, 3);
  });

  it('count when they are sent again', async () => {
    const people = deployment({ mostPerHour: 1 });
    const { challenge } = JSON.parse(await register(people, { phone: senegalese(), password }));
    const text = `UPDATE challenges SET sent_at = now() - interval '31 s' WHERE id = $1`;
    await service.db.query({ name: 'test_age_challenge', text }, [challenge]);
    assert.equal(codeOf(await outcome(resendCode(people, challenge))), 'too_many_attempts');
  });

  it('never delay the codes for logins', async () => {
    const people = deployment({ mostPerHour: 1 });
    const { identifier: phone } = await service.person('customer', { livemode: true, password, twoFactor: 'sms' });
    assert.equal(codeOf(await ask(people, '+221771299998')), 'sent');
    assert.equal(codeOf(await ask(people, '+221771299999')), 'too_many_attempts');
    assert.ok(JSON.parse(await logIn(people, 'customer', { phone, password }, device)).challenge);
  });

  it('of one network are limited in live mode too, and used codes do not count', async () => {
    const people = deployment({ perNetwork: 2 });
    const begin = async () => {
      const phone = senegalese();
      await admitRegistration(people, { identifier: phone, livemode: true }, device.address);
      return register(people, { phone, password });
    };
    for (let i = 0; i < 4; i++) {
      const { challenge } = JSON.parse(await begin());
      await verifyCode(people, { challenge, code: sent.at(-1)!.code }, device);
    }
    assert.deepEqual(
      (await Promise.all([1, 2].map(() => outcome(begin())))).map((it) => it instanceof Refusal),
      [false, false],
    );
    assert.equal(codeOf(await outcome(begin())), 'too_many_attempts');
  });

  it('are sent to the configured countries only, and in test mode nowhere', async () => {
    const people = deployment({ countries: new Set(['SN']), mostPerHour: 1 });
    const refused = (await ask(people, kenyan())) as Refusal;
    assert.deepEqual([refused.code, refused.param], ['validation_failed', 'phone']);
    assert.match(refused.message, /one of these countries: SN/);
    assert.equal(codeOf(await ask(people, senegalese())), 'sent');
    for (let i = 0; i < 3; i++) assert.equal(codeOf(await ask(people, kenyan(), 'test')), 'sent');
    assert.equal(sent.length, 1);
  });
});
