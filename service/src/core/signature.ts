import { createHmac, timingSafeEqual } from 'node:crypto';

/** While a secret is being rolled, `previous` is the one that receivers still use. */
export type SigningSecrets = { readonly current: string; readonly previous?: string | undefined };

export type Attempt = {
  readonly secrets: SigningSecrets;
  readonly endpointId: string;
  readonly eventId: string;
  readonly deliveryId: string;
  readonly attempt: number;
  /** Unix seconds, real time. */
  readonly t: number;
  /** The stored bytes of the event, exactly as they are sent. */
  readonly body: string | Uint8Array;
  readonly headerPrefix?: string;
};

export function signAttempt(attempt: Attempt): Record<string, string> {
  const { secrets, eventId, t, body, headerPrefix = 'Service' } = attempt;
  const { current, previous } = secrets;
  const names = namesWith(headerPrefix);
  const headers: Record<string, string> = { [names.signature]: ourSignature(previous ?? current, t, body) };
  if (previous) headers[names.next] = ourSignature(current, t, body);
  headers[names.endpoint] = attempt.endpointId;
  headers[names.event] = eventId;
  headers[names.delivery] = attempt.deliveryId;
  headers[names.number] = String(attempt.attempt);
  headers['webhook-id'] = eventId;
  headers['webhook-timestamp'] = String(t);
  const standard = standardSignature(current, eventId, t, body);
  headers['webhook-signature'] = previous ? `${standard} ${standardSignature(previous, eventId, t, body)}` : standard;
  return headers;
}

type Names = Readonly<Record<'signature' | 'next' | 'endpoint' | 'event' | 'delivery' | 'number', string>>;
const knownNames = new Map<string, Names>();

/** Cached: V8 would have to look up a name built for each attempt in its table of names. */
function namesWith(prefix: string): Names {
  const known = knownNames.get(prefix);
  if (known) return known;
  const names = {
    signature: `${prefix}-Signature`,
    next: `${prefix}-Signature-Next`,
    endpoint: `${prefix}-Webhook-Id`,
    event: `${prefix}-Event-Id`,
    delivery: `${prefix}-Delivery-Id`,
    number: `${prefix}-Delivery-Attempt`,
  };
  knownNames.set(prefix, names);
  return names;
}

/** docs/webhooks.md, "Verify the signature": keyed with the whole secret, so that Stripe's libraries verify it too. */
function ourSignature(secret: string, t: number | string, body: string | Uint8Array): string {
  return `t=${t},v1=${hexDigest(secret, t, body)}`;
}

function hexDigest(secret: string, t: number | string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
}

/** Standard Webhooks 1.0: keyed with the bytes that the base64 after `whsec_` encodes. */
function standardSignature(secret: string, eventId: string, t: number, body: string | Uint8Array): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${eventId}.${t}.`).update(body).digest('base64')}`;
}

/** Follows the steps that docs/webhooks.md gives to receivers. */
export function verify(
  header: string,
  rawBody: string | Uint8Array,
  secret: string,
  nowSeconds: number,
  tolerance = 300,
): boolean {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  if (t === '' || !Number.isFinite(Number(t))) return false;
  if (!(Math.abs(nowSeconds - Number(t)) <= tolerance)) return false;
  const expected = Buffer.from(hexDigest(secret, t, rawBody));
  const given = Buffer.from(v1);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 36;

/** 36 random bytes are 48 base64 characters without padding. One draw in 4.6 has no + or /: (62/64)^48. */
export function newWebhookSecret(randomBytes: (size: number) => Buffer): string {
  for (;;) {
    const text = randomBytes(SECRET_BYTES).toString('base64');
    if (!/[+/]/.test(text)) return SECRET_PREFIX + text;
  }
}
