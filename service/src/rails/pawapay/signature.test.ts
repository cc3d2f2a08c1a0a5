import assert from 'node:assert/strict';
import { constants, createPublicKey, createSign, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { httpbis } from 'http-message-signatures';
import {
  contentDigest,
  faultOfSignature,
  readMessageSignature,
  type SignedMessage,
  signPawapayRequest,
} from './signature.ts';

const NOW = 1_790_171_710_123;
const body = Buffer.from('{"depositId":"f4401bd2-1568-4140-bf2d-eb77d2b2b639","status":"COMPLETED","note":"Café"}');
const p256 = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const fields = ['@method', '@authority', '@path', 'signature-date', 'content-digest', 'content-type'];

type Signer = (data: Buffer) => Buffer;
const ecdsa =
  (hash: string, key: KeyObject, dsaEncoding: 'der' | 'ieee-p1363'): Signer =>
  (data) =>
    createSign(hash).update(data).sign({ key, dsaEncoding });

/** A callback that npm's http-message-signatures signs, in the way of pawaPay. */
async function callback(sign: Signer, alg: string, more: Partial<{ fields: string[]; name: string }> = {}) {
  const { headers } = await httpbis.signMessage(
    {
      key: { id: 'HTTP_EC_P256_KEY:1', alg, sign: async (data) => sign(data) },
      name: more.name ?? 'sig-pp',
      fields: more.fields ?? fields,
      params: ['alg', 'keyid', 'created', 'expires'],
      paramValues: { created: new Date(NOW), expires: new Date(NOW + 60_000) },
    },
    {
      method: 'POST',
      url: 'https://pay.example.com/rails/7f/0a1b',
      headers: {
        'Content-Type': 'application/json',
        'Content-Digest': contentDigest(body),
        'Signature-Date': '2026-09-23T13:55:10.673817314Z',
      },
    },
  );
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const request: SignedMessage = {
    method: 'POST',
    authority: 'pay.example.com',
    path: '/rails/7f/0a1b',
    headers: Object.fromEntries(lower),
    body,
  };
  return request;
}

const fault = (request: SignedMessage, key: KeyObject = p256.publicKey, now = NOW) => {
  const signature = readMessageSignature(request.headers);
  return signature ? faultOfSignature(request, signature, key, now) : 'unsigned';
};
const der = ecdsa('sha256', p256.privateKey, 'der');

describe('the signature of a callback', () => {
  it('is verified in DER, as pawaPay sends it, and as r‖s, as RFC 9421 says', async () => {
    assert.equal(fault(await callback(der, 'ecdsa-p256-sha256')), null);
    assert.equal(fault(await callback(ecdsa('sha256', p256.privateKey, 'ieee-p1363'), 'ecdsa-p256-sha256')), null);
    const wide = (encoding: 'der' | 'ieee-p1363') => ecdsa('sha384', p384.privateKey, encoding);
    assert.equal(fault(await callback(wide('der'), 'ecdsa-p384-sha384'), p384.publicKey), null);
    assert.equal(fault(await callback(wide('ieee-p1363'), 'ecdsa-p384-sha384'), p384.publicKey), null);
  });

  it('is verified with RSA', async () => {
    const plain: Signer = (data) => createSign('sha256').update(data).sign(rsa.privateKey);
    assert.equal(fault(await callback(plain, 'rsa-v1_5-sha256'), rsa.publicKey), null);
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    const pss: Signer = (data) =>
      createSign('sha512').update(data).sign({ key: rsa.privateKey, padding, saltLength: 64 });
    assert.equal(fault(await callback(pss, 'rsa-pss-sha512'), rsa.publicKey), null);
  });

  it('is that of the public address, the method and the body', async () => {
    const signed = await callback(der, 'ecdsa-p256-sha256');
    assert.match(fault({ ...signed, authority: '10.0.0.7:8080' })!, /does not match/);
    assert.match(fault({ ...signed, path: '/rails/7f/0a1c' })!, /does not match/);
    assert.match(fault({ ...signed, method: 'PUT' })!, /does not match/);
    assert.match(fault({ ...signed, body: Buffer.from('{}') })!, /digest/);
    const digest = contentDigest(Buffer.from('{}'));
    const forged = { ...signed, body: Buffer.from('{}'), headers: { ...signed.headers, 'content-digest': digest } };
    assert.match(fault(forged)!, /does not match/);
  });

  it('fails with another key, or with a key of another kind', async () => {
    const signed = await callback(der, 'ecdsa-p256-sha256');
    const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    assert.match(fault(signed, other.publicKey)!, /does not match/);
    assert.match(fault(signed, rsa.publicKey)!, /does not fit/);
    assert.match(fault(signed, p384.publicKey)!, /does not fit/);
    assert.match(fault(await callback(der, 'rsa-v1_5-sha256'))!, /does not fit/);
    assert.match(fault(await callback(der, 'hmac-sha256'))!, /does not fit/);
    assert.match(fault(await callback(der, 'constructor'))!, /does not fit/);
  });

  it('must cover address and body', async () => {
    for (const left of ['@method', '@authority', '@path', 'content-digest']) {
      const some = await callback(der, 'ecdsa-p256-sha256', { fields: fields.filter((name) => name !== left) });
      assert.equal(fault(some), `the signature does not cover ${left}`);
    }
  });

  it('is accepted for the 15 minutes of repeats, and not later', async () => {
    const signed = await callback(der, 'ecdsa-p256-sha256');
    assert.equal(fault(signed, p256.publicKey, NOW + 15 * 60_000), null);
    assert.match(fault(signed, p256.publicKey, NOW + 17 * 60_000)!, /expired/);
    assert.match(fault(signed, p256.publicKey, NOW - 16 * 60_000)!, /future/);
  });

  it('accepts sha-256 too, and no other digest', async () => {
    const request = (digest: string): SignedMessage => {
      const contentType = 'application/json';
      const base = { method: 'POST', authority: 'a', path: '/b', body };
      const key = { id: 'k', privateKey: p256.privateKey, encoding: 'der' } as const;
      return {
        ...base,
        headers: { ...signPawapayRequest({ ...base, contentType }, key, NOW), 'content-digest': digest },
      };
    };
    assert.match(fault(request(contentDigest(body, 'sha-256')))!, /does not match/); // Digest accepted, signature not.
    assert.match(fault(request('md5=:1B2M2Y8AsgTpgAmY7PhCfg==:'))!, /digest/);
    assert.match(fault(request(''))!, /digest/);
  });

  it('is found by its label, and absent where it cannot be read', async () => {
    const renamed = await callback(der, 'ecdsa-p256-sha256', { name: 'sig1' });
    assert.equal(fault(renamed), null);
    const { headers } = await callback(der, 'ecdsa-p256-sha256');
    assert.equal(readMessageSignature(headers)!.keyId, 'HTTP_EC_P256_KEY:1');
    const two = {
      'signature-input': `other=("@method");keyid="a,b", ${headers['signature-input']}`,
      signature: `other=:AAAA:, ${headers.signature}`,
    };
    assert.equal(readMessageSignature(two)!.keyId, 'HTTP_EC_P256_KEY:1');
    for (const input of [
      undefined,
      '',
      'sig-pp',
      'sig-pp=()',
      'sig-pp=("@method";req);keyid="a"',
      'sig-pp=("a");alg="b"',
    ]) {
      assert.equal(readMessageSignature({ 'signature-input': input, signature: 'sig-pp=:AAAA:' }), null, String(input));
    }
    assert.equal(readMessageSignature({ ...headers, signature: 'sig-pp=AAAA' }), null);
  });

  it('never throws over bytes that are no signature', async () => {
    const signed = await callback(() => Buffer.from('3006020100020100', 'hex'), 'ecdsa-p256-sha256');
    assert.match(fault(signed)!, /does not match/);
    const short = await callback(() => Buffer.alloc(64), 'ecdsa-p256-sha256');
    assert.match(fault(short)!, /does not match/);
  });
});

describe('the signature of our requests', () => {
  for (const encoding of ['der', 'ieee-p1363'] as const) {
    it(`is verified by http-message-signatures, in ${encoding}`, async () => {
      const request = { method: 'POST', authority: 'api.pawapay.io', path: '/v2/deposits', body };
      const key = { id: 'OUR_KEY', privateKey: p256.privateKey, encoding };
      const headers = signPawapayRequest({ ...request, contentType: 'application/json' }, key, Date.now());
      const publicKey = createPublicKey(p256.privateKey);
      const verified = await httpbis.verifyMessage(
        {
          requiredFields: fields,
          keyLookup: async ({ keyid }) => ({
            id: String(keyid),
            algs: ['ecdsa-p256-sha256'],
            verify: async (data, signature) =>
              createVerify('sha256').update(data).verify({ key: publicKey, dsaEncoding: encoding }, signature),
          }),
        },
        { method: 'POST', url: 'https://api.pawapay.io/v2/deposits', headers },
      );
      assert.equal(verified, true);
      assert.equal(headers['content-digest'], contentDigest(body));
      assert.equal(fault({ ...request, headers }, publicKey, Date.now()), null);
    });
  }
});
