import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { People } from '../../src/accounts/people.ts';
import type { Database, Statement } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { confirmPerson } from '../../src/login/confirm-person.ts';
import { logIn } from '../../src/login/log-in.ts';
import { refreshTokens } from '../../src/login/refresh.ts';
import { openChallenge } from '../../src/two-factor/challenge.ts';
import { judgeCode } from '../../src/two-factor/use-code.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makePeople } from '../support/people.ts';
import { withStatements } from '../support/world.ts';

const password = 'a password that is long enough';
const device = { address: '127.0.0.1', userAgent: null };
/** Each caller has its own network. */
const addressOf = (i: number) => `10.${i >> 8}.${i & 255}.1`;

export type Sizes = { readonly logins: number; readonly codes: number; readonly races: number };

/** The promises against guessing, each with its control: the same attack without the defence. */
export function describeGuessing({ logins, codes, races }: Sizes): void {
  let service: TestService;
  let people: People;
  before(async () => {
    service = await startTestService();
    people = makePeople(service.db);
  });
  after(() => service.stop());

  /** The `People` with every statement of this name edited. */
  const without = (name: string, edit: (text: string) => string): People => {
    const change = (statement: Statement) =>
      statement.name === name ? { name: `${name}_undefended`, text: edit(statement.text) } : statement;
    const edited = withStatements(service.db, change);
    const db: Database = { ...edited, query: (statement, values) => service.db.query(change(statement), values) };
    return { ...people, db };
  };
  const outcomes = async (count: number, act: (i: number) => Promise<unknown>): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    const outcome = async (i: number) => {
      const code = await act(i).then(
        () => 'right',
        (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
      );
      counts.set(code, (counts.get(code) ?? 0) + 1);
    };
    let next = 0;
    const worker = async () => {
      while (next < count) await outcome(next++);
    };
    await Promise.all(Array.from({ length: 64 }, worker));
    return counts;
  };

  describe(`${logins} parallel logins with wrong passwords`, () => {
    const attack = async (parts: People, count = logins) => {
      const { identifier: phone } = await service.person('customer', { password });
      return outcomes(count, (i) => logIn(parts, 'customer', { phone, password: `wrong ${i}` }, device));
    };
    it('are checked ten times at most; the others wait', async () => {
      const counts = await attack({ ...people, passwords: quick });
      assert.ok((counts.get('invalid_credentials') ?? 0) <= 10, JSON.stringify([...counts]));
      assert.ok((counts.get('too_many_attempts') ?? 0) >= logins - 10);
    });
    it('are checked ten times at most from a thousand networks, and the owner can log in', async () => {
      const { identifier: phone, id, refreshToken, session } = await service.person('customer', { password });
      const cookie = people.devices.remember(null, id);
      const right = { ...people, passwords: { ...quick, verify: async (given: string) => given === password } };
      const strangers = outcomes(logins, (i) =>
        logIn(right, 'customer', { phone, password: `wrong ${i}` }, { ...device, address: addressOf(i % 1_000) }),
      );
      const inside = { done: false };
      strangers.finally(() => (inside.done = true));
      const elsewhere = { ...device, address: '198.51.100.7' };
      const caller = { id, livemode: false, person: { id, type: 'customer', session, identifier: phone, role: null } };
      const ways: (() => Promise<unknown>)[] = [
        () => logIn(right, 'customer', { phone, password }, { ...elsewhere, device: { cookie, token: null } }),
        () =>
          logIn(
            right,
            'customer',
            { phone, password },
            { ...elsewhere, device: { cookie: null, token: refreshToken } },
          ),
        () => confirmPerson(right, caller as unknown as Caller, password, elsewhere),
      ];
      let rounds = 0;
      do {
        for (const way of ways) await way();
        rounds++;
      } while (!inside.done);
      const counts = await strangers;
      assert.ok(rounds > 0);
      assert.ok((counts.get('invalid_credentials') ?? 0) <= 10, JSON.stringify([...counts]));
      // The control: a request from another network without a known device waits, with the right password too.
      const unknown = { ...device, address: '203.0.113.7' };
      await assert.rejects(logIn(right, 'customer', { phone, password }, unknown), { code: 'too_many_attempts' });
    });
    it('control: without the delay all of them are checked', async () => {
      const open = without('throttles_reserve', (text) => text.replace('WHERE t.retry_at <= now()', ''));
      const counts = await attack({ ...open, passwords: quick }, 200);
      assert.equal(counts.get('invalid_credentials'), 200);
    });
    it('for an unknown phone are checked as often', async () => {
      const parts = { ...people, passwords: quick };
      const counts = await outcomes(200, (i) =>
        logIn(parts, 'customer', { phone: '+221771999999', password: `wrong ${i}` }, device),
      );
      assert.ok((counts.get('invalid_credentials') ?? 0) <= 10, JSON.stringify([...counts]));
    });
  });

  describe(`${codes} parallel codes`, () => {
    const challengeOf = async (account: { id: string; identifier: string }): Promise<string> => {
      const wanted = { account, sentTo: account.identifier, livemode: true, purpose: 'login', method: 'sms' } as const;
      const opened = await openChallenge({ ...people, sendCode: () => {} }, { ...wanted, language: 'en' });
      await forgetSends();
      return JSON.parse(opened).challenge;
    };
    const forgetSends = () => service.db.query({ name: 'test_forget_sends', text: 'DELETE FROM throttles' });
    const guess = (parts: People, challenge: string, count: number) =>
      outcomes(count, (i) =>
        judgeCode(parts, { challenge, code: String(i % 1_000_000).padStart(6, 'x') }, { purposes: ['login'] }),
      );
    it('of one challenge are checked five times', async () => {
      const counts = await guess(people, await challengeOf(await service.person('customer')), codes);
      assert.equal(counts.get('invalid_2fa_code'), 5, JSON.stringify([...counts]));
      assert.equal(counts.get('too_many_attempts'), codes - 5);
    });
    it('of one account are checked twenty times, over any number of challenges', async () => {
      const account = await service.person('customer');
      let judged = 0;
      for (let i = 0; i < 6; i++) {
        const counts = await guess(people, await challengeOf(account), 20);
        judged += counts.get('invalid_2fa_code') ?? 0;
      }
      assert.equal(judged, 20);
    });
    it('a right code is refused once they are used up', async () => {
      const account = await service.person('customer');
      let code = '';
      const sending = {
        ...people,
        sendCode: (message: { code: string }) => (code = message.code),
      } as unknown as People;
      const wanted = { account, sentTo: account.identifier, livemode: true, purpose: 'login', method: 'sms' } as const;
      const { challenge } = JSON.parse(await openChallenge(sending, { ...wanted, language: 'en' }));
      await guess(people, challenge, 5);
      await assert.rejects(judgeCode(people, { challenge, code }, { purposes: ['login'] }), {
        code: 'too_many_attempts',
      });
    });
    it('control: a limit that is read before the attempt is counted lets more through', async () => {
      const late = without('challenges_reserve', (text) =>
        text.replace('SET attempts = attempts + 1', 'SET attempts = attempts').replace('AND attempts < 5', ''),
      );
      const counts = await guess(late, await challengeOf(await service.person('customer')), 20);
      assert.equal(counts.get('invalid_2fa_code'), 20);
    });
  });

  describe(`${races} races with one refresh token`, () => {
    const [one, other] = [
      { address: '192.0.2.1', userAgent: 'one' },
      { address: '198.51.100.1', userAgent: 'another' },
    ];
    const race = async (parts: People) => {
      const { refreshToken } = await service.person('customer');
      const token = { refresh_token: refreshToken };
      const results = await Promise.allSettled(
        [one, other].map((client) => refreshTokens(parts, token, undefined, client)),
      );
      const won = results.filter((result) => result.status === 'fulfilled');
      return { won, lost: results.filter((result) => result.status === 'rejected') };
    };
    it('of two clients: one wins, the session family ends, and it is logged', async () => {
      for (let i = 0; i < races; i++) {
        const logged: object[] = [];
        const log = { warn: (fields: object) => logged.push(fields) } as unknown as People['log'];
        const { won, lost } = await race({ ...people, log });
        assert.deepEqual([won.length, lost.length, logged.length], [1, 1, 1], String(lost[0]?.reason?.code));
        assert.equal((lost[0]!.reason as Refusal).code, 'refresh_token_reused');
        const { refresh_token, access_token } = JSON.parse(won[0]!.value);
        const winner = refreshTokens(people, { refresh_token }, undefined);
        await assert.rejects(winner, { code: 'refresh_token_reused' });
        assert.equal((await service.request('GET', '/api/v1/me', { key: access_token })).status, 401);
      }
    });
    it('of one client that lost the answer or sent twice: it gets the same pair, and the session goes on', async () => {
      for (let i = 0; i < races; i++) {
        const { refreshToken } = await service.person('customer');
        const ask = (refresh_token: string) => refreshTokens(people, { refresh_token }, undefined, one);
        const answers =
          i % 2 === 0
            ? await Promise.all([ask(refreshToken), ask(refreshToken)])
            : [await ask(refreshToken), await ask(refreshToken)];
        assert.equal(answers[0], answers[1]);
        assert.ok(JSON.parse(await ask(JSON.parse(answers[0]!).refresh_token)).refresh_token);
      }
    });
    it('control: without the check of the client, another client gets the pair', async () => {
      const blind = without('sessions_select_successor', (text) =>
        text.replace('spent_by = $4', '$4::bytea IS NOT NULL'),
      );
      assert.equal((await race(blind)).won.length, 2);
    });
    it('control: where a spent token is not distinguished from a valid one, both win', async () => {
      const blind = without('sessions_renew', (text) =>
        text.replace('AND refresh_id = $2', 'AND $2::text IS NOT NULL'),
      );
      assert.equal((await race(blind)).won.length, 2);
    });
  });

  it('two concurrent right codes log in once', async () => {
    const account = await service.person('customer', { twoFactor: 'sms', password });
    const challenged = await service.request('POST', '/api/v1/auth/login', {
      body: { phone: account.identifier, password },
    });
    const { challenge } = challenged.body;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        service.request('POST', '/api/v1/auth/2fa/verify', { body: { challenge, code: '000000' } }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410, 410, 410]);
    const [{ count }] = (await transaction(service.db, (tx) =>
      tx.query({ name: 'test_sessions', text: 'SELECT count(*)::int FROM sessions WHERE account_id = $1' }, [
        account.id,
      ]),
    )) as [{ count: number }];
    assert.equal(count, 2, 'the session that it was made with, and one more');
  });
}

/** Argon2 is not under test here. */
const quick = { hash: async () => '', verify: async () => false, isCurrent: () => true };
