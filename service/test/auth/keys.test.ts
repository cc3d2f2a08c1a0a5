import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { scopes } from '../../../contract/src/route.ts';
import { createKeyAuthenticator } from '../../src/access/authenticate-key.ts';
import { revokeKey } from '../../src/access/revoke-key.ts';
import { rollKey } from '../../src/access/roll-key.ts';
import { makeApiKey } from '../../src/core/api-key.ts';
import type { Database } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { hashUnder } from '../../src/kernel/data-key.ts';
import type { Refusal } from '../../src/kernel/refusal.ts';
import { allRoutes, bodyOf, keyRoutes, nameOf, pathOf } from '../support/contract.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import {
  type Reply,
  startTestService,
  type TestMerchant,
  type TestService,
  testSecrets,
  until,
} from '../support/harness.ts';

let service: TestService;
/** A second node on the same database. */
let node: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService(bothWorlds);
  node = await startTestService({}, service);
  shop = await service.merchant();
  await shop.wallet('XOF');
});
after(async () => {
  await node.stop();
  await service.stop();
});

const me = (key: string, at = service) => at.request('GET', '/api/v1/wallets/me', { key });
const roll = (id: string, overlapSeconds: number) =>
  transaction(service.db, (tx) => rollKey(tx, { id, overlapSeconds }, testSecrets.pepper));
const challenge = (reply: Reply) => reply.headers.get('www-authenticate');

describe('an unknown key', () => {
  /** The keys that a node, whose clock the test sets, looked up in the database. */
  const watchedNode = () => {
    const queries: string[] = [];
    let now = 0;
    const query: Database['query'] = (statement, values) => {
      queries.push(statement.name);
      return service.db.query(statement, values);
    };
    const keys = createKeyAuthenticator(
      { ...service.db, query },
      { pepper: testSecrets.pepper, live: false },
      () => now,
    );
    const code = (key: string) =>
      keys.authenticate(key).then(
        () => 'known',
        (error: Refusal) => error.code,
      );
    return { asked: queries, keys, code, pass: (ms: number) => (now += ms) };
  };

  it('is looked up once in two seconds, however often it is used', async () => {
    const { asked: queries, code, pass } = watchedNode();
    const key = makeApiKey(false, randomBytes);
    for (let i = 0; i < 50; i++) assert.equal(await code(key), 'invalid_api_key');
    assert.equal(queries.length, 1);
    // Control: another key, or the same one later, is looked up.
    assert.equal(await code(makeApiKey(false, randomBytes)), 'invalid_api_key');
    assert.equal(queries.length, 2);
    pass(2_001);
    assert.equal(await code(key), 'invalid_api_key');
    assert.equal(queries.length, 3);
  });

  it('works at once after its creation on a node that is notified; a new key was never looked up before', async () => {
    const { keys, code } = watchedNode();
    for (let i = 0; i < 3; i++) await code(makeApiKey(false, randomBytes));
    const made = await shop.newKey({});
    assert.equal(await code(made.key), 'known');
    // As a restored backup brings a key back.
    const hash = hashUnder(testSecrets.pepper, made.key);
    const turn = `UPDATE api_keys SET hash = $2 WHERE id = $1`;
    const other = { name: 'turn_hash', text: turn };
    await service.db.query(other, [made.id, Buffer.alloc(32)]);
    keys.forget();
    assert.equal(await code(made.key), 'invalid_api_key');
    await service.db.query(other, [made.id, hash]);
    keys.forget();
    assert.equal(await code(made.key), 'known');
  });
});

describe('a call without a valid key is 401', () => {
  it('without a key', async () => {
    for (const headers of [{}, { authorization: '' }] as Record<string, string>[]) {
      const answer = await service.request('GET', '/api/v1/wallets/me', { headers });
      assert.deepEqual([...refusal(answer), answer.body.error.type], [401, 'missing_credentials', 'authentication']);
      assert.equal(challenge(answer), 'Bearer error="invalid_token"');
    }
  });

  it('with a key that was cut short, mistyped, made up, of the other mode, or not a bearer key', async () => {
    const { key } = shop;
    const last = key.at(-1) === 'a' ? 'b' : 'a';
    const wrong = [
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.slice(0, -1)}${last}`,
      `Bearer ${key}x`,
      `Bearer ${key.replace('rs_test_', 'rs_live_')}`,
      `Bearer ${key.slice(8)}`,
      `Bearer ${makeApiKey(false, randomBytes)}`,
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'Bearer',
      key,
      `Bearer ${key} ${key}`,
    ];
    for (const authorization of wrong) {
      const answer = await service.request('GET', '/api/v1/wallets/me', { headers: { authorization } });
      assert.deepEqual(refusal(answer), [401, 'invalid_api_key'], authorization);
      assert.equal(challenge(answer), 'Bearer error="invalid_token"');
    }
    assert.equal(
      (await service.request('GET', '/api/v1/wallets/me', { headers: { authorization: `bearer ${key}` } })).status,
      200,
    );
  });

  it('on every route, before anything else is checked', async () => {
    for (const route of allRoutes) {
      const body = route.method === 'POST' ? { body: '{' } : {};
      const answer = await service.request(route.method, `${pathOf(route)}?nonsense=1`, body);
      assert.equal(answer.status, route.auth === 'none' ? 400 : 401, nameOf(route));
    }
  });
});

describe('a scope', () => {
  for (const scope of scopes) {
    it(`${scope} opens the routes that the contract gives it, and no others`, async () => {
      const { key } = await shop.newKey({ scopes: [scope] });
      for (const route of keyRoutes) {
        const body = bodyOf(route);
        const answer = await node.request(route.method, pathOf(route), { key, ...(body ? { body } : {}) });
        const needed = route.oneOfScopes ?? (route.scope ? [route.scope] : [scope]);
        // The example of an export is one of payments, which another scope of the route does not open.
        if (route.oneOfScopes?.includes(scope) && body && scope !== 'payments:read') continue;
        if (needed.includes(scope)) {
          assert.ok(answer.status !== 401 && answer.status !== 403, `${nameOf(route)}: ${answer.text}`);
          continue;
        }
        assert.deepEqual(refusal(answer), [403, 'insufficient_scope'], nameOf(route));
        assert.equal(challenge(answer), `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`);
      }
    });
  }

  it('does not open a test route to a live key', async () => {
    const { key } = await shop.newKey({ livemode: true });
    for (const route of keyRoutes) {
      const body = bodyOf(route);
      const answer = await service.request(route.method, pathOf(route), { key, ...(body ? { body } : {}) });
      if (route.testOnly) assert.deepEqual(refusal(answer), [403, 'forbidden_account_type'], nameOf(route));
      else assert.notEqual(answer.status, 403, nameOf(route));
    }
  });
});

describe('a revoked key', () => {
  /** Less than the time for which a node trusts a key without a lookup: only a notification can be this quick. */
  const NOTIFIED_S = 5;

  it('stops on every node', async () => {
    for (let i = 0; i < 10; i++) {
      const { id, key } = await shop.newKey({});
      assert.deepEqual([(await me(key)).status, (await me(key, node)).status], [200, 200]);
      assert.ok(await revokeKey(service.db, id));
      for (const at of [service, node]) {
        const answer = await until(async () => {
          const reply = await me(key, at);
          return reply.status !== 200 && reply;
        }, NOTIFIED_S);
        assert.deepEqual(refusal(answer), [401, 'api_key_revoked']);
        assert.equal(challenge(answer), 'Bearer error="invalid_token"');
      }
    }
  });

  it('stops within 15 s where no notification arrives', async () => {
    let elapsed = 0;
    const deaf = createKeyAuthenticator(service.db, { pepper: testSecrets.pepper, live: true }, () => elapsed);
    const { id, key } = await shop.newKey({});
    const call = () => deaf.authenticate(key);
    assert.equal((await call()).id, id);
    await revokeKey(service.db, id);
    // The control: it was not notified, so it still trusts its cache.
    assert.equal((await call()).id, id);
    elapsed += 15_000;
    await assert.rejects(call, { code: 'api_key_revoked' });
  });

  it('stops when the listening connections break and come back', async () => {
    const { id, key } = await shop.newKey({});
    assert.deepEqual([(await me(key)).status, (await me(key, node)).status], [200, 200]);
    const client = new pg.Client({ connectionString: service.url });
    await client.connect();
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'rialto listen'`,
    );
    assert.equal(rowCount, 2);
    await client.end();
    await revokeKey(service.db, id);
    for (const at of [service, node]) await until(async () => (await me(key, at)).status === 401, NOTIFIED_S);
  });

  it('stays revoked, and other keys continue to work', async () => {
    const [revoked, other] = [await shop.newKey({}), await shop.newKey({})];
    await revokeKey(service.db, revoked.id);
    await revokeKey(service.db, revoked.id);
    assert.deepEqual([(await me(revoked.key)).status, (await me(other.key)).status], [401, 200]);
    assert.equal(await roll(revoked.id, 60), null);
    assert.equal(await revokeKey(service.db, `key_${'0'.repeat(26)}`), false);
  });
});

describe('a rolled key', () => {
  it('stops at once without an overlap; the new one has its scopes', async () => {
    const old = await shop.newKey({ scopes: ['payments:read'] });
    assert.deepEqual([(await me(old.key)).status, (await me(old.key, node)).status], [200, 200]);
    const fresh = (await roll(old.id, 0))!;
    for (const at of [service, node]) {
      const refused = await until(async () => {
        const reply = await me(old.key, at);
        return reply.status !== 200 && reply;
      }, 5);
      assert.deepEqual(refusal(refused), [401, 'api_key_revoked']);
      assert.match(refused.body.error.message, /was rolled/);
      assert.equal((await at.request('GET', '/api/v1/payments', { key: fresh.key })).status, 200);
      assert.equal((await at.request('GET', '/api/v1/wallets', { key: fresh.key })).status, 403);
    }
  });

  it('works beside the new one during the overlap', async () => {
    const old = await shop.newKey({});
    const fresh = (await roll(old.id, 3_600))!;
    assert.deepEqual([(await me(old.key)).status, (await me(fresh.key)).status], [200, 200]);
    let elapsed = 0;
    const later = createKeyAuthenticator(service.db, { pepper: testSecrets.pepper, live: true }, () => elapsed);
    const end = (inMs: number) =>
      service.db.pool.query(`UPDATE api_keys SET expires_at = now() + make_interval(secs => $2) WHERE id = $1`, [
        old.id,
        inMs / 1_000,
      ]);
    // By the node's cache, and by the database.
    await end(5_000);
    await later.authenticate(old.key);
    elapsed += 5_001;
    await assert.rejects(later.authenticate(old.key), { code: 'api_key_revoked', message: /was rolled/ });
    await end(0);
    elapsed += 15_000;
    await assert.rejects(later.authenticate(old.key), { code: 'api_key_revoked', message: /was rolled/ });
    await later.authenticate(fresh.key);
  });
});

it('the key itself is stored nowhere', async () => {
  const { key } = shop;
  const rows = await service.db.query<{ row: string }>({
    name: 'test_keys',
    text: 'SELECT k::text AS row FROM api_keys k',
  });
  for (const { row } of rows) assert.ok(!row.includes(key) && !row.includes(key.slice(8, 38)));
});
