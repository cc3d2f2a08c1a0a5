import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TOTP, URI } from 'otpauth';
import type { CodeMessage, Notice, People } from '../../src/accounts/people.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { logIn } from '../../src/login/log-in.ts';
import { confirmTwoFactor, disableTwoFactor, enableTwoFactor } from '../../src/login/two-factor.ts';
import { verifyCode } from '../../src/login/verify.ts';
import { resendCode } from '../../src/two-factor/challenge.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makePeople } from '../support/people.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
/** A deployment with live mode, whose messages are kept here. */
let people: People;
let sent: CodeMessage[];
before(async () => {
  service = await startTestService();
  people = { ...makePeople(service.db), live: true, sendCode: (message) => sent.push(message) };
});
after(() => service.stop());

const password = 'a password that is long enough';
const device = { address: '127.0.0.1', userAgent: null };
const post = (path: string, body: object) => service.request('POST', `/api/v1/auth${path}`, { body });
const codeOf = (url: string, shift = 0) =>
  (URI.parse(url) as TOTP).generate({ timestamp: Date.now() + shift * 30_000 });

async function withTotp(person: TestPerson): Promise<{ url: string; codes: string[] }> {
  const { body } = await person.call('POST', '/auth/2fa/enable', { method: 'totp', password });
  const confirmed = await person.call('POST', '/auth/2fa/confirm', {
    challenge: body.challenge,
    code: codeOf(body.otpauth_url),
  });
  assert.equal(confirmed.body.two_factor, 'totp', confirmed.text);
  return { url: body.otpauth_url, codes: confirmed.body.recovery_codes };
}

describe('an authenticator', () => {
  it('is enrolled with a URL for its QR code, and then required at login', async () => {
    const dev = await service.person('developer', { password });
    const { url, codes } = await withTotp(dev);
    assert.match(url, /^otpauth:\/\/totp\/Rialto/);
    assert.equal(new Set(codes).size, 10);
    const { body } = await post('/developer/login', { email: dev.identifier, password });
    assert.deepEqual([body.method, body.expires_in], ['totp', 300]);
    // Later than the one that enrolled it. Both are valid for 30 s at least.
    const code = codeOf(url, 1);
    const done = await post('/2fa/verify', { challenge: body.challenge, code });
    assert.deepEqual(done.body.user, { id: dev.id, email: dev.identifier });
    const next = await post('/developer/login', { email: dev.identifier, password });
    const again = await post('/2fa/verify', { challenge: next.body.challenge, code });
    assert.deepEqual(refusal(again), [401, 'invalid_2fa_code'], 'a code works once');
  });

  it('that is lost is replaced by recovery codes, each valid once', async () => {
    const dev = await service.person('developer', { password });
    const { codes } = await withTotp(dev);
    const tryCode = async (code: string) => {
      const { body } = await post('/developer/login', { email: dev.identifier, password });
      return (await post('/2fa/verify', { challenge: body.challenge, code })).status;
    };
    assert.equal(await tryCode(codes[0]!.toUpperCase().replace('-', ' ')), 200);
    assert.equal(await tryCode(codes[0]!), 401);
    assert.equal(await tryCode(codes[1]!), 200);
    assert.equal(await tryCode('aaaaa-aaaaa'), 401);
  });

  it('is not switched off without the password and a code', async () => {
    const dev = await service.person('developer', { password });
    const { codes } = await withTotp(dev);
    const wrong = await dev.call('POST', '/auth/2fa/disable', { password: 'not this one' });
    assert.deepEqual(refusal(wrong), [401, 'invalid_credentials']);
    const { body } = await dev.call('POST', '/auth/2fa/disable', { password });
    const off = await dev.call('POST', '/auth/2fa/confirm', { challenge: body.challenge, code: codes[3] });
    assert.deepEqual(off.body, { two_factor: 'none', recovery_codes: [] });
    assert.equal((await post('/developer/login', { email: dev.identifier, password })).body.expires_in, 900);
  });

  it('is reported to its owner when it is added and when it is removed, whoever did it', async () => {
    const notices: Notice[] = [];
    const telling: People = { ...people, tell: async (_tx, notice) => void notices.push(notice) };
    const { id, identifier, session } = await service.person('developer', { password });
    const caller = { id, person: { type: 'developer', identifier, session } } as unknown as Caller;
    const { challenge, otpauth_url } = JSON.parse(await enableTwoFactor(telling, caller, { method: 'totp', password }));
    const given = { challenge, code: codeOf(otpauth_url) };
    const { recovery_codes } = JSON.parse(await confirmTwoFactor(telling, caller, given, {}));
    const off = JSON.parse(await disableTwoFactor(telling, caller, { password }));
    await confirmTwoFactor(telling, caller, { challenge: off.challenge, code: recovery_codes[0] }, {});
    const message = { to: identifier, by: 'email', language: 'en' };
    assert.deepEqual(notices, [
      { ...message, what: 'two_factor_on' },
      { ...message, what: 'two_factor_off' },
    ]);
  });

  it('has its notice in the durable queue, committed with the change', async () => {
    const dev = await service.person('developer', { password });
    await withTotp(dev);
    const { rows } = await service.db.pool.query('SELECT kind, channel FROM messages WHERE recipient = $1', [
      dev.identifier,
    ]);
    assert.deepEqual(rows, [{ kind: 'two_factor_on', channel: 'email' }]);
  });

  it('cannot be confirmed by anyone else', async () => {
    const [dev, other] = [await service.person('developer', { password }), await service.person('developer')];
    const { body } = await dev.call('POST', '/auth/2fa/enable', { method: 'totp', password });
    const answer = await other.call('POST', '/auth/2fa/confirm', {
      challenge: body.challenge,
      code: codeOf(body.otpauth_url),
    });
    assert.deepEqual(refusal(answer), [410, 'challenge_expired']);
  });
});

it('never has its code sent: 400, and the challenge stays open', async () => {
  const dev = await service.person('developer', { password });
  const { challenge } = (await dev.call('POST', '/auth/2fa/enable', { method: 'totp', password })).body;
  const answer = await dev.call('POST', '/auth/2fa/resend', { challenge });
  assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'challenge']);
  const wrong = await dev.call('POST', '/auth/2fa/confirm', { challenge, code: '0000000' });
  assert.deepEqual(refusal(wrong), [401, 'invalid_2fa_code']);
});

describe('a code by SMS', () => {
  const customer = () => service.person('customer', { livemode: true, password, twoFactor: 'sms' });
  const login = async ({ identifier: phone }: TestPerson) => {
    sent = [];
    const { challenge } = JSON.parse(await logIn(people, 'customer', { phone, password }, device));
    return { challenge, code: sent[0]!.code };
  };
  const verify = (challenge: string, code: string) => verifyCode(people, { challenge, code }, device);

  it('goes to the phone, and logs in once; no other code does', async () => {
    const person = await customer();
    const { challenge, code } = await login(person);
    assert.deepEqual([sent[0]!.to, sent[0]!.purpose, sent[0]!.by], [person.identifier, 'login', 'sms']);
    assert.match(code, /^\d{6}$/);
    const other = code === '000000' ? '000001' : '000000';
    await assert.rejects(verify(challenge, other), { code: 'invalid_2fa_code' });
    assert.ok(JSON.parse(await verify(challenge, code)).access_token);
    await assert.rejects(verify(challenge, code), { code: 'challenge_expired' });
  });

  it('of an older challenge ends with the newer one', async () => {
    const person = await customer();
    const [first, second] = [await login(person), await login(person)];
    await assert.rejects(verify(first.challenge, first.code), { code: 'challenge_expired' });
    await verify(second.challenge, second.code);
  });

  it('is sent again after 30 seconds, three times, and the previous one is no longer valid', async () => {
    const person = await customer();
    const { challenge, code } = await login(person);
    const resend = async () => JSON.parse(await resendCode(people, challenge));
    const pass = (seconds: number) =>
      service.db.query(
        {
          name: 'test_pass',
          text: `UPDATE challenges SET sent_at = sent_at - make_interval(secs => $2) WHERE id = $1`,
        },
        [challenge, seconds],
      );
    await assert.rejects(resend(), { code: 'resend_too_soon' });
    for (let i = 0; i < 3; i++) {
      await pass(31);
      assert.ok((await resend()).expires_in <= 300);
    }
    await pass(31);
    await assert.rejects(resend(), {
      code: 'too_many_attempts',
      message: /Use the newest code, or start again/,
    });
    const newest = sent.at(-1)!.code;
    if (newest !== code) await assert.rejects(verify(challenge, code), { code: 'invalid_2fa_code' });
    await verify(challenge, newest);
  });

  it('is accepted as people type it', async () => {
    const typed: ((code: string) => string)[] = [
      (code) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
      (code) => `${code.slice(0, 3)}-${code.slice(3)}`,
      (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`,
      (code) => [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
      (code) => [...code].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join(''),
      (code) => [...code].map((digit) => String.fromCodePoint(0x06f0 + Number(digit))).join(''),
    ];
    for (const type of typed) {
      const { challenge, code } = await login(await customer());
      assert.ok(JSON.parse(await verify(challenge, type(code))).access_token, type('123456'));
    }
    const { challenge, code } = await login(await customer());
    await assert.rejects(verify(challenge, `${code}x`), { code: 'invalid_2fa_code' }, 'the control');
  });

  it('expires after 300 seconds', async () => {
    const { challenge, code } = await login(await customer());
    const text = `UPDATE challenges SET expires_at = expires_at - interval '300 s' WHERE id = $1`;
    await service.db.query({ name: 'test_expire', text }, [challenge]);
    await assert.rejects(verify(challenge, code), { code: 'challenge_expired' });
  });

  it('is stored nowhere in the database', async () => {
    const { challenge, code } = await login(await customer());
    const [row] = await service.db.query<{ text: string }>(
      { name: 'test_row', text: `SELECT c::text AS text FROM challenges c WHERE id = $1` },
      [challenge],
    );
    assert.ok(!row!.text.includes(code));
  });
});

describe('in test mode', () => {
  it('a challenge whose five tries are used up says to start again, not to wait', async () => {
    const { identifier: phone } = await service.person('customer', { password, twoFactor: 'sms' });
    const { challenge } = (await post('/login', { phone, password })).body;
    for (let i = 0; i < 5; i++) assert.equal((await post('/2fa/verify', { challenge, code: '123456' })).status, 401);
    const sixth = await post('/2fa/verify', { challenge, code: '000000' });
    assert.deepEqual(refusal(sixth), [429, 'too_many_attempts']);
    assert.match(sixth.body.error.message, /Start again/);
    assert.ok(Number(sixth.headers.get('retry-after')) > 0);
  });

  it("the contract's fixed codes work as it says, and nothing is sent", async () => {
    const { identifier: phone } = await service.person('customer', { password, twoFactor: 'sms' });
    const answer = async (code: string) => {
      const { body } = await post('/login', { phone, password });
      return post('/2fa/verify', { challenge: body.challenge, code });
    };
    assert.deepEqual(refusal(await answer('000410')), [410, 'challenge_expired']);
    assert.deepEqual(refusal(await answer('000429')), [429, 'too_many_attempts']);
    const wrong = await answer('123456');
    assert.deepEqual(refusal(wrong), [401, 'invalid_2fa_code']);
    assert.equal(wrong.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    assert.deepEqual(refusal(await answer('123')), [401, 'invalid_2fa_code'], 'like every other');
    assert.equal((await answer('000000')).status, 200);
  });

  it('the clock moves challenges too', async () => {
    const shop = await service.merchant();
    const { identifier: phone } = await service.person('customer', { password, twoFactor: 'sms' });
    const { body } = await post('/login', { phone, password });
    await shop.call('POST', '/test/clock/advance', { seconds: 301 });
    const late = await post('/2fa/verify', { challenge: body.challenge, code: '000000' });
    assert.deepEqual(refusal(late), [410, 'challenge_expired']);
  });

  it('the clock leaves merchants’ codes alone: a stranger’s clock would end everybody’s sign-up', async () => {
    const stranger = await service.merchant();
    const { merchantId } = await service.merchant();
    const { identifier: phone } = await service.person('merchant', { password, twoFactor: 'sms', merchantId });
    const login = await service.request('POST', '/api/v1/auth/merchant/login', { body: { phone, password } });
    const signUp = await service.request('POST', '/api/v1/auth/merchant/register', {
      body: { phone: '+221771239876', password: 'a harbour of 9 boats', business_name: 'Harbour' },
    });
    await stranger.call('POST', '/test/clock/advance', { seconds: 31_622_400 });
    for (const { body } of [login, signUp]) {
      const verified = await post('/2fa/verify', { challenge: body.challenge, code: '000000' });
      assert.ok(verified.status < 300, verified.text);
    }
  });
});
