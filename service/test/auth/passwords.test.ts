import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { refuseEasy, type Whose } from '../../src/accounts/refuse-easy.ts';
import { reserveCounts, subjectOf } from '../../src/accounts/throttle.ts';
import { transaction } from '../../src/db/transaction.ts';
import { checkPassword } from '../../src/login/check-password.ts';
import { refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestService, until } from '../support/harness.ts';
import { makePeople } from '../support/people.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const password = 'a password that is long enough';
const post = (path: string, body: object) => service.request('POST', `/api/v1/auth${path}`, { body });

describe('a password', () => {
  it('is stored as Argon2id with the contract’s parameters', async () => {
    const hash = await createPasswords({ memoryMib: 64, passes: 3 }).hash('x');
    assert.match(hash, /^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  it('is the same however its letters are composed', async () => {
    const passwords = createPasswords({ memoryMib: 19, passes: 2 });
    const stored = await passwords.hash('cafe\u0301 au lait');
    assert.ok(await passwords.verify('caf\u00e9 au lait', stored));
    assert.ok(!(await passwords.verify('cafe au lait', stored)));
  });

  it('hashed at another cost is hashed again at the next login, for all concurrent logins', async () => {
    const { id, identifier: phone } = await service.person('customer', { password });
    const cheap = await createPasswords({ memoryMib: 19, passes: 3 }).hash(password);
    await service.db.pool.query('UPDATE accounts SET password = $2 WHERE id = $1', [id, cheap]);
    const stored = async () =>
      (await service.db.pool.query('SELECT password FROM accounts WHERE id = $1', [id])).rows[0].password as string;
    assert.equal((await post('/login', { phone, password: 'not this one' })).status, 401);
    assert.equal(await stored(), cheap);
    const logins = await Promise.all([1, 2, 3].map(() => post('/login', { phone, password })));
    assert.deepEqual(
      logins.map(({ status }) => status),
      [200, 200, 200],
    );
    const renewed = await stored();
    assert.match(renewed, /\$m=19456,t=2,p=1\$/);
    assert.equal((await post('/login', { phone, password })).status, 200);
    assert.equal(await stored(), renewed, 'once');
  });

  it('waits in a bounded queue: 429 for the network that fills it, 503 where many do', async () => {
    for (const [networks, code] of [
      [1, 'rate_limited'],
      [90, 'service_unavailable'],
    ] as const) {
      const passwords = createPasswords({ memoryMib: 19, passes: 2 });
      const verify = (_: unknown, i: number) =>
        passwords.verify('x', null, { kind: 'live', network: `network ${i % networks}` });
      const results = await Promise.allSettled(Array.from({ length: 90 }, verify));
      const refused = results.filter((result) => result.status === 'rejected');
      assert.ok(refused.length > 0 && refused.length <= 90 - 64);
      for (const { reason } of refused) assert.equal(reason.code, code);
    }
  });

  it('of a client that has disconnected is not hashed', async () => {
    const passwords = createPasswords({ memoryMib: 19, passes: 2 });
    const leaving = new AbortController();
    const turn = { kind: 'test', network: 'one' } as const;
    const all = Array.from({ length: 20 }, (_, i) =>
      passwords.verify('x', null, i < 15 ? turn : { ...turn, gone: leaving.signal }),
    );
    leaving.abort();
    const results = await Promise.allSettled(all);
    assert.deepEqual(
      results.map(({ status }) => status),
      [...Array(15).fill('fulfilled'), ...Array(5).fill('rejected')],
    );
  });

  it('that is wrong gets the same answer as an unknown phone', async () => {
    const { identifier: phone } = await service.person('customer', { password });
    const answerFor = async (number: string) => {
      const { status, body } = await post('/login', { phone: number, password: 'not this one' });
      const { request_id: _, ...error } = body.error;
      return { status, error };
    };
    assert.deepEqual(await answerFor(phone), await answerFor('+221770000001'));
  });

  it('takes one hash and the same statements for known and unknown phones', async () => {
    const { identifier } = await service.person('customer', { password });
    const trace = async (phone: string) => {
      const steps: string[] = [];
      const parts = makePeople(service.db);
      const db = {
        ...service.db,
        query: (statement: { name: string }, values?: never) => {
          steps.push(statement.name);
          return service.db.query(statement as never, values);
        },
      } as typeof service.db;
      const passwords = {
        ...parts.passwords,
        verify: (given: string, stored: string | null) => {
          steps.push('argon2');
          return parts.passwords.verify(given, stored);
        },
      };
      const who = { type: 'customer', identifier: phone, livemode: false } as const;
      await assert.rejects(checkPassword({ ...parts, db, passwords }, who, 'wrong'), { code: 'invalid_credentials' });
      return steps;
    };
    assert.deepEqual(await trace(identifier), await trace('+221770000002'));
  });

  it('causes a wait after five failures, even for the right one, and a new password ends the wait', async () => {
    const { identifier: phone } = await service.person('customer', { password });
    for (let i = 0; i < 5; i++) assert.equal((await post('/login', { phone, password: 'wrong' })).status, 401);
    const sixth = await post('/login', { phone, password });
    assert.deepEqual(refusal(sixth), [429, 'too_many_attempts']);
    const wait = Number(sixth.headers.get('retry-after'));
    assert.ok(wait > 20 && wait <= 30);
    const { body } = await post('/password/forgot', { phone });
    const fresh = 'another password';
    const reset = await post('/password/reset', { challenge: body.challenge, code: '000000', password: fresh });
    assert.equal(reset.status, 204, reset.text);
    assert.equal((await post('/login', { phone, password: fresh })).status, 200);
  });

  it('is not refused to the login that started first and was counted last', async () => {
    const people = makePeople(service.db);
    for (const rule of ['delays', 'daily'] as const) {
      const subject = subjectOf(people.secrets.pepper, 'login', rule);
      await transaction(service.db, async (earlier) => {
        await earlier.query({ name: 'test_now', text: 'SELECT now()' }, []);
        for (const db of [service.db, earlier]) await reserveCounts(db, [{ subject, rule }]);
      });
    }
  });

  it('is changed with the old one, and the other sessions end', async () => {
    const person = await service.person('customer', { password });
    const other = (await post('/login', { phone: person.identifier, password })).body.access_token;
    const change = (current: string) =>
      person.call('POST', '/auth/password/change', { current_password: current, new_password: 'a new password' });
    const wrong = await change('wrong');
    assert.deepEqual(refusal(wrong), [401, 'invalid_credentials']);
    assert.equal(wrong.body.error.message, 'The current password is wrong');
    const enable = await person.call('POST', '/auth/2fa/enable', { method: 'sms', password: 'wrong' });
    const login = await post('/login', { phone: person.identifier, password: 'wrong' });
    for (const { headers } of [wrong, enable, login])
      assert.equal(headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    assert.equal((await change(password)).status, 204);
    await until(async () => (await service.request('GET', '/api/v1/me', { key: other })).status === 401, 9);
    assert.equal((await person.call('GET', '/me')).status, 200);
  });

  it('of staff has 15 characters where there is no second factor', async () => {
    const dev = await service.person('developer', { password });
    const short = { current_password: password, new_password: 'short one' };
    const answer = await dev.call('POST', '/auth/password/change', short);
    assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'new_password']);
  });
});

describe('a password that is easy to guess', () => {
  const identifier = '+221770000031';
  const brand = 'Port Pay';
  const names = ['Awa Diop'];
  const refusalOf = (text: string, more: Partial<Whose> = {}) =>
    refuseEasy(text, 'password', { identifier, names, brand, ...more }).then(
      () => null,
      (error) => [error.code, error.param],
    );
  const easy = ['validation_failed', 'password'];

  it('is refused wherever one is set, and the account does not change', async () => {
    const phone = identifier;
    const customer = await service.person('customer', { password });
    const { challenge } = (await post('/password/forgot', { phone: customer.identifier })).body;
    const set: [string, () => Promise<Reply>][] = [
      ['password', () => post('/register', { phone, password: 'baseball' })],
      ['password', () => post('/merchant/register', { phone, password: 'Baseball', business_name: 'Port Foods' })],
      ['password', () => post('/password/reset', { challenge, code: '000000', password: '12345678' })],
      [
        'new_password',
        () => customer.call('POST', '/auth/password/change', { current_password: password, new_password: 'iloveyou' }),
      ],
    ];
    for (const [param, act] of set) {
      const answer = await act();
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', param]);
      assert.match(answer.body.error.message, /guess first\. Choose another/);
    }
    assert.equal((await post('/login', { phone: customer.identifier, password })).status, 200);
    // The controls: the same requests with a good password succeed, and the code is still valid.
    assert.equal((await post('/register', { phone, password: 'baseball in the rain' })).status, 200);
    const good = { challenge, code: '000000', password: 'iloveyou, said the rain' };
    assert.equal((await post('/password/reset', good)).status, 204);
  });

  it('is recognised in any case and width of its letters', async () => {
    for (const text of ['trustno1', 'TrustNo1', 'ｔｒｕｓｔｎｏ１', '1q2w3e4r5t', 'qwertyuiop'])
      assert.deepEqual(await refusalOf(text), easy, text);
    assert.equal(await refusalOf('trust no 1, never'), null);
  });

  it("is one that contains little beyond the account's own data", async () => {
    for (const text of ['+221770000031', '770000031', '0770000031', 'Port Pay 2026', 'Awa-Diop-99'])
      assert.deepEqual(await refusalOf(text), easy, text);
    assert.deepEqual(await refusalOf('Ann.Lee@shop.example', { identifier: 'ann.lee@shop.example' }), easy);
    for (const text of ['770000032', 'Diop and the eight goats', 'port of eight goats'])
      assert.equal(await refusalOf(text), null, text);
    assert.equal(await refusalOf('Awa-Diop-99', { names: [] }), null, 'the control: no account data with this name');
  });
});

describe('requesting a new password', () => {
  it('gets the same answer for an unknown phone, and no code works for it', async () => {
    const { body } = await post('/password/forgot', { phone: '+221770000003' });
    assert.deepEqual(Object.keys(body), ['challenge', 'method', 'expires_in']);
    const answer = await post('/password/reset', { challenge: body.challenge, code: '000000', password });
    assert.deepEqual(refusal(answer), [401, 'invalid_2fa_code']);
  });

  it('names the missing field', async () => {
    const answer = await post('/password/forgot', { account_type: 'developer' });
    assert.deepEqual([answer.status, answer.body.error.param], [400, 'email']);
  });
});

describe('sessions', () => {
  it('are listed and ended one by one', async () => {
    const person = await service.person('customer', { password });
    await post('/login', { phone: person.identifier, password });
    const { body } = await person.call('GET', '/auth/sessions');
    assert.deepEqual(
      body.data.map((session: any) => session.current),
      [false, true],
    );
    const [other] = body.data;
    assert.equal((await person.call('DELETE', `/auth/sessions/${other.id}`)).body.deleted, true);
    assert.deepEqual(refusal(await person.call('DELETE', `/auth/sessions/${other.id}`)), [404, 'not_found']);
    const stranger = await service.person('customer');
    assert.deepEqual(refusal(await stranger.call('DELETE', `/auth/sessions/${person.session}`)), [404, 'not_found']);
    assert.equal((await person.call('GET', '/auth/sessions')).body.data.length, 1);
  });
});
