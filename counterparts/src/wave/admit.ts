import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Answer, Call } from '../kit/server.ts';
import { invalid, refuse } from './errors.ts';
import { API_KEY, SIGNING_SECRET } from './secrets.ts';
import type { Wallet } from './wallet.ts';

/** docs.wave.com, "Error codes" of the authentication. Control switches one on: `{"key_error": "api-key-revoked"}`. */
const keyErrors: Readonly<Record<string, number>> = {
  'api-key-revoked': 401,
  'invalid-wallet': 403,
  'disabled-wallet': 403,
  'unauthorized-wallet': 403,
};
const TOLERANCE_S = 300;

/** @returns the refusal of a call without the right key or signature, or null */
export function checkKey(wallet: Wallet, call: Call): Answer | null {
  const { authorization } = call.headers;
  if (authorization === undefined)
    return refuse(401, 'missing-auth-header', 'Your request should include an auth header.');
  const [, scheme, key] = /^(\S+) ?(.*)$/.exec(authorization) ?? [];
  if (scheme !== 'Bearer') return refuse(401, 'invalid-auth', "Your HTTP auth header can't be processed.");
  if (key === '') return refuse(401, 'api-key-not-provided', 'Your request should include an API key.');
  if (key !== API_KEY) return refuse(401, 'no-matching-api-key', "The key you provided doesn't exist in our system.");
  const { keyError, signedRequests } = wallet.kit.settings;
  if (typeof keyError === 'string') return refuse(keyErrors[keyError] ?? 401, keyError, 'The key cannot be used.');
  const signature = call.headers['wave-signature'];
  const isSigned = typeof signature === 'string' && isOurs(signature, call.body, wallet.kit.now());
  return isSigned || (signature === undefined && signedRequests !== true)
    ? null
    : refuse(401, 'invalid-auth', 'The signature of the request is missing or wrong.');
}

/**
 * Signed requests follow the rule of webhooks: the time immediately followed by the raw body. The client's clock may be
 * the real one or go with the control clock.
 */
function isOurs(header: string, body: Buffer, controlNow: number): boolean {
  const [, t, v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const isNear = (now: number) => Math.abs(now / 1000 - Number(t)) <= TOLERANCE_S;
  if (t === undefined || !(isNear(Date.now()) || isNear(controlNow))) return false;
  const expected = createHmac('sha256', SIGNING_SECRET).update(t).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}

/** Checks the key and calls `handle` if it is right. */
export const withKey =
  (wallet: Wallet, handle: (call: Call) => Answer | Promise<Answer>) =>
  (call: Call): Answer | Promise<Answer> =>
    checkKey(wallet, call) ?? handle(call);

export type Fields = Readonly<Record<string, unknown>>;

/** @returns the body's object, or the refusal of a body that is none */
export function readFields(call: Call): { fields: Fields } | { refusal: Answer } {
  if (!/^application\/json\b/.test(call.headers['content-type'] ?? ''))
    return { refusal: refuse(400, 'request-not-json', 'Your request body should be JSON.') };
  const body = call.json();
  if (body === undefined)
    return { refusal: refuse(400, 'request-parsing-error', 'Your request body cannot be parsed.') };
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { refusal: invalid([{ loc: [], msg: 'value is not a valid dict' }]) };
  return { fields: body as Fields };
}
