import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { TOTP } from 'otpauth';
import { startTestService, type TestService } from './harness.ts';
import { actsOn } from './operators.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

it('what changes how an operator logs in is in the audit log, with nothing secret; for others it is their own affair', async () => {
  const password = 'a password that is long enough';
  const [operator, dev] = [
    await service.person('operator', { password }),
    await service.person('developer', { password }),
  ];
  for (const person of [operator, dev]) {
    const { challenge, secret } = (await person.call('POST', '/auth/2fa/enable', { method: 'totp', password })).body;
    const totp = new TOTP({ secret });
    const on = await person.call('POST', '/auth/2fa/confirm', { challenge, code: totp.generate() });
    assert.equal(on.status, 200, on.text);
    const change = { current_password: password, new_password: 'another that is long enough' };
    assert.equal((await person.call('POST', '/auth/password/change', change)).status, 204);
    const off = (await person.call('POST', '/auth/2fa/disable', { password: change.new_password })).body;
    const code = on.body.recovery_codes[0];
    assert.equal((await person.call('POST', '/auth/2fa/confirm', { challenge: off.challenge, code })).status, 200);
  }
  const acts = await actsOn(service, operator.id);
  assert.deepEqual(
    acts.map(({ action, actor, before, after }: any) => [action, actor.id, before, after]),
    [
      ['operator.two_factor_changed', operator.id, { two_factor: 'none' }, { two_factor: 'totp' }],
      ['operator.password_changed', operator.id, null, null],
      ['operator.two_factor_changed', operator.id, { two_factor: 'totp' }, { two_factor: 'none' }],
    ],
  );
  assert.ok(acts.every(({ address, request_id }: any) => address && request_id));
  assert.deepEqual(await actsOn(service, dev.id), []);
});
