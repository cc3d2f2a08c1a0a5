import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestService, type TestService, until } from '../../service/test/support/harness.ts';
import { ApiError, ConnectionError, keepInMemory, LoginRequiredError, RialtoUser, type Tokens } from '../src/user.ts';
import { type Flaky, startFlaky } from './flaky.ts';

describe('the user client', () => {
  let service: TestService;
  let flaky: Flaky;
  const refreshes = () => flaky.seen.filter(({ path }) => path === '/api/v1/auth/refresh').length;

  before(async () => {
    service = await startTestService();
    flaky = await startFlaky(service.base);
  });
  beforeEach(() => {
    flaky.seen.length = 0;
    flaky.fate = () => 'pass';
  });
  after(async () => {
    flaky.close();
    await service.stop();
  });

  async function sessionOf(change: Partial<Tokens> = {}): Promise<Tokens> {
    const person = await service.person('customer');
    return {
      access_token: person.token,
      refresh_token: person.refreshToken,
      expires_at: Date.now() + 900_000,
      ...change,
    };
  }

  it('refreshes once for fifty calls that find the access token expired', async () => {
    const store = keepInMemory(await sessionOf({ expires_at: Date.now() }));
    const user = new RialtoUser({ baseUrl: flaky.url, store });
    const wallets = await Promise.all(Array.from({ length: 50 }, () => user.wallets.getMine()));
    assert.equal(wallets.length, 50);
    assert.equal(refreshes(), 1);
  });

  it('refreshes once for fifty calls whose token the service refuses', async () => {
    const store = keepInMemory(await sessionOf({ access_token: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln' }));
    const user = new RialtoUser({ baseUrl: flaky.url, store });
    await Promise.all(Array.from({ length: 50 }, () => user.wallets.getMine()));
    assert.equal(refreshes(), 1);
  });

  it('keeps the session when the response to a refresh is lost: its next refresh gets the same pair', async () => {
    const store = keepInMemory(await sessionOf({ expires_at: Date.now() }));
    const user = new RialtoUser({ baseUrl: flaky.url, store, maxRetries: 0 });
    flaky.fate = ({ path }, count) => (path === '/api/v1/auth/refresh' && count === 1 ? 'cut' : 'pass');
    await assert.rejects(user.wallets.getMine(), ConnectionError);
    assert.equal((await user.wallets.getMine()).object, 'wallet');
    assert.equal(refreshes(), 2);
  });

  it('control: a second refresh with one token ends the session of two clients without a common lock', async () => {
    const tokens = await sessionOf({ expires_at: Date.now() });
    const [one, two] = ['one', 'another'].map(
      (agent) => new RialtoUser({ baseUrl: flaky.url, store: keepInMemory(tokens), headers: { 'user-agent': agent } }),
    );
    await one!.wallets.getMine();
    await assert.rejects(two!.wallets.getMine(), LoginRequiredError);
    const ended = await until(() =>
      one!.wallets.getMine().then(
        () => null,
        (error: unknown) => error,
      ),
    );
    assert.ok(ended instanceof LoginRequiredError);
  });

  it('two tabs with one store refresh once', async () => {
    const store = keepInMemory(await sessionOf({ expires_at: Date.now() }));
    const tabs = [0, 1, 2].map(() => new RialtoUser({ baseUrl: flaky.url, store }));
    await Promise.all(tabs.flatMap((tab) => [tab.wallets.getMine(), tab.wallets.getMine()]));
    assert.equal(refreshes(), 1);
  });

  it('a call that is aborted does not end the refresh that others wait for', async () => {
    const store = keepInMemory(await sessionOf({ expires_at: Date.now() }));
    const user = new RialtoUser({ baseUrl: flaky.url, store });
    const controller = new AbortController();
    const aborted = user.wallets.getMine({}, { signal: controller.signal });
    const other = user.wallets.getMine();
    controller.abort(new Error('gone'));
    await assert.rejects(aborted, /gone/);
    assert.equal((await other).object, 'wallet');
    assert.equal(refreshes(), 1);
  });

  it('reports the end of a session once and deletes its tokens', async () => {
    const store = keepInMemory(await sessionOf({ expires_at: Date.now(), refresh_token: 'spent' }));
    const ended: string[] = [];
    const user = new RialtoUser({ baseUrl: flaky.url, store, onSessionEnd: ({ code }) => ended.push(code) });
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => user.wallets.getMine()));
    assert.ok(calls.every((call) => call.status === 'rejected' && call.reason instanceof LoginRequiredError));
    assert.deepEqual(ended, ['invalid_token']);
    assert.equal(await user.session.tokens(), null);
  });

  it('keeps the session when a refresh cannot connect', async () => {
    const tokens = await sessionOf({ expires_at: Date.now() });
    const user = new RialtoUser({ baseUrl: 'http://127.0.0.1:9', store: keepInMemory(tokens), maxRetries: 0 });
    await assert.rejects(user.wallets.getMine(), ConnectionError);
    assert.deepEqual(await user.session.tokens(), tokens);
  });

  it('logs in with a code, acts, and logs out', async () => {
    const [phone, password] = ['+221771009999', 'rain on the roof'];
    const user = new RialtoUser({ baseUrl: flaky.url });
    const { challenge } = await user.auth.register({ phone, password });
    await user.auth.verifyTwoFactor({ challenge, code: '000000' });
    assert.equal((await user.me.get()).phone, phone);
    await user.auth.logout();
    assert.equal(await user.session.tokens(), null);
    const stranger = new RialtoUser({ baseUrl: flaky.url });
    const refused = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;
    await assert.rejects(stranger.auth.login({ phone, password: 'wrong' }), refused('invalid_credentials'));
    for (let i = 0; i < 4; i++) await stranger.auth.login({ phone, password: 'wrong' }).catch(() => undefined);
    const inVain = stranger.auth.login({ phone, password });
    await assert.rejects(inVain, refused('too_many_attempts'), 'the control: a client that the account never used');
    const result = await user.auth.login({ phone, password });
    assert.ok('access_token' in result);
    assert.equal((await user.me.get()).phone, phone);
    await assert.rejects(
      new RialtoUser({ baseUrl: flaky.url }).me.get(),
      (error) => error instanceof ApiError && error.code === 'missing_credentials',
    );
  });

  it('never sends a login twice, as it has no idempotency key', async () => {
    flaky.fate = () => 'cut';
    const user = new RialtoUser({ baseUrl: flaky.url });
    await assert.rejects(user.auth.login({ phone: '+221771009998', password: 'x' }), ConnectionError);
    assert.equal(flaky.seen.length, 1);
  });
});
