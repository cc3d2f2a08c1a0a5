import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { countOwners, takeInvitation } from '../../src/developers/store.ts';
import { lockIntegration } from '../../src/integrations/store.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { integrationOf, makeMember, makeShop, startWithMail } from '../support/integration-flows.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
let node: TestService;
let tokenFor: (email: string, than?: string) => Promise<string>;
let shop: Awaited<ReturnType<typeof makeShop>>;
before(async () => {
  ({ service, tokenFor } = await startWithMail());
  node = await startTestService({}, service);
  shop = await makeShop(service);
});
after(async () => {
  await node.stop();
  await service.stop();
});

const password = 'fifteen characters and more';
const accept = (token: string, more: object = {}) =>
  service.request('POST', '/api/v1/auth/developer/accept', { body: { token, password, ...more } });
const invite = async (email: string, role = 'developer', to = shop) => {
  const answer = await to.boss.call('POST', `/integrations/${to.id}/invitations`, { email, role });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const rows = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;

describe('an invitation', () => {
  it('comes by e-mail, makes a developer and logs in; its token works once and is stored nowhere', async () => {
    const invitation = await invite('Awa@Shop.example');
    assert.deepEqual([invitation.email, invitation.status], ['awa@shop.example', 'open']);
    const token = await tokenFor('awa@shop.example');
    const [{ all }] = await rows('SELECT string_agg(n::text, $1) AS all FROM invitations n', ' ');
    assert.ok(!all.includes(token) && !all.includes(Buffer.from(token).toString('hex')));
    const { body } = await accept(token, { name: 'Awa' });
    assert.equal(body.user.email, 'awa@shop.example');
    const call = (path: string) => service.request('GET', `/api/v1${path}`, { key: body.access_token });
    assert.equal((await call(`/integrations/${shop.id}`)).body.role, 'developer');
    assert.equal((await call('/me')).body.name, 'Awa');
    assert.deepEqual(refusal(await accept(token)), [410, 'invitation_expired']);
    const again = await service.request('POST', '/api/v1/auth/developer/login', {
      body: { email: 'awa@shop.example', password },
    });
    assert.equal(again.status, 200);
    const members = await shop.boss.call('GET', `/integrations/${shop.id}/developers`);
    assert.deepEqual(
      members.body.data.map(({ email, role }: any) => [email, role]),
      [['awa@shop.example', 'developer']],
    );
    const second = await shop.boss.call('POST', `/integrations/${shop.id}/invitations`, {
      email: 'awa@shop.example',
      role: 'owner',
    });
    assert.deepEqual(refusal(second), [409, 'account_already_exists']);
  });

  it('to a new person needs a long password', async () => {
    await invite('short@shop.example');
    const answer = await accept(await tokenFor('short@shop.example'), { password: 'fourteen chars' });
    assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'password']);
  });

  it('to a suspended person does not work, and works again when the suspension ends', async () => {
    const owner = await makeMember(service, shop.id, 'owner');
    const call = { email: 'friend@shop.example', role: 'owner' };
    assert.equal((await owner.call('POST', `/integrations/${shop.id}/invitations`, call)).status, 201);
    const token = await tokenFor('friend@shop.example');
    const compliance = await service.person('operator', { role: 'compliance' });
    const act = (what: string) =>
      compliance.call('POST', `/operator/accounts/${owner.id}/${what}`, { reason: 'stolen laptop' });
    assert.equal((await act('suspend')).status, 200);
    assert.deepEqual(refusal(await accept(token)), [410, 'invitation_expired']);
    const friend = await service.person('developer', { identifier: 'friend@shop.example', password });
    assert.deepEqual(refusal(await friend.call('POST', '/invitations/accept', { token })), [410, 'invitation_expired']);
    assert.equal((await compliance.call('POST', `/operator/accounts/${owner.id}/unsuspend`)).status, 200);
    assert.equal((await accept(token)).status, 200);
  });

  it('ends when it is withdrawn, expires, or a newer one is sent', async () => {
    const first = await invite('late@shop.example');
    const token = await tokenFor('late@shop.example');
    await rows(`UPDATE invitations SET expires_at = now() - interval '1 s' WHERE id = $1`, first.id);
    assert.deepEqual(refusal(await accept(token)), [410, 'invitation_expired']);
    await invite('late@shop.example');
    const newer = await tokenFor('late@shop.example', token);
    const newest = await invite('late@shop.example');
    const last = await tokenFor('late@shop.example', newer);
    assert.deepEqual(refusal(await accept(newer)), [410, 'invitation_expired']);
    assert.equal((await shop.boss.call('DELETE', `/invitations/${newest.id}`)).body.status, 'withdrawn');
    assert.deepEqual(refusal(await accept(last)), [410, 'invitation_expired']);
    assert.deepEqual(refusal(await accept('x'.repeat(43))), [410, 'invitation_expired']);
    const { body } = await shop.boss.call('GET', `/integrations/${shop.id}/invitations`);
    const statuses = body.data.filter((one: any) => one.email === 'late@shop.example').map((one: any) => one.status);
    assert.deepEqual(statuses, ['withdrawn', 'withdrawn', 'withdrawn']);
  });

  it('is accepted once by many concurrent requests', async () => {
    await invite('race@shop.example');
    const token = await tokenFor('race@shop.example');
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assert.ok([401, 409, 410].includes(answer.status), answer.text);
    assert.equal((await rows(`SELECT FROM accounts WHERE identifier = 'race@shop.example'`)).length, 1);
  });

  it('control: without the check an invitation is accepted twice', async () => {
    const before = { ...takeInvitation };
    await invite('twice@shop.example');
    const token = await tokenFor('twice@shop.example');
    Object.assign(takeInvitation, { name: 'control_take', text: 'SELECT 1 FROM invitations WHERE id = $1' });
    try {
      assert.deepEqual([(await accept(token)).status, (await accept(token)).status], [200, 200]);
    } finally {
      Object.assign(takeInvitation, before);
    }
  });

  it("is accepted with the account's own password or in its session, and by nobody else", async () => {
    const [second, third] = [await makeShop(service), await makeShop(service)];
    const known = await service.person('developer', { identifier: 'known@shop.example', password });
    await invite('known@shop.example', 'viewer', second);
    const token = await tokenFor('known@shop.example');
    assert.deepEqual(refusal(await accept(token, { password: 'the password of another' })), [
      401,
      'invalid_credentials',
    ]);
    assert.equal((await accept(token)).body.user.id, known.id);
    await invite('known@shop.example', 'owner', third);
    const other = await tokenFor('known@shop.example', token);
    const stranger = await service.person('developer');
    assert.deepEqual(refusal(await stranger.call('POST', '/invitations/accept', { token: other })), [
      410,
      'invitation_expired',
    ]);
    assert.equal((await known.call('POST', '/invitations/accept', { token: other })).body.id, third.id);
    const { body } = await known.call('GET', '/integrations');
    assert.deepEqual(new Set(body.data.map(({ id }: any) => id)), new Set([second.id, third.id]));
  });

  it('requires the second factor of an account that has one', async () => {
    const known = await service.person('developer', { identifier: 'two@shop.example', password });
    await rows(`UPDATE accounts SET two_factor = 'totp', totp_seed = '\\x00' WHERE id = $1`, known.id);
    await invite('two@shop.example');
    assert.equal((await accept(await tokenFor('two@shop.example'))).body.method, 'totp');
  });

  it('reaches an address five times, then waits, no matter who sends it', async () => {
    for (let i = 0; i < 5; i++) await invite('often@shop.example', 'viewer', i % 2 ? await makeShop(service) : shop);
    const sixth = await shop.boss.call('POST', `/integrations/${shop.id}/invitations`, {
      email: 'often@shop.example',
      role: 'viewer',
    });
    assert.deepEqual(refusal(sixth), [429, 'too_many_attempts']);
    assert.ok(Number(sixth.headers.get('retry-after')) > 0);
  });

  it('is limited to sixty in an hour for a merchant, even if they are withdrawn', async () => {
    const busy = await makeShop(service);
    const mail = (i: number) =>
      busy.boss.call('POST', `/integrations/${busy.id}/invitations`, { email: `n${i}@many.example`, role: 'viewer' });
    for (let i = 0; i < 60; i++) {
      const { status, body, text } = await mail(i);
      assert.equal(status, 201, text);
      await busy.boss.call('DELETE', `/invitations/${body.id}`);
    }
    assert.deepEqual(refusal(await mail(60)), [429, 'too_many_attempts']);
    assert.equal(
      (
        await shop.boss.call('POST', `/integrations/${shop.id}/invitations`, {
          email: 'n60@many.example',
          role: 'viewer',
        })
      ).status,
      201,
    );
  });
});

describe('an owner', () => {
  const at = (person: TestPerson, of = shop) => `/integrations/${of.id}/developers/${person.id}`;

  it('who is the last can be removed or demoted only by the merchant’s people', async () => {
    const one = await makeShop(service);
    const owner = await makeMember(service, one.id, 'owner');
    const last = [409, 'last_owner'];
    assert.deepEqual(refusal(await owner.call('DELETE', at(owner, one))), last);
    assert.deepEqual(refusal(await owner.call('PATCH', at(owner, one), { role: 'viewer' })), last);
    const other = await makeMember(service, one.id, 'viewer');
    assert.equal((await owner.call('PATCH', at(other, one), { role: 'owner' })).status, 200);
    assert.equal((await owner.call('DELETE', at(owner, one))).status, 200);
    assert.deepEqual(refusal(await other.call('DELETE', at(other, one))), last);
    assert.equal((await one.boss.call('PATCH', at(other, one), { role: 'viewer' })).body.role, 'viewer');
    assert.equal((await one.boss.call('PATCH', at(other, one), { role: 'owner' })).status, 200);
    assert.equal((await one.boss.call('DELETE', at(other, one))).status, 200);
  });

  /** Two owners who remove each other at the same moment, one on each node. @returns the number that remain */
  const duel = async (): Promise<number> => {
    const one = await makeShop(service);
    const [a, b] = [await makeMember(service, one.id, 'owner'), await makeMember(service, one.id, 'owner')];
    await Promise.all([
      service.request('DELETE', `/api/v1${at(b, one)}`, { key: a.token }),
      node.request('DELETE', `/api/v1${at(a, one)}`, { key: b.token }),
    ]);
    const [left] = await rows('SELECT count(*)::int AS count FROM memberships WHERE integration_id = $1', one.id);
    return left.count;
  };

  it('remains when two remove each other at once', async () => {
    for (let i = 0; i < 10; i++) assert.equal(await duel(), 1);
  });

  it('control: without the lock both are removed', async () => {
    const [lock, count] = [{ ...lockIntegration }, { ...countOwners }];
    Object.assign(lockIntegration, { name: 'control_lock', text: 'SELECT $1::text' });
    // Long enough that both have counted before either is removed.
    const text = countOwners.text.replace('count(*)::int AS count', 'count(*)::int AS count, pg_sleep(0.3)');
    Object.assign(countOwners, { name: 'control_count', text });
    try {
      assert.equal(await duel(), 0);
    } finally {
      Object.assign(lockIntegration, lock);
      Object.assign(countOwners, count);
    }
  });

  it('who is removed or demoted leaves no open invitation behind', async () => {
    const owners = [await makeMember(service, shop.id, 'owner'), await makeMember(service, shop.id, 'owner')];
    await makeMember(service, shop.id, 'owner');
    const tokens = [];
    for (const [i, owner] of owners.entries()) {
      const email = `left${i}@shop.example`;
      await owner.call('POST', `/integrations/${shop.id}/invitations`, { email, role: 'owner' });
      tokens.push(await tokenFor(email));
    }
    assert.equal((await shop.boss.call('DELETE', at(owners[0]!))).status, 200);
    assert.equal((await shop.boss.call('PATCH', at(owners[1]!), { role: 'developer' })).status, 200);
    for (const token of tokens) assert.deepEqual(refusal(await accept(token)), [410, 'invitation_expired']);
  });
});

it('who is removed may do nothing from then on, on any node', async () => {
  for (let i = 0; i < 5; i++) {
    const developer = await makeMember(service, shop.id, 'developer');
    const listAs = (at: TestService) =>
      at.request('GET', `/api/v1/integrations/${shop.id}/keys`, { key: developer.token });
    assert.deepEqual([(await listAs(service)).status, (await listAs(node)).status], [200, 200]);
    await shop.boss.call('DELETE', `/integrations/${shop.id}/developers/${developer.id}`);
    assert.deepEqual([(await listAs(service)).status, (await listAs(node)).status], [404, 404]);
  }
});

it('changes of developers are in the audit log', async () => {
  const one = await makeShop(service);
  await invite('log@shop.example', 'developer', one);
  const { body } = await accept(await tokenFor('log@shop.example'));
  await one.boss.call('PATCH', `/integrations/${one.id}/developers/${body.user.id}`, { role: 'viewer' });
  await one.boss.call('DELETE', `/integrations/${one.id}/developers/${body.user.id}`);
  const acts = await rows('SELECT action, actor_id FROM audit_log WHERE target = $1 ORDER BY seq', one.id);
  assert.deepEqual(
    acts.map(({ action, actor_id }) => [action, actor_id]),
    [
      ['developer.invited', one.boss.id],
      ['developer.joined', body.user.id],
      ['developer.role_changed', one.boss.id],
      ['developer.removed', one.boss.id],
    ],
  );
  assert.equal(await integrationOf(one.boss), one.id);
});
