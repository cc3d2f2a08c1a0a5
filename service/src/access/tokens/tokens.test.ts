import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { SigningKeys } from './signing-keys.ts';
import { type Claims, createTokens } from './tokens.ts';

const START = Date.parse('2026-03-01T12:00:00.900Z');
const START_S = Math.floor(START / 1000);
const pair = generateKeyPairSync('ed25519');
const keysWith = (find: (kid: string) => KeyObject | null): SigningKeys => ({
  current: async () => ({ kid: 'k1', signs: true, jwk: {}, ...pair }),
  find: async (kid) => find(kid),
  jwks: async () => ({ keys: [] }),
});
const known = keysWith((kid) => (kid === 'k1' ? pair.publicKey : null));
let now = START;
const tokens = createTokens(known, 'https://pay.example', () => now);
const claims: Claims = { account: 'usr_1', type: 'customer', session: 'ses_1', id: 'jti-1', livemode: true };
const at = <T>(time: number, act: () => Promise<T>): Promise<T> => {
  now = time;
  return act().finally(() => {
    now = START;
  });
};

/** A token signed by our own key, with some parts changed. */
function forge(payload: object = {}, header: object = {}): Promise<string> {
  const good = { iss: 'https://pay.example', aud: 'rialto', sub: 'usr_1', jti: 'jti-1', sid: 'ses_1' };
  const times = { iat: START_S, exp: START_S + 60 };
  const all = { ...good, ...times, account_type: 'customer', livemode: true, ...payload };
  return new SignJWT(all)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1', ...header })
    .sign(pair.privateKey);
}
const verified = (token: string) => tokens.verify('access', token);

describe('a token', () => {
  it('carries its account, lifetime and key, and verifies with the same claims', async () => {
    for (const [use, typ, seconds] of [
      ['access', 'at+jwt', 900],
      ['refresh', 'rt+jwt', 2_592_000],
    ] as const) {
      const token = await tokens.sign(use, claims);
      assert.deepEqual(decodeProtectedHeader(token), { alg: 'EdDSA', typ, kid: 'k1' });
      assert.deepEqual(decodeJwt(token), {
        iss: 'https://pay.example',
        aud: 'rialto',
        sub: 'usr_1',
        sid: 'ses_1',
        jti: 'jti-1',
        account_type: 'customer',
        livemode: true,
        iat: START_S,
        exp: START_S + seconds,
      });
      assert.deepEqual(await tokens.verify(use, token), { claims, expiresAt: (START_S + seconds) * 1000 });
    }
  });

  it('of staff has no mode', async () => {
    const staff = { ...claims, type: 'operator', livemode: null } as const;
    const token = await tokens.sign('access', staff);
    assert.equal(decodeJwt(token).livemode, null);
    assert.deepEqual(await verified(token), { claims: staff, expiresAt: (START_S + 900) * 1000 });
    assert.deepEqual(await verified(await forge({ livemode: 'true' })), {
      claims: { ...claims, livemode: null },
      expiresAt: (START_S + 60) * 1000,
    });
  });

  it('is valid until its last second and then expires', async () => {
    const token = await tokens.sign('access', claims);
    const end = (START_S + 900) * 1000;
    assert.equal(typeof (await at(end - 1, () => verified(token))), 'object');
    assert.equal(await at(end, () => verified(token)), 'token_expired');
  });

  it('for one use is refused for the other', async () => {
    assert.equal(await tokens.verify('refresh', await tokens.sign('access', claims)), 'invalid_token');
    assert.equal(await verified(await tokens.sign('refresh', claims)), 'invalid_token');
  });
});

describe('a token that is not ours', () => {
  it('is refused, and the same token without the change is accepted', async () => {
    assert.equal(typeof (await verified(await forge())), 'object');
    const changes: [object, object?][] = [
      [{ iss: 'https://other.example' }],
      [{ aud: 'other' }],
      [{ sub: undefined }],
      [{ sub: 7 }],
      [{ sid: undefined }],
      [{ jti: undefined }],
      [{ jti: 7 }],
      [{ exp: undefined }],
      [{ account_type: undefined }],
      [{ account_type: 'root' }],
      [{}, { typ: 'JWT' }],
      [{}, { typ: undefined }],
      [{}, { kid: undefined }],
      [{}, { kid: 'k2' }],
    ];
    for (const [payload, header] of changes)
      assert.equal(await verified(await forge(payload, header)), 'invalid_token', JSON.stringify([payload, header]));
  });

  it('is refused under another algorithm', async () => {
    const secret = pair.publicKey.export({ type: 'spki', format: 'der' });
    const symmetric = new SignJWT(decodeJwt(await forge())).setProtectedHeader({
      alg: 'HS256',
      typ: 'at+jwt',
      kid: 'k1',
    });
    assert.equal(await verified(await symmetric.sign(secret)), 'invalid_token');
    const [, payload] = (await forge()).split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'k1' })).toString('base64url');
    for (const text of [`${none}.${payload}.`, '', 'x', 'a.b.c', `${await forge()}x`])
      assert.equal(await verified(text), 'invalid_token', text);
  });

  it('is distinguished from a database that does not answer', async () => {
    const away = keysWith(() => {
      throw new Error('the database is away');
    });
    const token = await forge();
    await assert.rejects(createTokens(away, 'https://pay.example', () => START).verify('access', token), /is away/);
  });
});
