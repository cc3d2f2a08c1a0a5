import { createHmac, timingSafeEqual } from 'node:crypto';

/** docs.wave.com, Webhooks: an older signature is refused, so a recorded webhook cannot be replayed. */
const TOLERANCE_S = 300;
const SCHEME = 'Bearer ';

/**
 * The value of the header `Wave-Signature`, of a webhook of Wave's or of a request to a wallet that wants signed
 * requests. Public code often writes a dot between the time and the body; Wave's own test vector has none.
 *
 * @param t seconds since 1970
 * @param body the raw bytes as they are sent; empty for a request without a body
 */
export function waveSignature(secret: string, t: number, body: string | Uint8Array): string {
  return `t=${t},v1=${digest(secret, String(t), body)}`;
}

/**
 * Verifies the header `Wave-Signature`. The header has several v1 while Wave rotates a secret, and the wallet has
 * several secrets while its owner does: one match is enough.
 */
export function isSignedByWave(signed: {
  readonly header: string | undefined;
  readonly body: string | Uint8Array;
  readonly secrets: readonly string[];
  readonly nowSeconds: number;
}): boolean {
  const parts = (signed.header ?? '').split(',').map((part) => part.trim());
  const t = parts.find((part) => part.startsWith('t='))?.slice('t='.length) ?? '';
  if (!/^\d{1,12}$/.test(t) || Math.abs(signed.nowSeconds - Number(t)) > TOLERANCE_S) return false;
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice('v1='.length));
  return signed.secrets.some((secret) => {
    const expected = digest(secret, t, signed.body);
    return given.some((one) => sameText(one, expected));
  });
}

/** Verifies the other strategy of a webhook: `Authorization: Bearer wave_sn_WHS_…` is the secret itself. */
export function hasSharedSecret(authorization: string | undefined, secrets: readonly string[]): boolean {
  if (!authorization?.startsWith(SCHEME)) return false;
  const given = authorization.slice(SCHEME.length);
  return secrets.some((secret) => sameText(given, secret));
}

function digest(secret: string, t: string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(t).update(body).digest('hex');
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
