import { RialtoError } from '../errors.ts';
import type { WebhookEvent } from '../generated/events.ts';
import { hex, hmac } from './hmac.ts';

export type VerifyOptions = {
  /** The maximum difference between `t` and now, in seconds. */
  toleranceSeconds?: number;
  /** The prefix of the service's own headers (its setting HEADER_PREFIX). */
  headerPrefix?: string;
};

/** The headers of a request, in the form of any framework. */
export type WebhookHeaders = Pick<Headers, 'get'> | Fields;
type Fields = Record<string, string | readonly string[] | undefined>;

export type WebhookErrorCode =
  | 'body_not_raw'
  | 'signature_missing'
  | 'signature_malformed'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'body_not_an_event';

/** The delivery must not be trusted. Answer 400. */
export class WebhookError extends RialtoError {
  override readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message, null);
    this.name = 'WebhookError';
    this.code = code;
  }
}

/**
 * Verifies the signature of a delivery over the raw bytes of its body, by the five rules of the webhook documentation,
 * and returns its event. While a secret is being rolled, `Service-Signature-Next` carries the signature of the new one.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, headerPrefix = 'Service' }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const bytes = rawBytes(body);
  if (typeof secret !== 'string' || secret === '') throw new TypeError('secret must be the endpoint’s signing secret');
  const name = `${headerPrefix}-Signature`;
  const current = headerOf(headers, name);
  if (!current) throw new WebhookError('signature_missing', `The header ${name} is missing`);
  const next = headerOf(headers, `${name}-Next`);
  try {
    await check(current, bytes, secret, toleranceSeconds);
  } catch (error) {
    if (!next) throw error;
    await check(next, bytes, secret, toleranceSeconds);
  }
  return parse(bytes);
}

/** The five rules, in order. */
async function check(header: string, body: Uint8Array, secret: string, tolerance: number): Promise<void> {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  if (t === '' || !Number.isFinite(Number(t))) {
    throw new WebhookError('signature_malformed', 'The signature header has no timestamp t');
  }
  if (!(Math.abs(Math.floor(Date.now() / 1000) - Number(t)) <= tolerance)) {
    const message = `The timestamp of the signature is more than ${tolerance} s from now`;
    throw new WebhookError('timestamp_out_of_tolerance', message);
  }
  const expected = hex(await hmac(secret, `${t}.`, body));
  if (!equal(expected, v1)) {
    throw new WebhookError(
      'signature_mismatch',
      'The signature does not match: the secret is another one, or the body differs from the bytes that were sent',
    );
  }
}

/** Compares in constant time. Only the length, which is not secret, affects the duration. */
function equal(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ given.charCodeAt(i);
  return difference === 0;
}

const utf8 = new TextEncoder();

function rawBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return utf8.encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  const got = body === null ? 'null' : body === undefined ? 'nothing' : `a parsed ${typeof body}`;
  throw new WebhookError(
    'body_not_raw',
    `The raw body is needed; got ${got}. The signature covers the bytes that were sent, and JSON that was parsed and ` +
      'serialized again has other bytes. Read the body before a JSON parser does (Express: express.raw(); Next.js: ' +
      'await request.text()).',
  );
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // No `instanceof`: some libraries have their own Headers class.
  if (typeof headers.get === 'function') return (headers as Pick<Headers, 'get'>).get(name) ?? undefined;
  const wanted = name.toLowerCase();
  const found = Object.entries(headers as Fields).find(([key]) => key.toLowerCase() === wanted)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (event?.object === 'event' && typeof event.type === 'string') return event;
  } catch {}
  throw new WebhookError('body_not_an_event', 'The signature is valid, but the body is not an event');
}
