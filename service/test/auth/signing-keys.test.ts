import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { calculateJwkThumbprint } from 'jose';
import { REFRESH_SECONDS } from '../../src/access/tokens/lifetimes.ts';
import { openSigningKeys, rotateSigningKey } from '../../src/access/tokens/signing-keys.ts';
import type { Database } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { dataKeyOf } from '../../src/kernel/data-key.ts';
import { startTestService, type TestService, testSecrets } from '../support/harness.ts';

const { encryptionKey } = testSecrets;
const HEAD_START = 120;

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.stop());

/** A node whose clock moves only when the test moves it, and its number of database queries. */
function startNode() {
  let [at, queries] = [1_000_000, 0];
  const db: Database = {
    ...service.db,
    query: (statement, values) => {
      queries++;
      return service.db.query(statement, values);
    },
  };
  const keys = openSigningKeys(db, encryptionKey, () => at);
  return { keys, asked: () => queries, pass: (seconds: number) => (at += seconds * 1000) };
}

const rotate = () => transaction(service.db, (tx) => rotateSigningKey(tx, encryptionKey));
/** Makes the existing keys this much older: their creation and their retirement. */
const age = (seconds: number) =>
  service.db.pool.query(
    'UPDATE signing_keys SET signs_from = signs_from - make_interval(secs => $1), retired_at = retired_at - make_interval(secs => $1)',
    [seconds],
  );
const kids = async (node: ReturnType<typeof startNode>) => (await node.keys.jwks()).keys.map(({ kid }) => kid);

describe('the first signing key', () => {
  it('is made once, by the first node that needs it, and signs at once', async () => {
    const nodes = [startNode(), startNode(), startNode()];
    const used = await Promise.all(nodes.flatMap(({ keys }) => [keys.current(), keys.current()]));
    assert.equal(new Set(used.map(({ kid }) => kid)).size, 1);
    assert.equal((await service.db.pool.query('SELECT FROM signing_keys')).rowCount, 1);
  });

  it('signs at once where a rotation makes it', async () => {
    const kid = await rotate();
    assert.equal((await startNode().keys.current()).kid, kid);
  });

  it('is named by its thumbprint (RFC 7638), published without its secret, and stored sealed', async () => {
    const node = startNode();
    const { kid, jwk } = await node.keys.current();
    assert.equal(kid, await calculateJwkThumbprint(jwk));
    assert.deepEqual(await node.keys.jwks(), { keys: [jwk] });
    assert.deepEqual({ ...jwk, x: '' }, { kty: 'OKP', crv: 'Ed25519', x: '', kid, alg: 'EdDSA', use: 'sig' });
    const { rows } = await service.db.pool.query('SELECT private_key FROM signing_keys');
    assert.ok(!rows[0].private_key.includes('PRIVATE KEY'));
    await assert.rejects(openSigningKeys(service.db, dataKeyOf(Buffer.alloc(32, 9))).current());
  });
});

describe('a rotation', () => {
  it('publishes a key that signs two minutes later; the previous one verifies until its tokens expire', async () => {
    const node = startNode();
    const before = (await node.keys.current()).kid;
    const next = await rotate();
    node.pass(30);
    assert.deepEqual(await kids(node), [next, before]);
    assert.equal((await node.keys.current()).kid, before);

    await age(HEAD_START - 5);
    node.pass(30);
    assert.equal((await node.keys.current()).kid, before, 'not before its time');
    await age(10);
    node.pass(30);
    assert.equal((await node.keys.current()).kid, next);
    assert.ok(await node.keys.find(before));

    await age(REFRESH_SECONDS - 10);
    assert.ok(await startNode().keys.find(before), 'for the lifetime of a refresh token');
    await age(10);
    assert.equal(await startNode().keys.find(before), null);
    assert.deepEqual(await kids(startNode()), [next]);
  });

  it('beside another one comes after it: one key signs', async () => {
    await startNode().keys.current();
    const made = await Promise.all([rotate(), rotate()]);
    const { rows } = await service.db.pool.query('SELECT kid FROM signing_keys WHERE retired_at IS NULL');
    assert.equal(rows.length, 1);
    assert.ok(made.includes(rows[0].kid));
  });
});

describe('a node', () => {
  it('that has just started finds the key of every token, also for concurrent tokens, by one query', async () => {
    const { kid } = await startNode().keys.current();
    const fresh = startNode();
    const found = await Promise.all(Array.from({ length: 20 }, () => fresh.keys.find(kid)));
    assert.equal(found.filter((key) => key === null).length, 0);
    assert.equal(fresh.asked(), 1);
  });

  it('polls for new keys every half minute', async () => {
    const node = startNode();
    const { kid } = await node.keys.current();
    const before = node.asked();
    node.pass(29.9);
    await Promise.all([node.keys.current(), node.keys.jwks(), node.keys.find(kid)]);
    assert.equal(node.asked(), before);
    node.pass(0.1);
    await node.keys.current();
    assert.equal(node.asked(), before + 1);
  });

  it('polls at once when it meets an unknown kid, at most once a second', async () => {
    const node = startNode();
    await node.keys.current();
    const kid = await rotate();
    node.pass(1);
    assert.ok(await node.keys.find(kid), 'a key of this moment');
    const before = node.asked();
    for (let i = 0; i < 20; i++) assert.equal(await node.keys.find(`stranger-${i}`), null);
    node.pass(0.999);
    assert.equal(await node.keys.find('stranger'), null);
    assert.equal(node.asked(), before, 'strangers cause no queries');
    node.pass(0.001);
    assert.equal(await node.keys.find('stranger'), null);
    assert.equal(node.asked(), before + 1);
  });

  it('whose poll failed polls again', async () => {
    const { kid } = await startNode().keys.current();
    let fails = true;
    const db: Database = {
      ...service.db,
      query: (statement, values) =>
        fails ? Promise.reject(new Error('the database is away')) : service.db.query(statement, values),
    };
    const keys = openSigningKeys(db, encryptionKey);
    await assert.rejects(keys.find(kid), /away/);
    fails = false;
    assert.ok(await keys.find(kid));
  });
});
