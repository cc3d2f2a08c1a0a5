import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type KeyPair = {
  readonly id: string;
  readonly publicKey: KeyObject;
  readonly publicPem: string;
  readonly privateKey: KeyObject;
};

export function makeKeyPair(id: string): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { id, publicKey, publicPem, privateKey };
}

const digestOf = (body: string | Buffer, algorithm: 'sha512' | 'sha256') =>
  createHash(algorithm).update(body).digest('base64');

const COMPONENTS = '("@method" "@authority" "@path" "signature-date" "content-digest" "content-type")';

/**
 * The headers of a signed callback (https://docs.pawapay.io/v2/docs/signatures). The time is the real one: a signature
 * lives 60 s on the receiver's clock, which no control clock moves.
 */
export function signCallback(
  key: KeyPair,
  url: string,
  body: string,
  encoding: 'der' | 'ieee-p1363',
): Record<string, string> {
  const { host, pathname } = new URL(url);
  const now = new Date();
  const created = Math.floor(now.getTime() / 1000);
  const digest = `sha-512=:${digestOf(body, 'sha512')}:`;
  // pawaPay's clock has nanoseconds.
  const date = now.toISOString().replace('Z', '673817Z');
  const input = `${COMPONENTS};alg="ecdsa-p256-sha256";keyid="${key.id}";created=${created};expires=${created + 60}`;
  const base = [
    '"@method": POST',
    `"@authority": ${host}`,
    `"@path": ${pathname}`,
    `"signature-date": ${date}`,
    `"content-digest": ${digest}`,
    '"content-type": application/json',
    `"@signature-params": ${input}`,
  ].join('\n');
  const signature = sign('sha256', Buffer.from(base), { key: key.privateKey, dsaEncoding: encoding });
  return {
    'Content-Digest': digest,
    'Signature-Date': date,
    'Signature-Input': `sig-pp=${input}`,
    Signature: `sig-pp=:${signature.toString('base64')}:`,
    'Accept-Signature': 'rsa-pss-sha512,ecdsa-p256-sha256,rsa-v1_5-sha256,ecdsa-p384-sha384',
    'Accept-Digest': 'sha-256,sha-512',
  };
}

/**
 * Checks the signature of a financial request against the keys of the account.
 * @param keys public keys by id
 * @returns the reason why it is refused, or null
 */
export function faultOfRequest(
  call: {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  },
  keys: ReadonlyMap<string, KeyObject>,
): string | null {
  const { headers } = call;
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '');
  const [, label, input, list] = /^([a-z][a-z0-9_-]*)=((\([^)]*\)).*)$/.exec(text('signature-input')) ?? [];
  const [, encoded] = new RegExp(`^${label}=:([A-Za-z0-9+/=]+):$`).exec(text('signature')) ?? [];
  if (!label || !input || !list || !encoded) return 'Signature or Signature-Input is missing or malformed';
  const [, algorithm] = /;alg="([^"]+)"/.exec(input) ?? [];
  const [, keyId] = /;keyid="([^"]+)"/.exec(input) ?? [];
  const [, expires] = /;expires=(\d+)/.exec(input) ?? [];
  const key = keys.get(keyId ?? '');
  if (!key) return `the key '${keyId}' is not known`;
  if (algorithm !== 'ecdsa-p256-sha256') return `the algorithm '${algorithm}' is not supported`;
  if (expires && Number(expires) < Date.now() / 1000) return 'the signature has expired';
  const [, name, digest] = /^(sha-512|sha-256)=:(.+):$/.exec(text('content-digest')) ?? [];
  if (!name || digest !== digestOf(call.body, name === 'sha-512' ? 'sha512' : 'sha256')) {
    return 'Content-Digest does not match the body';
  }
  const derived: Record<string, string> = {
    '@method': call.method,
    '@authority': text('host'),
    '@path': call.path,
  };
  const components = [...list.matchAll(/"([^"]+)"/g)].map((found) => found[1]!);
  if (!components.includes('content-digest')) return 'Content-Digest is not signed';
  const lines = components.map((component) => `"${component}": ${derived[component] ?? text(component).trim()}`);
  const base = Buffer.from([...lines, `"@signature-params": ${input}`].join('\n'));
  const bytes = Buffer.from(encoded, 'base64');
  const matches = (['der', 'ieee-p1363'] as const).some((dsaEncoding) =>
    verify('sha256', base, { key, dsaEncoding }, bytes),
  );
  return matches ? null : 'the signature does not match the request';
}
