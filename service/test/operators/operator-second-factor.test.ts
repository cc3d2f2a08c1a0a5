import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TOTP, URI } from 'otpauth';
import { isOwnAccount, type Route } from '../../../contract/src/route.ts';
import { allRoutes, bodyOf, nameOf, pathOf } from '../support/contract.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import type { TestPerson } from '../support/person.ts';

const password = 'a password that is long enough';
const operatorRoutes = allRoutes.filter((route) => route.auth.includes('operator') && !isOwnAccount(route));
let live: TestService;
/** A second node of the same deployment. */
let node: TestService;
let sandbox: TestService;
before(async () => {
  live = await startTestService(bothWorlds);
  node = await startTestService(bothWorlds, live);
  sandbox = await startTestService();
});
after(async () => {
  await node.stop();
  await Promise.all([live.stop(), sandbox.stop()]);
});

const send = (service: TestService, route: Route, key: string) => {
  const body = bodyOf(route);
  return service.request(route.method, pathOf(route), { key, ...(body ? { body } : {}) });
};
const bare = (service: TestService): Promise<TestPerson> =>
  service.person('operator', { role: 'admin', password, twoFactor: 'none' });

describe('an operator’s session without a second factor', () => {
  it('opens only the routes of the own login, where there is live money', async () => {
    const { token } = await bare(live);
    for (const route of operatorRoutes) {
      const answer = await send(live, route, token);
      assert.deepEqual(refusal(answer), [403, 'two_factor_setup_required'], nameOf(route));
      assert.match(answer.body.error.message, /second factor/);
    }
    assert.equal((await live.request('GET', '/api/v1/me', { key: token })).body.two_factor, 'none');
    assert.equal((await live.request('GET', '/api/v1/auth/sessions', { key: token })).status, 200);
  });

  it('opens its routes in a sandbox: the control', async () => {
    const { token } = await bare(sandbox);
    for (const route of operatorRoutes) {
      const answer = await send(sandbox, route, token);
      assert.notEqual(answer.body?.error?.code, 'two_factor_setup_required', nameOf(route));
    }
  });

  it('continues at once on every node when one is set up, and stops when it is switched off', async () => {
    const operator = await bare(live);
    const read = (at: TestService) => at.request('GET', '/api/v1/operator/limits', { key: operator.token });
    for (const at of [live, node]) assert.deepEqual(refusal(await read(at)), [403, 'two_factor_setup_required']);
    const begun = await operator.call('POST', '/auth/2fa/enable', { method: 'totp', password });
    const totp = URI.parse(begun.body.otpauth_url) as TOTP;
    const { challenge } = begun.body;
    const on = await operator.call('POST', '/auth/2fa/confirm', { challenge, code: totp.generate() });
    assert.equal(on.body.two_factor, 'totp', on.text);
    for (const at of [live, node]) assert.equal((await read(at)).status, 200);

    const off = await operator.call('POST', '/auth/2fa/disable', { password });
    const code = on.body.recovery_codes[0];
    assert.equal(
      (await operator.call('POST', '/auth/2fa/confirm', { challenge: off.body.challenge, code })).status,
      200,
    );
    const deadline = Date.now() + 15_000;
    while ((await read(node)).status !== 403 && Date.now() < deadline)
      await new Promise((done) => setTimeout(done, 20));
    assert.deepEqual(refusal(await read(node)), [403, 'two_factor_setup_required']);
  });

  it('from before a second factor was set up elsewhere ends: no session remains that never proved it', async () => {
    const operator = await bare(live);
    const login = await live.request('POST', '/api/v1/auth/operator/login', {
      body: { email: operator.identifier, password },
    });
    const other = login.body.access_token;
    const begun = await operator.call('POST', '/auth/2fa/enable', { method: 'totp', password });
    const totp = URI.parse(begun.body.otpauth_url) as TOTP;
    await operator.call('POST', '/auth/2fa/confirm', { challenge: begun.body.challenge, code: totp.generate() });
    const answer = await live.request('GET', '/api/v1/operator/limits', { key: other });
    assert.deepEqual(refusal(answer), [401, 'invalid_token']);
  });
});
