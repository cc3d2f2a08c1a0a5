import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { selectIntegration } from '../../src/integrations/store.ts';
import { allRoutes, bodyOf, type Ids, nameOf, pathOf, prefixOf } from '../support/contract.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestService } from '../support/harness.ts';
import { makeMember, makeShop } from '../support/integration-flows.ts';
import type { TestPerson } from '../support/person.ts';

/** Routes on an integration and its records, with an id, for merchants' people and developers. */
const routes = allRoutes.filter(
  (route) =>
    route.auth !== 'none' && route.auth.includes('developer') && ['int', 'inv', 'key'].includes(prefixOf(route) ?? ''),
);
const forManagers = new Set([
  ...['updateIntegration', 'createInvitation', 'listInvitations', 'deleteInvitation'],
  ...['updateDeveloper', 'removeDeveloper'],
]);
const forMakers = new Set(['createKey', 'rollKey', 'rollStarterKey', 'revokeKey']);

let service: TestService;
let ids: Ids;
let liveKey: string;
const people = {} as Record<'boss' | 'owner' | 'developer' | 'viewer' | 'removed' | 'stranger' | 'rival', TestPerson>;

before(async () => {
  service = await startTestService(bothWorlds);
  const shop = await makeShop(service);
  const rival = await makeShop(service);
  Object.assign(people, { boss: shop.boss, rival: rival.boss });
  for (const role of ['owner', 'developer', 'viewer'] as const) people[role] = await makeMember(service, shop.id, role);
  people.stranger = await makeMember(service, rival.id, 'owner');
  people.removed = await makeMember(service, shop.id, 'owner');
  // The merchant is not approved for live, so a deployment without live mode sends the invitation.
  const sandbox = await startTestService({ ...bothWorlds, LIVE: 'off' }, service);
  const body = { email: 'new@shop.example', role: 'viewer' };
  const invited = await sandbox.request('POST', `/api/v1/integrations/${shop.id}/invitations`, {
    key: shop.boss.token,
    body,
  });
  await sandbox.stop();
  const made = await shop.boss.call('POST', `/integrations/${shop.id}/keys`, { scopes: ['events:read'] });
  ids = { int: shop.id, inv: invited.body.id, key: made.body.id, dev: people.viewer.id };
  liveKey = (await shop.newKey({ livemode: true })).id;
  // An owner until a moment ago, whose token every cache has.
  assert.equal((await people.removed.call('GET', `/integrations/${shop.id}`)).status, 200);
  const gone = await shop.boss.call('DELETE', `/integrations/${shop.id}/developers/${people.removed.id}`);
  assert.equal(gone.status, 200);
});
after(() => service.stop());

const send = (route: (typeof routes)[number], person: TestPerson, known: Ids = ids): Promise<Reply> =>
  person.call(route.method, pathOf(route, known).slice('/api/v1'.length), bodyOf(route));

/** Everything that these routes could change. */
async function snapshot(): Promise<unknown> {
  const rows = (table: string) => `(SELECT json_agg(to_jsonb(t) - 'last_used_at' ORDER BY t::text) FROM ${table} t)`;
  const tables = ['integrations', 'invitations', 'memberships', 'api_keys', 'audit_log'];
  return (await service.db.pool.query(`SELECT ${tables.map(rows).join(', ')}`)).rows;
}

for (const who of ['rival', 'stranger', 'removed'] as const) {
  const title = { rival: "another merchant's person", stranger: "another's developer", removed: 'a removed owner' }[
    who
  ];
  describe(title, () => {
    for (const route of routes)
      it(`gets 404 at ${nameOf(route)}, and nothing is done`, async () => {
        const before = await snapshot();
        assert.deepEqual(refusal(await send(route, people[who])), [404, 'not_found']);
        assert.deepEqual(await snapshot(), before);
      });
  });
}

for (const who of ['viewer', 'developer', 'owner', 'boss'] as const) {
  describe(`a role: ${who}`, () => {
    const refused = (id: string) =>
      (forManagers.has(id) && ['viewer', 'developer'].includes(who)) || (forMakers.has(id) && who === 'viewer');
    for (const route of routes.filter(({ id }) => refused(id)))
      it(`gets 403 at ${nameOf(route)}, and nothing is done`, async () => {
        // A viewer may leave but may not remove another member.
        const known = who === 'viewer' ? { ...ids, dev: people.owner.id } : ids;
        const before = await snapshot();
        assert.deepEqual(refusal(await send(route, people[who], known)), [403, 'forbidden_account_type']);
        assert.deepEqual(await snapshot(), before);
      });
    for (const route of routes.filter(({ id, method }) => !refused(id) && method === 'GET'))
      it(`may ${nameOf(route)}`, async () => assert.equal((await send(route, people[who])).status, 200));
  });
}

describe('a live key', () => {
  for (const who of ['viewer', 'developer', 'owner', 'boss', 'rival'] as const)
    it(`does not exist for: ${who}, in test mode`, async () => {
      for (const [method, path] of [
        ['POST', 'roll'],
        ['DELETE', ''],
      ]) {
        const answer = await people[who].call(method!, `/keys/${liveKey}${path && `/${path}`}`, path ? {} : undefined);
        assert.deepEqual(refusal(answer), [404, 'not_found']);
      }
      const { body } = await people[who].call('GET', `/integrations/${ids.int}/keys`);
      if (who !== 'rival') assert.ok(body.data.length > 0 && body.data.every((key: any) => !key.livemode));
    });
});

it("a list shows the caller's own records", async () => {
  const listed = async (person: TestPerson) =>
    (await person.call('GET', '/integrations')).body.data.map(({ id, role }: any) => [id, role]);
  assert.deepEqual(await listed(people.boss), [[ids.int, null]]);
  assert.deepEqual(await listed(people.viewer), [[ids.int, 'viewer']]);
  assert.deepEqual(await listed(people.removed), []);
  assert.ok(!(await listed(people.stranger)).some(([id]: string[]) => id === ids.int));
});

it('control: without the membership check in the lookup a stranger gets in', async () => {
  const { developer } = selectIntegration;
  const text = developer.text;
  Object.assign(developer, { name: 'control', text: text.replace('s.developer_id = $1', '$1::text IS NOT NULL') });
  try {
    assert.equal((await people.stranger.call('GET', `/integrations/${ids.int}`)).status, 200);
  } finally {
    Object.assign(developer, { name: 'integrations_select_developer', text });
  }
  assert.equal((await people.stranger.call('GET', `/integrations/${ids.int}`)).status, 404);
});

it('a key has webhooks:* unless it is taken away', async () => {
  const make = async (body: object) => {
    const { key, scopes } = (await people.boss.call('POST', `/integrations/${ids.int}/keys`, body)).body;
    const listed = await service.request('GET', '/api/v1/webhooks', { key });
    const written = await service.request('POST', '/api/v1/webhooks', { key, body: {} });
    return [scopes, listed.status, written.status];
  };
  const named = ['payments:read'];
  const both = ['webhooks:read', 'webhooks:write'];
  // A 400 is about the body, and only a caller who may write gets it.
  assert.deepEqual(await make({ scopes: named }), [[...named, ...both], 200, 400]);
  assert.deepEqual(await make({ scopes: named, webhooks: true }), [[...named, ...both], 200, 400]);
  assert.deepEqual(await make({ scopes: named, webhooks: false }), [named, 403, 403]);
  assert.deepEqual(await make({ scopes: ['webhooks:read'] }), [['webhooks:read'], 200, 403]);
  assert.deepEqual(await make({ scopes: both, webhooks: false }), [both, 200, 400]);
});

it('a permitted caller succeeds: the last of these tests, because it changes things', async () => {
  const { boss, developer, owner } = people;
  const at = `/integrations/${ids.int}`;
  assert.equal((await owner.call('PATCH', at, { name: 'Renamed' })).body.name, 'Renamed');
  assert.equal((await developer.call('DELETE', `/keys/${ids.key}`)).body.status, 'revoked');
  assert.deepEqual(refusal(await developer.call('POST', `/keys/${ids.key}/roll`, {})), [409, 'key_not_active']);
  assert.equal((await owner.call('DELETE', `/invitations/${ids.inv}`)).body.status, 'withdrawn');
  const changed = await boss.call('PATCH', `${at}/developers/${developer.id}`, { role: 'viewer' });
  assert.equal(changed.body.role, 'viewer');
  assert.equal((await developer.call('POST', `${at}/keys`, { scopes: ['events:read'] })).status, 403);
  assert.equal((await developer.call('DELETE', `${at}/developers/${developer.id}`)).status, 200);
  assert.equal((await developer.call('GET', at)).status, 404);
});
