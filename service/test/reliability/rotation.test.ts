import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { scopes as allScopes } from '../../../contract/src/route.ts';
import { createKeyAuthenticator } from '../../src/access/authenticate-key.ts';
import { createKey } from '../../src/access/create-key.ts';
import { createDevices } from '../../src/access/tokens/devices.ts';
import { connectService } from '../../src/boot/connect.ts';
import { readConfig } from '../../src/config/config.ts';
import { transaction } from '../../src/db/transaction.ts';
import { currentOf, type DataKey, hashUnder } from '../../src/kernel/data-key.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { generationOfSealed, openSecret, sealSecret } from '../../src/kernel/seal.ts';
import { openSecrets } from '../../src/secrets/open.ts';
import { rotateSecrets } from '../../src/secrets/rotate.ts';
import { secretKeyOf, secretKeysOf } from '../../src/secrets/secret-keys.ts';
import { names } from '../../src/secrets/secrets.ts';
import { runAdmin, startAdmin } from '../support/admin.ts';
import { cloneDatabase } from '../support/database.ts';
import { deriveSecrets } from '../support/derived-keys.ts';
import { startTestService, type TestMerchant, type TestService, testSecretKey, until } from '../support/harness.ts';
import { makeDirectory } from '../support/kill.ts';
import { png, upload } from '../support/kyc-flows.ts';
import type { TestPerson } from '../support/person.ts';
import type { Receiver } from '../support/receiver.ts';
import { verify } from '../support/verify.ts';
import { closeReceivers, receive, unixNow } from '../support/webhook-flows.ts';

const OLD = testSecretKey;
const NEXT = 'the next secret of the deployment, of 32 characters';
const THIRD = 'a secret of nobody, which also has 32 characters';
type Env = Record<string, string>;
const both = { SECRET_KEY: NEXT, SECRET_KEY_OLD: OLD };

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let directory: string;
let DATA_DIR: string;
let old: TestService;
let next: TestService;
let shop: TestMerchant;
let receiver: Receiver;
let endpoint: { id: string; secret: string };
/** A key from after the rotation. */
let fresh: string;
/** Everything that nodes logged and commands printed. */
let said = '';
const logs = {
  write: (line: string) => {
    said += line;
  },
};

const node = (env: Env, more: Env = {}) =>
  startTestService({ DATA_DIR, LOG_LEVEL: 'debug', ...env, ...more }, database, logs);
const admin = async (env: Env, ...args: string[]) => {
  const result = await runAdmin({ DATABASE_URL: database.url, DATA_DIR, ...env }, ...args);
  said += result.out + result.err;
  return result;
};
/** As the service's role. */
const query = async (text: string, ...values: unknown[]) => (await next.db.pool.query(text, values)).rows;
const get = async (where: TestService, key: string) => (await where.request('GET', '/api/v1/payments', { key })).status;
const generationOf = async (id: string) =>
  (await query('SELECT hash_generation(hash) AS n FROM api_keys WHERE id = $1', id))[0].n;

/** The head start of new keys passes. */
async function passHeadStart(secret: string): Promise<void> {
  await changeAsOwner(`UPDATE data_keys SET used_from = used_from - interval '1 hour'; NOTIFY rialto_data_keys`);
  const opened = await openSecrets(next.db, secretKeysOf([secret]));
  assert.ok(names.every((name) => currentOf(opened[name]) === opened[name].generations[0]));
}

async function changeAsOwner(text: string): Promise<void> {
  const client = await asOwner();
  await client.query(text);
  await client.end();
}

async function asOwner(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

before(async () => {
  directory = makeDirectory();
  DATA_DIR = join(directory, 'data');
  database = await cloneDatabase();
  receiver = await receive();
  old = await node({});
  shop = await old.merchant();
});
after(async () => {
  closeReceivers();
  await next?.stop();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** Reads through nodes with the old and the new setting until it is stopped. @returns the answers other than 200 */
function keepReading(): () => Promise<{ count: number; failed: number[] }> {
  let stopping = false;
  const run = async () => {
    const failed: number[] = [];
    let count = 0;
    for (; !stopping; count++) {
      const status = await get(count % 2 === 0 ? old : next, shop.key);
      if (status !== 200) failed.push(status);
      await setTimeout(20);
    }
    return { count, failed };
  };
  const running = run();
  return () => {
    stopping = true;
    return running;
  };
}

describe('a rotation of SECRET_KEY', () => {
  let stopReading: ReturnType<typeof keepReading>;
  it('begins with a node that has both; another SECRET_KEY, or the new one alone, is refused', async () => {
    next = await node(both);
    assert.deepEqual([await get(old, shop.key), await get(next, shop.key)], [200, 200]);
    stopReading = keepReading();
    for (const env of [
      { SECRET_KEY: THIRD },
      { SECRET_KEY: NEXT },
      { SECRET_KEY: THIRD, SECRET_KEY_OLD: NEXT },
    ] as Env[])
      await assert.rejects(node(env), /^StartupError: SECRET_KEY differs from the one that this database/);
    const { code, err } = await admin({ SECRET_KEY: NEXT }, 'secrets', 'rotate');
    assert.deepEqual([code, /SECRET_KEY_OLD/.test(err)], [1, true], err);
    const early = await admin(both, 'secrets', 'retire');
    assert.match(early.err, /does not seal every data key yet\. Run .*rotate/);
  });

  it('seals a handful of keys; then nodes start with the old one, the new one, or both', async () => {
    const rotated = await admin(both, 'secrets', 'rotate');
    assert.equal(rotated.code, 0, rotated.err);
    assert.match(rotated.out, /SECRET_KEY now opens all data keys \(7 sealed\)\.\nNew keys, used in 120 s: api keys\./);
    assert.match((await admin(both, 'secrets', 'rotate')).out, /^SECRET_KEY already opens all data keys\.$/, 'again');
    for (const env of [{ SECRET_KEY: OLD }, { SECRET_KEY: NEXT }, { SECRET_KEY: OLD, SECRET_KEY_OLD: NEXT }] as Env[]) {
      const started = await node(env);
      assert.equal(await get(started, shop.key), 200);
      await started.stop();
    }
    assert.match((await admin(both, 'secrets', 'retire')).err, /the new keys are not used yet: api keys/);
  });

  it('moves the hash of an API key at its next use, and nodes with either setting accept both', async () => {
    const [used, unused] = [await shop.newKey({}), await shop.newKey({})];
    assert.equal(await get(next, used.key), 200);
    assert.equal(await generationOf(used.id), 1, 'not before every node has the new pepper');
    await passHeadStart(OLD);
    await until(async () => {
      const fresh = await shop.newKey({});
      await get(next, fresh.key);
      return (await generationOf(fresh.id)) === 2;
    });
    const moved = await shop.newKey({});
    assert.equal(await get(next, moved.key), 200);
    assert.deepEqual([await generationOf(moved.id), await generationOf(unused.id)], [2, 1]);
    assert.equal(await get(old, moved.key), 200, 'a node that still has the old setting');
    const made = await old.request('POST', '/api/v1/wallets', { key: moved.key, body: { currency: 'XOF' } });
    assert.equal(made.status, 201, made.text);
  });

  it('control: with only the new pepper, keys that were not used since are unknown', async () => {
    const { key } = await shop.newKey({});
    const { pepper } = await openSecrets(old.db, secretKeysOf([NEXT]));
    const authenticator = (own: DataKey) => createKeyAuthenticator(old.db, { pepper: own, live: false });
    const newest = { generations: pepper.generations.slice(0, 1) };
    await assert.rejects(authenticator(newest).authenticate(key), { code: 'invalid_api_key' });
    assert.equal((await authenticator(pepper).authenticate(key)).owner.id, shop.merchantId);
  });

  it('accepts cookies of devices from before, and signs them under the new pepper at the next login', async () => {
    const { pepper } = await openSecrets(old.db, secretKeysOf([NEXT]));
    const cookie = createDevices(deriveSecrets(OLD).pepper).remember(null, 'usr_1');
    const devices = createDevices(pepper);
    const id = devices.recognise(cookie, 'usr_1');
    assert.ok(id);
    const again = devices.remember(cookie, 'usr_1');
    const newest = createDevices({ generations: pepper.generations.slice(0, 1) });
    assert.deepEqual([newest.recognise(cookie, 'usr_1'), newest.recognise(again, 'usr_1')], [null, id]);
  });

  it('cannot retire while something needs the old key: it names each, or revokes them', async () => {
    const lost = await shop.newKey({});
    const person = await old.person('operator');
    const code = hashUnder(deriveSecrets(OLD).pepper, 'a recovery code');
    await query('INSERT INTO recovery_codes (account_id, hash) VALUES ($1, $2)', person.id, code);
    const refused = await admin(both, 'secrets', 'retire');
    assert.equal(refused.code, 1);
    assert.match(refused.err, new RegExp(`\\d+ test API keys of ${shop.merchantId} \\(.*\\), last used `));
    assert.match(refused.err, /recovery codes of 1 accounts/);
    assert.equal(
      (await query('SELECT count(DISTINCT secret)::int AS n FROM data_key_seals'))[0].n,
      2,
      'nothing was done',
    );

    const retired = await admin(both, 'secrets', 'retire', '--revoke-unused');
    assert.equal(retired.code, 0, retired.err);
    assert.match(retired.out, /Retired: SECRET_KEY [0-9a-f]{32}\.\nDeleted data keys: api keys 1\./);
    assert.match(retired.out, /derived these keys from SECRET_KEY: documents, .*rotate --data-keys/);
    const acts = await query(
      'SELECT action, actor_type, reason FROM audit_log WHERE target IN ($1, $2) ORDER BY seq',
      lost.id,
      person.id,
    );
    const reason = 'not used since the rotation of SECRET_KEY';
    assert.deepEqual(acts, [
      { action: 'key.revoked', actor_type: 'admin', reason },
      { action: 'recovery_codes.revoked', actor_type: 'admin', reason },
    ]);
    assert.equal((await query('SELECT FROM recovery_codes')).length, 0);
    await until(async () => (await get(next, lost.key)) === 401);
    const made = await query(`SELECT DISTINCT action FROM audit_log WHERE action LIKE 'secrets.%' ORDER BY 1`);
    assert.deepEqual(
      made.map(({ action }) => action),
      ['secrets.retired', 'secrets.rotated'],
    );
  });

  it('then the old one alone is refused, and a node that runs with it continues', async () => {
    await assert.rejects(node({ SECRET_KEY: OLD }), /SECRET_KEY differs/);
    const { pepper } = await openSecrets(old.db, secretKeysOf([NEXT]));
    const world = { world: shop.world, livemode: false, scopes: allScopes };
    fresh = (await createKey(old.db, world, pepper)).key;
    assert.deepEqual([await get(old, fresh), await get(next, fresh)], [200, 200]);
    const made = await old.request('POST', '/api/v1/webhooks', {
      key: fresh,
      body: { url: receiver.url, events: ['*'] },
    });
    assert.equal(made.status, 201, made.text);
    endpoint = made.body;
    await deliver(next);
    const last = await node({ SECRET_KEY: NEXT });
    await last.stop();
    assert.match((await admin({ SECRET_KEY: NEXT }, 'secrets', 'retire')).out, /No older SECRET_KEY is left/);
  });

  it('fails no request of a key that is in use', async (t) => {
    const { count, failed } = await stopReading();
    assert.deepEqual(failed, []);
    t.diagnostic(`${count} requests through both nodes`);
  });
});

/** A webhook arrives with a signature that the endpoint's secret verifies. */
async function deliver(from: TestService): Promise<void> {
  const before = receiver.received.length;
  const sent = await from.request('POST', '/api/v1/test/events', { key: fresh, body: { type: 'payment.succeeded' } });
  assert.ok(sent.status < 300, sent.text);
  const { headers, raw } = await receiver.nth(before + 1);
  assert.ok(verify(String(headers['service-signature']), raw, endpoint.secret, unixNow()));
}

describe('new data keys', () => {
  const ROWS = 3_000;
  let person: TestPerson;
  let document: string;
  let last: TestService;
  const generations = () =>
    query(`SELECT sealed_generation(secret) AS n, count(*)::int AS rows FROM webhook_endpoints GROUP BY 1 ORDER BY 1`);

  before(async () => {
    const { encryptionKey } = await openSecrets(old.db, secretKeysOf([NEXT]));
    const ids = Array.from({ length: ROWS }, () => newId('wbk'));
    await query(
      `INSERT INTO webhook_endpoints (world, id, url, events, secret, deleted_at, status)
       SELECT $1, id, 'https://shop.example/', '{*}', secret, now(), 'disabled'
        FROM unnest($2::text[], $3::bytea[]) AS n (id, secret)`,
      shop.world,
      ids,
      ids.map((id) => sealSecret(id, encryptionKey)),
    );
    await old.stop();
    await next.stop();
    next = await node({ SECRET_KEY: NEXT });
    last = await node({ SECRET_KEY: NEXT });
    person = await next.person('customer');
    document = (await upload(person, png())).body.id;
  });
  after(() => last.stop());

  it('are begun beside the derived ones, and both nodes use them at the same time', async () => {
    const dataKeys = true;
    const keys = secretKeysOf([NEXT]);
    const { begun } = await transaction(last.db, (tx) => rotateSecrets(tx, keys, { dataKeys, headStartSeconds: 1 }));
    assert.deepEqual(begun, ['webhook secrets', 'documents', 'identities', 'rails', 'subjects']);
    const again = await transaction(last.db, (tx) => rotateSecrets(tx, keys, { dataKeys }));
    assert.deepEqual(again, { seals: 0, begun: [] }, 'a second run begins nothing');
    await passHeadStart(NEXT);
    await deliver(last);
    const seen = await person.call('GET', `/kyc/documents/${document}`);
    assert.equal(seen.status, 200);
  });

  it('cannot replace the old ones before every row and document is sealed again', async () => {
    const { code, err } = await admin({ SECRET_KEY: NEXT }, 'secrets', 'retire');
    assert.equal(code, 1);
    assert.match(
      err,
      new RegExp(`an older data key still seals .*${ROWS + 1} of webhook_endpoints\\.secret.*, documents\\. Run`),
    );
  });

  it('a command that is killed while it seals leaves all rows readable, and a second run continues', async () => {
    const lock = await asOwner();
    await lock.query('BEGIN');
    await lock.query('SELECT FROM webhook_endpoints WHERE id = (SELECT max(id) FROM webhook_endpoints) FOR UPDATE');
    const child = startAdmin({ DATABASE_URL: database.url, DATA_DIR, SECRET_KEY: NEXT }, [
      'secrets',
      'rotate',
      '--data-keys',
    ]);
    // The last portion waits for the locked row.
    await until(async () => (await generations()).some(({ n }) => n === 2));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await lock.query('ROLLBACK');
    await lock.end();
    const half = await generations();
    assert.deepEqual(
      half.map(({ n }) => n),
      [1, 2],
      'some of each',
    );
    await deliver(next);

    const ended = await admin({ SECRET_KEY: NEXT }, 'secrets', 'rotate', '--data-keys');
    assert.equal(ended.code, 0, ended.err);
    assert.match(ended.out, /Sealed again: \d+ rows, 1 documents\./);
    assert.deepEqual(await generations(), [{ n: 2, rows: ROWS + 1 }]);
    const sealed = readFileSync(join(DATA_DIR, 'documents', document));
    assert.equal(generationOfSealed(sealed), 2);
    await deliver(last);
    assert.equal((await person.call('GET', `/kyc/documents/${document}`)).status, 200);
    const { encryptionKey } = await openSecrets(last.db, secretKeysOf([NEXT]));
    for (const row of await query(`SELECT id, secret FROM webhook_endpoints WHERE deleted_at IS NOT NULL LIMIT 50`))
      assert.equal(openSecret(row.secret, encryptionKey), row.id);
  });

  it('replace the old ones: a thief of the old SECRET_KEY opens nothing', async () => {
    const retired = await admin({ SECRET_KEY: NEXT }, 'secrets', 'retire');
    assert.equal(retired.code, 0, retired.err);
    assert.match(retired.out, /Deleted data keys: documents 1, rails 1, subjects 1\./);
    assert.match(
      retired.out,
      /Kept for 7 days, for stored answers: webhook secrets, identities\. Run this again then\./,
    );
    await changeAsOwner(`UPDATE data_keys SET used_from = used_from - interval '7 days'`);
    const later = await admin({ SECRET_KEY: NEXT }, 'secrets', 'retire');
    assert.match(later.out, /Deleted data keys: webhook secrets 1, identities 1\./);
    const [{ secret }] = await query('SELECT secret FROM webhook_endpoints WHERE id = $1', endpoint.id);
    assert.throws(() => openSecret(secret, deriveSecrets(OLD).encryptionKey));
    await deliver(next);
    await deliver(last);
    const { out } = await admin({ SECRET_KEY: NEXT }, 'secrets', 'list');
    assert.deepEqual(out.match(/ yes /g), [' yes '], 'only the addresses that providers call are still derived');
  });

  it('a second login of an external database works beside the first, with the same rights', async () => {
    const password = 'the-password-of-the-second-login';
    await changeAsOwner(`CREATE ROLE shop_service_2 LOGIN PASSWORD '${password}' IN ROLE rialto_service`);
    const url = new URL(database.url);
    Object.assign(url, { username: 'shop_service_2', password });
    const databases = { DATABASE_URL: url.href, DATABASE_OWNER_URL: database.url };
    const env = { ...databases, SECRET_KEY: NEXT, LOG_LEVEL: 'silent', DATA_DIR };
    const connection = await connectService(readConfig(env), () => {});
    const { rows } = await connection.db.pool.query('SELECT session_user::text AS login');
    assert.deepEqual(rows, [{ login: 'shop_service_2' }]);
    const { pepper } = await openSecrets(connection.db, secretKeysOf([NEXT]));
    assert.equal(
      (await createKeyAuthenticator(connection.db, { pepper, live: false }).authenticate(fresh)).world,
      shop.world,
    );
    await assert.rejects(connection.db.pool.query('DELETE FROM data_keys'), /permission denied/);
    await connection.close();
    await changeAsOwner('DROP ROLE shop_service_2');
  });

  it('writes no key to a log, to standard output or into the audit log', async () => {
    const opened = await openSecrets(last.db, secretKeysOf([NEXT]));
    const keys = names.flatMap((name) => [...opened[name].generations, ...deriveSecrets(OLD)[name].generations]);
    const texts = keys.flatMap(({ key }) => ['hex', 'base64', 'base64url'].map((as) => key.toString(as as 'hex')));
    const acts = JSON.stringify(await query('SELECT before, after, reason FROM audit_log'));
    assert.ok(said.includes(secretKeyOf(NEXT).fingerprint), 'the control: a fingerprint is shown');
    for (const text of [OLD, NEXT, THIRD, ...texts]) assert.ok(!said.includes(text) && !acts.includes(text));
  });
});
