import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { watchKeyUse } from '../../src/access/key-use.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { makeMember, makeShop } from '../support/integration-flows.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
let shop: Awaited<ReturnType<typeof makeShop>>;
let developer: TestPerson;
before(async () => {
  service = await startTestService();
  shop = await makeShop(service);
  developer = await makeMember(service, shop.id, 'developer');
});
after(() => service.stop());

const make = (more: object = {}, headers?: Record<string, string>) =>
  developer.call('POST', `/integrations/${shop.id}/keys`, { scopes: ['payments:read'], ...more }, headers);
const use = (key: string, path = '/payments') => service.request('GET', `/api/v1${path}`, { key });
const rows = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;

it('a developer makes a key with scopes and a label, lists it, and it works', async () => {
  const { body, status } = await make({ label: 'staging' });
  assert.equal(status, 201);
  assert.deepEqual([body.label, body.created_by, body.status], ['staging', developer.id, 'active']);
  assert.equal(body.key.slice(-4), body.last4);
  assert.deepEqual([(await use(body.key)).status, (await use(body.key, '/wallets')).status], [200, 403]);
  const listed = (await developer.call('GET', `/integrations/${shop.id}/keys`)).body.data;
  assert.deepEqual(
    [listed[0].id, listed[0].key, listed.map(({ created_by }: any) => created_by)],
    [body.id, undefined, [developer.id, null]],
  );
});

it('the same Idempotency-Key returns a key’s text again, and it is stored sealed', async () => {
  const headers = { 'idempotency-key': 'make-once' };
  const [first, second] = [await make({}, headers), await make({}, headers)];
  assert.equal(first.text, second.text);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  const [{ all }] = await rows(`SELECT string_agg(t.one, ' ') AS all FROM (
    SELECT i::text AS one FROM idempotency_keys i UNION ALL SELECT k::text FROM api_keys k
    UNION ALL SELECT a::text FROM audit_log a) t`);
  const secret = first.body.key.slice(8, 38);
  assert.ok(!all.includes(secret));
  // The control: the same key's id, which is not secret, is found there.
  assert.ok(all.includes(first.body.id));
});

it('a rolled key is replaced, when the overlap ends, by one with its scopes and label', async () => {
  const old = (await make({ label: 'till 4', webhooks: false })).body;
  const beside = (await developer.call('POST', `/keys/${old.id}/roll`, { overlap_seconds: 604_800 })).body;
  assert.deepEqual([beside.label, beside.scopes], ['till 4', ['payments:read']]);
  assert.deepEqual([(await use(old.key)).status, (await use(beside.key)).status], [200, 200]);
  assert.equal((await developer.call('POST', `/keys/${old.id}/roll`, { overlap_seconds: 604_801 })).status, 400);
  await developer.call('POST', `/keys/${old.id}/roll`, { overlap_seconds: 0 });
  await until(async () => (await use(old.key)).status === 401, 9);
  const again = await developer.call('POST', `/keys/${old.id}/roll`, { overlap_seconds: 3_600 });
  assert.deepEqual(refusal(again), [409, 'key_not_active']);
  assert.equal((await use(old.key)).status, 401);
});

it('a longer overlap does not extend what a shorter one has cut', async () => {
  const old = (await make()).body;
  await developer.call('POST', `/keys/${old.id}/roll`, { overlap_seconds: 60 });
  await developer.call('POST', `/keys/${old.id}/roll`, { overlap_seconds: 604_800 });
  const [{ left }] = await rows(
    'SELECT expires_at < now() + $2::interval AS left FROM api_keys WHERE id = $1',
    old.id,
    '61 s',
  );
  assert.ok(left);
});

/** The service writes the last use after the answer. */
const untilUsed = (id: string) =>
  until(async () => (await rows('SELECT 1 FROM api_keys WHERE id = $1 AND last_used_at IS NOT NULL', id)).length);

it('a revoked key stops for good', async () => {
  const { id, key } = (await make()).body;
  assert.equal((await use(key)).status, 200);
  await untilUsed(id);
  const revoked = (await developer.call('DELETE', `/keys/${id}`)).body;
  assert.equal(revoked.status, 'revoked');
  await until(async () => (await use(key)).status === 401, 9);
  assert.deepEqual((await developer.call('DELETE', `/keys/${id}`)).body, revoked);
  const acts = await rows('SELECT action, actor_type FROM audit_log WHERE target = $1 ORDER BY seq', id);
  assert.deepEqual(
    acts.map(({ action, actor_type }) => `${actor_type} ${action}`),
    ['developer key.created', 'developer key.revoked'],
  );
});

it("a key's changes are in the audit log, its use is not", async () => {
  const made = (await make()).body;
  assert.deepEqual([made.metadata, made.version, made.updated_at], [{}, 1, made.created_at]);
  assert.equal((await use(made.key)).status, 200);
  await untilUsed(made.id);
  const read = async () =>
    (await developer.call('GET', `/integrations/${shop.id}/keys?limit=100`)).body.data.find(
      ({ id }: { id: string }) => id === made.id,
    );
  assert.equal((await read()).version, 1);
  await developer.call('POST', `/keys/${made.id}/roll`, { overlap_seconds: 60 });
  const rolled = await read();
  assert.equal(rolled.version, 2);
  assert.ok(rolled.updated_at > made.updated_at);
  assert.equal((await developer.call('DELETE', `/keys/${made.id}`)).body.version, 3);
});

it('a sandbox makes no live key for anybody', async () => {
  const answer = await shop.boss.call('POST', `/integrations/${shop.id}/keys`, {
    scopes: ['events:read'],
    livemode: true,
  });
  assert.deepEqual(refusal(answer), [403, 'forbidden_account_type']);
});

it('an integration has at most a hundred active keys', async () => {
  const full = await makeShop(service);
  await rows(
    `INSERT INTO api_keys (id, world, hash, last4, scopes)
     SELECT 'key_' || n, $1, decode(md5('full' || n), 'hex'), 'xxxx', '{}' FROM generate_series(1, 99) n`,
    full.world,
  );
  const one = () => full.boss.call('POST', `/integrations/${full.id}/keys`, { scopes: ['events:read'] });
  assert.deepEqual(refusal(await one()), [422, 'too_many_records']);
  await rows(`UPDATE api_keys SET revoked_at = now() WHERE id = 'key_1'`);
  assert.equal((await one()).status, 201);
});

it("a key's last use is visible within seconds, and is written at most once a minute", async () => {
  const { id, key } = (await make()).body;
  const lastUsed = async () =>
    (await developer.call('GET', `/integrations/${shop.id}/keys`)).body.data.find((one: any) => one.id === id)
      .last_used_at;
  assert.equal(await lastUsed(), null);
  await use(key);
  assert.ok(await until(lastUsed));

  let now = Date.now();
  let writes = 0;
  const counted: typeof service.db = {
    ...service.db,
    query: (statement, values) => {
      writes++;
      return service.db.query(statement, values);
    },
  };
  const watch = watchKeyUse(counted, assert.ifError, { gatherMs: 1, now: () => now });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
  for (let i = 0; i < 1_000; i++) watch.note(id);
  await settle();
  for (let i = 0; i < 1_000; i++) watch.note(id);
  await settle();
  assert.equal(writes, 1);
  now += 60_001;
  watch.note(id);
  await watch.stop();
  assert.equal(writes, 2);
});
