import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { accountTypes } from '../../../contract/src/route.ts';
import { SESSION_DAYS } from '../../src/access/tokens/lifetimes.ts';
import { openSigningKeys, rotateSigningKey } from '../../src/access/tokens/signing-keys.ts';
import { createTokens } from '../../src/access/tokens/tokens.ts';
import { transaction } from '../../src/db/transaction.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService, testSecrets, until } from '../support/harness.ts';

let service: TestService;
/** A second node on the same database. */
let node: TestService;
before(async () => {
  service = await startTestService();
  node = await startTestService({}, service);
});
after(async () => {
  await node.stop();
  await service.stop();
});

const me = (key: string, at = service) => at.request('GET', '/api/v1/me', { key });

describe('an access token', () => {
  it('is a JWT under EdDSA that anyone can verify with the JWKS', async () => {
    const { token, id } = await service.person('customer');
    const jwks = createRemoteJWKSet(new URL(`${service.base}/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(token, jwks, { audience: 'rialto', typ: 'at+jwt' });
    assert.deepEqual([protectedHeader.alg, payload.sub, payload.livemode], ['EdDSA', id, false]);
    assert.equal(payload.exp! - payload.iat!, 900);
    assert.ok(payload.iss && payload.jti && payload.sid && protectedHeader.kid);
  });

  it('is refused when it was changed, has another signer or another use, or is not our token', async () => {
    const { token, refreshToken } = await service.person('customer');
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const { kid } = decodeProtectedHeader(token);
    const claims = decodeJwt(token);
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const forge = (kidOf: string | undefined, typ = 'at+jwt') =>
      new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ, ...(kidOf ? { kid: kidOf } : {}) }).sign(stranger);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = [
      refreshToken,
      `${header}.${encode({ ...claims, sub: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa' })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${payload}.`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${payload}.${signature}`,
      await forge(kid),
      await forge('nobody'),
      await forge(undefined),
      'a.b.c',
      '..',
    ];
    for (const key of wrong) {
      const answer = await me(key);
      assert.deepEqual(refusal(answer), [401, 'invalid_token'], key);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    }
  });

  it('expires after 15 minutes, and a refresh token after 30 days', async () => {
    let now = Date.now() - 901_000;
    const keys = openSigningKeys(service.db, testSecrets.encryptionKey);
    const tokens = createTokens(keys, 'rialto', () => now);
    const { id: account, session } = await service.person('customer');
    const claims = { account, type: 'customer', session, id: 'x', livemode: false } as const;
    assert.deepEqual(refusal(await me(await tokens.sign('access', claims))), [401, 'token_expired']);
    // Ten seconds before its end: a token's times are whole seconds, rounded down.
    now += 11_000;
    assert.equal((await me(await tokens.sign('access', claims))).status, 200);
    now = Date.now() - (30 * 24 * 3600 + 1) * 1000;
    const refresh_token = await tokens.sign('refresh', claims);
    const answer = await service.request('POST', '/api/v1/auth/refresh', { body: { refresh_token } });
    assert.deepEqual(refusal(answer), [401, 'token_expired']);
  });

  it('is not accepted as a refresh token', async () => {
    const { token } = await service.person('customer');
    const answer = await service.request('POST', '/api/v1/auth/refresh', { key: token, body: {} });
    assert.deepEqual(refusal(answer), [401, 'invalid_token']);
  });

  it('of an ended session stops on every node, before any cache expires', async () => {
    for (let i = 0; i < 10; i++) {
      const { token, call } = await service.person('customer');
      assert.deepEqual([(await me(token)).status, (await me(token, node)).status], [200, 200]);
      assert.equal((await call('POST', '/auth/logout', {})).status, 204);
      for (const at of [service, node]) await until(async () => (await me(token, at)).status === 401, 9);
    }
  });
});

describe('a session', () => {
  /** As if the login had been this long ago, and the session used all the time. */
  const age = (session: string, seconds: number) =>
    service.db.query(
      {
        name: 'test_age_session',
        text: 'UPDATE sessions SET created_at = now() - make_interval(secs => $2) WHERE id = $1',
      },
      [session, seconds],
    );
  const renew = (refresh_token: string) => service.request('POST', '/api/v1/auth/refresh', { body: { refresh_token } });

  for (const type of accountTypes) {
    const days = SESSION_DAYS[type];
    it(`of a ${type} ends ${days} days after the login, however often it was renewed`, async () => {
      const of = type === 'merchant' ? { merchantId: (await service.merchant()).merchantId } : {};
      const { refreshToken, session } = await service.person(type, of);
      await age(session, days * 86_400 - 600);
      const renewed = await renew(refreshToken);
      assert.equal(renewed.status, 200, 'the control: ten minutes before');
      await age(session, days * 86_400 + 1);
      assert.deepEqual(refusal(await renew(renewed.body.refresh_token)), [401, 'token_expired']);
    });
  }

  it('that nears its end is listed with it, and its access tokens end there', async () => {
    const { refreshToken, session, call } = await service.person('operator');
    await age(session, SESSION_DAYS.operator * 86_400 - 600);
    const { access_token: token } = (await renew(refreshToken)).body;
    const [row] = (await call('GET', '/auth/sessions')).body.data;
    const left = (Date.parse(row.expires_at) - Date.now()) / 1_000;
    assert.ok(left > 0 && left <= 600, `${left} s`);
    assert.equal((await me(token)).status, 200);
    const text = 'UPDATE sessions SET expires_at = now() WHERE id = $1';
    await service.db.query({ name: 'test_end_session', text }, [session]);
    // A node that has not loaded the session yet: one that has loaded it caches it for ten seconds.
    assert.deepEqual(refusal(await me(token, node)), [401, 'token_expired']);
  });

  it('past its maximum age is over for a spent token too, which is no sign of a theft then', async () => {
    const { refreshToken, session } = await service.person('customer');
    const { refresh_token: next } = (await renew(refreshToken)).body;
    await age(session, SESSION_DAYS.customer * 86_400 + 1);
    assert.deepEqual(refusal(await renew(refreshToken)), [401, 'token_expired']);
    await age(session, 0);
    assert.equal((await renew(next)).status, 200);
  });
});

describe('a refresh token', () => {
  it('may be sent as Bearer', async () => {
    const { refreshToken } = await service.person('customer');
    const answer = await service.request('POST', '/api/v1/auth/refresh', { key: refreshToken, body: {} });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });
  it('that is missing is 401', async () => {
    assert.deepEqual(refusal(await service.request('POST', '/api/v1/auth/refresh', { body: {} })), [
      401,
      'missing_credentials',
    ]);
  });
});

describe('signing keys', () => {
  it('are rotated with overlap: the new one is published, then signs; old signatures stay valid', async () => {
    const before = await service.person('customer');
    const kid = await transaction(service.db, (tx) => rotateSigningKey(tx, testSecrets.encryptionKey));
    const fresh = openSigningKeys(service.db, testSecrets.encryptionKey);
    const published = (await fresh.jwks()).keys.map((key) => key.kid);
    assert.ok(published.includes(kid) && published.length === 2);
    assert.notEqual((await fresh.current()).kid, kid, 'not before every node knows it');
    await service.db.query({ name: 'test_time', text: `UPDATE signing_keys SET signs_from = now() WHERE kid = $1` }, [
      kid,
    ]);
    const later = openSigningKeys(service.db, testSecrets.encryptionKey);
    assert.equal((await later.current()).kid, kid);
    const { id: account, session } = before;
    const claims = { account, type: 'customer', session, id: 'x', livemode: false } as const;
    const signed = await createTokens(later, 'rialto').sign('access', claims);
    // A node that does not know the key looks it up when it meets it.
    await until(async () => (await me(signed)).status === 200);
    assert.equal((await me(before.token)).status, 200);
  });

  it('made at once by many nodes are one', async () => {
    await service.db.query({ name: 'test_no_keys', text: 'DELETE FROM signing_keys' });
    const nodes = Array.from({ length: 8 }, () => openSigningKeys(service.db, testSecrets.encryptionKey));
    const kids = await Promise.all(nodes.map(async (keys) => (await keys.current()).kid));
    assert.equal(new Set(kids).size, 1);
  });
});
